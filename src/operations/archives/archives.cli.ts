import type { INestApplicationContext } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import {
  asSystem,
  AuditTrail,
  type Commands,
  inWorkspace,
  invalidField,
  isFrozen,
  Postponed,
} from '../../platform/index.js';
import { ArchiveImport } from './archive-import.js';
import { ArchiveWriter, noFigures } from './archive-writer.js';
import { archives } from './archive.resource.js';

/** Writes directly into a file, because a command has no worker. */
export async function exportTo(app: INestApplicationContext, { workspace, out }: { workspace: string; out: string }) {
  await inWorkspace(app, workspace, async () => undefined);
  const figures = noFigures();
  return asSystem(workspace, async () => {
    await writeArchive(out, app.get(ArchiveWriter).write(workspace, figures));
    const entry = {
      action: `${archives.type}.exported`,
      resource_type: archives.type,
      resource_id: null,
      outcome: 'success',
      changes: null,
    } as const;
    // The chain of a frozen workspace goes on where the archive is imported.
    await app
      .get(AuditTrail)
      .note(entry)
      .catch((error: unknown) => {
        if (!isFrozen(error)) throw error;
      });
    return { file: out, ...figures };
  });
}

/** The name of a file while it is written, so that nobody takes a part for the whole. */
export const unfinished = (out: string): string => `${out}.part`;

/** Writes a new file, which gets its name once it is whole, and `whole` has been done. What a killed command left is written anew. */
export async function writeArchive(
  out: string,
  pieces: AsyncIterable<Buffer>,
  whole: () => Promise<void> = async () => undefined,
): Promise<void> {
  await refuseTaken(out);
  const part = unfinished(out);
  const written = async () => {
    await writeTo(part, pieces);
    await whole();
  };
  await written().catch(async (error: NodeJS.ErrnoException) => {
    await rm(part, { force: true });
    if (error instanceof Postponed) throw new Error(`${error.message} Try again when it has ended.`, { cause: error });
    const isOfFile = error.syscall === 'open' || error.syscall === 'write';
    throw isOfFile ? unwritable(error.message) : error;
  });
  // What is whole stays, even where it cannot get its name.
  await rename(part, out).catch((error: Error) => {
    throw unwritable(error.message);
  });
}

/** 400 where a new file cannot be written under this name. */
export async function refuseTaken(out: string): Promise<void> {
  if (existsSync(out)) throw unwritable('the file is there already');
  const part = unfinished(out);
  await rm(part, { force: true });
  await writeTo(part, (async function* () {})()).catch((error: Error) => {
    throw unwritable(error.message);
  });
  await rm(part);
}

const unwritable = (why: string) => invalidField('out', 'invalid_value', `out cannot be written: ${why}`);

/** Not through a stream, which buffers pieces after they change (see `BlobStore.pieces`). */
async function writeTo(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Adds subcommands to `workspace`. */
export const archiveCommands: Commands = (program, { inApplication }) => {
  const workspace = program.commands.find((command) => command.name() === 'workspace') ?? program.command('workspace');
  workspace
    .command('export')
    .description('Write a workspace into an archive, while processes serve')
    .requiredOption('--workspace <id>', 'the workspace')
    .requiredOption('--out <file>', 'a file that is not there yet')
    .action(inApplication(exportTo));
  workspace
    .command('import')
    .description('Import an archive into a deployment without its workspace')
    .argument('<file>', 'the archive')
    .action(inApplication((app, _options, file: string) => app.get(ArchiveImport).run(file)));
};
