import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Commands, dropExtension, loadedExtensions, Settings } from '../../platform/index.js';
import { exportTo } from '../archives/archives.cli.js';

/** Adds `remove` to `extensions`. */
export const extensionRemoval: Commands = (program, { inApplication }) => {
  program.commands
    .find((command) => command.name() === 'extensions')!
    .command('remove')
    .description('Drop the tables of an extension, after an archive of each workspace that has rows in them')
    .argument('<name>', 'name of the extension')
    .requiredOption('--archives <directory>', 'directory for the archives')
    .action(
      inApplication(async (app, { archives }: { archives: string }, name: string) => {
        if (loadedExtensions().some((extension) => extension.name === name))
          throw new Error(
            `The extension ${name} is loaded: take its package out of EXTENSIONS, restart all processes, and run this again.`,
          );
        const files: string[] = [];
        const tables = await dropExtension(app.get(Settings).ownerUrl, name, async (workspaces) => {
          await mkdir(archives, { recursive: true, mode: 0o700 });
          for (const workspace of workspaces) {
            const out = join(archives, `${workspace}.zip`);
            await exportTo(app, { workspace, out });
            files.push(out);
          }
        });
        return { name, tables, archives: files };
      }),
    );
};
