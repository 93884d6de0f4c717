import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailed, type Commands } from '../../platform/index.js';
import { Cell } from './cell.js';
import { mapsOf } from './maps.js';

const NOTHING_KNOWN = {
  version: null,
  workspaces: null,
  database_bytes: null,
  relay_lag_seconds: null,
  oldest_due_work_seconds: null,
  problem: null as string | null,
};
const COLUMNS = ['name', ...Object.keys(NOTHING_KNOWN)];

interface CellsOption {
  cells: string;
}

/** Adds `cells`: several deployments at once, over HTTP, so it needs neither a database nor settings. */
export const cellCommands: Commands = (program, { alone }) => {
  const cells = program.command('cells').description('Several deployments, each with its workspaces');
  const file = ['--cells <file>', 'file that names the cells'] as const;
  cells
    .command('map')
    .description('Write the map files by which HAProxy or Caddy leads each request to the cell of its workspace')
    .requiredOption(...file)
    .requiredOption('--out <directory>', 'directory for the files')
    .action(
      alone(async (_, { cells: path, out }: CellsOption & { out: string }) => {
        const all = await Cell.of(path);
        // One that does not answer would be left out, so then nothing is written.
        const found = await Promise.all(
          all.map(async (cell) => ({ name: cell.name, url: cell.url, entries: await cell.directory() })),
        );
        const { files, ambiguous } = mapsOf(found);
        await mkdir(out, { recursive: true });
        for (const [name, text] of Object.entries(files)) {
          await writeFile(join(out, `${name}.new`), text);
          await rename(join(out, `${name}.new`), join(out, name));
        }
        return { workspaces: found.flatMap(({ entries }) => entries).length, files: Object.keys(files), ambiguous };
      }),
    );
  cells
    .command('status')
    .description('Show version, size and delays of each cell')
    .requiredOption(...file)
    .action(
      alone(async (_, { cells: path }: CellsOption) => {
        const data = await Promise.all(
          (await Cell.of(path)).map(async (cell) => ({
            name: cell.name,
            ...NOTHING_KNOWN,
            ...(await cell.deployment().catch(({ message }: Error) => ({ problem: message }))),
          })),
        );
        if (data.some(({ problem }) => problem !== null)) throw new CommandFailed({ data });
        return { data };
      }, COLUMNS),
    );
};
