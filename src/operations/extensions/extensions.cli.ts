import type { INestApplicationContext } from '@nestjs/common';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Commands, dropExtension, loadedExtensions, Settings } from '../../platform/index.js';
import { exportTo } from '../archives/archives.cli.js';
import { KeptRows } from '../archives/kept-rows.service.js';

/** Adds commands about data to `extensions`. */
export const extensionDataCommands: Commands = (program, { inApplication }) => {
  const extensions = program.commands.find((command) => command.name() === 'extensions')!;
  const kept = async (app: INestApplicationContext, { insert }: { insert?: true }) => {
    const rows = app.get(KeptRows);
    if (insert) await rows.insert({ all: true });
    const tables = await rows.all();
    return {
      data: tables.map(({ workspace_id, extension, table, rows, problem }) => ({
        workspace_id,
        extension,
        table,
        rows,
        problem,
      })),
    };
  };
  extensions
    .command('kept')
    .description('Show rows from archives that wait for an extension, and why')
    .option('--insert', 'first insert those whose extension is here')
    .action(inApplication(kept, ['workspace_id', 'extension', 'table', 'rows', 'problem']));
  extensions
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
