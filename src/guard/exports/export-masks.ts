import { Injectable } from '@nestjs/common';
import { holdsReadAll } from '../../access/index.js';
import { asSystem, type NamedRecord, RecordAccess, UserDirectory } from '../../platform/index.js';
import { maskedChanges } from '../audit-logs/masks.js';
import { replaced } from './copied-rows.js';
import type { Export } from './export.entity.js';
import { linesIn } from './export-file.js';

/** Bytes of entries that are judged together. */
const PORTION_BYTES = 2 ** 20;
/** First byte of a jsonb value in binary COPY. */
const JSONB = Buffer.from([1]);

type Reader = Awaited<ReturnType<RecordAccess['readerOf']>>;

/** Masks exported entries by the rights that the requester has when the file is written (D-GRD-11). */
@Injectable()
export class ExportMasks {
  constructor(
    private readonly directory: UserDirectory,
    private readonly access: RecordAccess,
  ) {}

  /** Copied rows without the values that the requester may not read. Where they have lost all access, nothing has values. */
  async *apply(
    { workspace_id, format, holder, read_all }: Export,
    copied: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const credential = holder && (await asSystem(workspace_id, () => this.directory.credentialOf(holder)));
    if (read_all && credential && holdsReadAll(credential)) return yield* copied;
    const reader = await this.access.readerOf(credential);
    const version = format === 'csv' ? Buffer.alloc(0) : JSONB;
    yield* replaced(linesIn(format), copied, PORTION_BYTES, {
      columns: ['resource_type', 'resource_id'],
      replaces: 'changes',
      decide: (rows) => decide(rows, version, reader),
    });
  }
}

async function decide(rows: readonly (Buffer | null)[][], version: Buffer, reader: Reader) {
  const named = rows.map(([type, id, changes]): NamedRecord | null =>
    changes ? { type: type!.toString(), id: id?.toString() ?? null } : null,
  );
  const isReadable = await reader(named.filter((record) => record !== null));
  return rows.map(([, , changes], index) => {
    const record = named[index];
    if (!record || isReadable(record)) return null;
    const masked = maskedChanges(JSON.parse(changes!.toString('utf8', version.length)));
    return Buffer.concat([version, Buffer.from(JSON.stringify(masked))]);
  });
}
