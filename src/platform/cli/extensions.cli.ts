import { loadedExtensions, shownExtensions } from '../extensions/extension.js';
import { pendingMigrations } from '../database/extension-migrations.js';
import type { Commands } from './command-line.js';

export const extensionCommands: Commands = (program, { inDatabase, alone }) => {
  const extensions = program.command('extensions').description('Packages that extend the product (EXTENSIONS)');
  extensions
    .command('list')
    .description('Show the extensions of this process, with version and hash')
    .action(alone(async () => ({ data: shownExtensions() })));
  extensions
    .command('plan')
    .description('Show the migrations of extensions that the next start or migrate runs')
    .action(
      inDatabase(async ({ ownerUrl }) => {
        const pending = await pendingMigrations(ownerUrl, loadedExtensions());
        return { data: [...pending].map(([name, migrations]) => ({ name, migrations })) };
      }),
    );
};
