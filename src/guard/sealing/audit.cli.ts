import type { INestApplicationContext } from '@nestjs/common';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  AuditTrail,
  Clock,
  CommandFailed,
  type Commands,
  currentContext,
  Database,
  inWorkspace,
  invalidField,
  read,
} from '../../platform/index.js';
import { CreateExport } from '../exports/export.dto.js';
import { bytesOf, queryOf } from '../exports/export-file.js';
import { checkFile } from './file-check.js';
import { Retention } from './retention.js';
import { SigningKeys } from './signing-keys.js';
import { TrailRepository } from './trail.repository.js';
import { VerificationQuery, type VerificationView } from './verification.dto.js';
import { VerificationService } from './verification.service.js';

/** A failed verification sets the exit code. */
function judged(verdict: VerificationView): VerificationView {
  if (!verdict.valid) throw new CommandFailed(verdict);
  return verdict;
}

async function verify(app: INestApplicationContext, { workspace, from, to, export: file, partial }: any) {
  const query = read(VerificationQuery, { from, to });
  return judged(
    await inWorkspace(app, workspace, async () =>
      file
        ? checkFile(file, { marks: await app.get(TrailRepository).marks(), partial })
        : app.get(VerificationService).verify(query),
    ),
  );
}

/** Written directly, because a command has no worker. */
async function exportTo(app: INestApplicationContext, { workspace, out, format, gzip, ...filters }: any) {
  const wanted = read(CreateExport, {
    format,
    gzip,
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
    ),
  });
  return inWorkspace(app, workspace, async () => {
    const { workspaceId } = currentContext();
    const { query, values } = queryOf(workspaceId, wanted.format, wanted.filters ?? {}, app.get(Clock).iso());
    const written = { rows: 0, bytes: 0, sha256: '' };
    const bytes = bytesOf(wanted, app.get(Database).copy('binary', query, values), written);
    await pipeline(bytes, createWriteStream(out, { flags: 'wx', mode: 0o600 })).catch(
      async (error: NodeJS.ErrnoException) => {
        // Removes an incomplete file, but keeps one that existed before.
        if (error.code !== 'EEXIST') await rm(out, { force: true });
        const isOfFile = error.syscall === 'open' || error.syscall === 'write';
        throw isOfFile ? invalidField('out', 'invalid_value', `out cannot be written: ${error.message}`) : error;
      },
    );
    await app.get(AuditTrail).note({
      action: 'guard.audit.exported',
      resource_type: 'guard.export',
      resource_id: null,
      outcome: 'success',
      changes: null,
    });
    const { rows, bytes: size_bytes, sha256 } = written;
    return { file: out, format: wanted.format, row_count: rows, size_bytes, sha256 };
  });
}

export const auditCommands: Commands = (program, { inApplication, alone }) => {
  const audit = program.command('audit').description('The audit log and its proof');
  audit
    .command('verify')
    .description('Verify an audit log; exits 1 if it was changed')
    .option('--workspace <id>', 'the workspace')
    .option('--from <time>', 'since when, such as 2026-01-31T00:00:00Z')
    .option('--to <time>', 'until when')
    .option(
      '--export <file>',
      'check an export as jsonl (or jsonl.gz) instead; without a workspace no database is needed',
    )
    .option('--partial', 'the export was made with filters, so entries are missing')
    .action((...given: any[]) => {
      const { workspace, export: file, partial } = given.at(-2);
      if (!workspace && !file) throw invalidField('workspace', 'required', 'workspace or export is required.');
      const offline = async () => judged(await checkFile(file, { partial }));
      return (workspace ? inApplication(verify) : alone(offline))(...given);
    });
  audit
    .command('purge')
    .description('Remove expired entries now, and print the signed purge record')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(
      inApplication(async (app, { workspace }) => {
        await inWorkspace(app, workspace, async () => undefined);
        const record = await app.get(Retention).purge(workspace);
        return record ?? { number: null, purged: null, count: 0 };
      }),
    );
  audit
    .command('export')
    .description('Write an audit log to a file')
    .requiredOption('--workspace <id>', 'the workspace')
    .requiredOption('--out <file>', 'a file that is not there yet')
    .option('--format <format>', 'csv, json or jsonl')
    .option('--gzip', 'compress it')
    .option('--from <time>', 'since when, such as 2026-01-31T00:00:00Z')
    .option('--to <time>', 'until when')
    .option('--actor-id <id>', 'entries of this actor')
    .option('--action <action>', 'entries of this action; may end with *')
    .option('--resource-type <type>', 'entries about records of this type')
    .option('--resource-id <id>', 'entries about this record')
    .option('--outcome <outcome>', 'success, failure or denied')
    .action(inApplication(exportTo));
  audit
    .command('rotate-key')
    .description('Sign checkpoints and purge records with a new key; print its public key')
    .action(inApplication((app) => app.get(SigningKeys).rotate()));
};
