import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { TrailArchive } from '../../guard/index.js';
import {
  BlobGone,
  Blobs,
  BlobStore,
  copiedLines,
  Database,
  Postponed,
  Secrets,
  type Snapshot,
  zip,
  type ZipEntry,
} from '../../platform/index.js';
import { ArchivedBlobs } from './archived-blobs.repository.js';
import { type ArchivedTable, ArchivedTables, hasSameKeys } from './archived-tables.repository.js';
import { KeptRowsRepository } from './kept-rows.repository.js';
import { leftOut } from './left-out.js';
import {
  COPY_FORMAT,
  digested,
  FILES_PER_INDEX,
  FORMAT,
  type IndexedFile,
  indexName,
  MANIFEST,
  type ManifestBody,
  type ManifestPart,
  MOVE_FORMAT,
  placeOfReceipt,
  proofOf,
} from './manifest.js';
import { type Moment, Moments } from './moments.repository.js';
import { sealRows } from './sealed-rows.js';
import { TransferSeal } from './transfer-seal.js';
import { WorkspaceTables } from './workspace-tables.repository.js';

/** A workspace on its way to another deployment. Its archive has secrets as well, sealed for the target. */
export interface OutgoingMove {
  id: string;
  address: string;
  transfer_key: string;
  receipt: string;
  release: string;
  /** The last copy, which the archive continues. */
  copy: MadeCopy | null;
}

/** A copy that was made while people worked, as its source remembers it. */
export interface MadeCopy extends Moment {
  manifest_sha256: string;
  /** The last entry of the chain of the audit log in it. */
  sequence: number;
  /** Rows of each table. */
  totals: Record<string, number>;
}

/** Facts about a copy, kept once it is whole. */
export interface CopyNotes extends Omit<MadeCopy, 'manifest_sha256'> {
  blobs: string[];
}

/** Progress of an archive. */
export interface ArchiveFigures {
  record_count: number;
  file_count: number;
  missing_file_count: number;
  size_bytes: number;
  manifest_sha256: string;
}

export const noFigures = (): ArchiveFigures => ({
  record_count: 0,
  file_count: 0,
  missing_file_count: 0,
  size_bytes: 0,
  manifest_sha256: '',
});

/**
 * Writes all of a workspace as a zip, as of one moment: a snapshot on one connection has the rows, and no file is removed
 * meanwhile. Memory holds a few pieces, and some hundred bytes for each file. docs/moving.md describes the
 * content.
 */
@Injectable()
export class ArchiveWriter {
  constructor(
    private readonly tables: ArchivedTables,
    private readonly rows: WorkspaceTables,
    private readonly archivedBlobs: ArchivedBlobs,
    private readonly moments: Moments,
    private readonly kept: KeptRowsRepository,
    private readonly trail: TrailArchive,
    private readonly database: Database,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly secrets: Secrets,
  ) {}

  /**
   * The bytes of an archive, in pieces that hold as long as those of `BlobStore.pieces`. `figures` tells how far it is. Throws
   * `Postponed` while a backup or another archive is made. `notes`: the archive is a copy, and this is filled.
   */
  async *write(
    workspaceId: string,
    figures: ArchiveFigures,
    move?: OutgoingMove,
    notes?: CopyNotes,
  ): AsyncGenerator<Buffer> {
    await this.trail.seal();
    const snapshot = await this.database.snapshot();
    try {
      await snapshot.withoutLimits();
      if (!(await this.blobs.keepFor(snapshot))) throw new Postponed('Another archive or a backup is being made.');
      if (move?.copy) await this.moments.refuseStale(move.copy, snapshot);
      for await (const piece of zip(this.#entries(snapshot, workspaceId, figures, move, notes))) {
        figures.size_bytes += piece.length;
        yield piece;
      }
    } finally {
      await snapshot.close();
    }
  }

  async *#entries(
    snapshot: Snapshot,
    workspaceId: string,
    figures: ArchiveFigures,
    move?: OutgoingMove,
    notes?: CopyNotes,
  ): AsyncGenerator<ZipEntry> {
    const seal = move && TransferSeal.for(move.transfer_key)!;
    const since = move?.copy ?? null;
    const parts: ManifestPart[] = [];
    const { now, ...workspace } = await this.rows.workspace(snapshot, workspaceId);
    // Entries without a seal come with the archive that continues the copy: here they would get one in another order.
    const after = since?.sequence ?? (notes ? 0 : null);
    const { head, parts: trail } = await this.trail.read(snapshot, workspaceId, after);
    const { xmax: _, ...moment } = await this.moments.at(snapshot);
    if (notes) Object.assign(notes, moment, { sequence: head.sequence });
    for await (const { name, content, counted } of trail()) {
      const { entry, part } = partOf(name, content);
      yield entry;
      parts.push(part({ count: counted.rows }));
      figures.record_count += counted.rows;
    }
    const kept = await this.kept.tables(snapshot, workspaceId);
    const tables = await this.tables.withFoundSecrets(snapshot, await this.tables.archived(move !== undefined));
    const shrunk: ArchivedTable[] = [];
    const totals: Record<string, number> = {};
    for (const table of tables) {
      const counted = { rows: 0 };
      const before = figures.record_count;
      const isChanges = since !== null && hasSameKeys(table);
      const lines = copiedLines(
        this.rows.lines(snapshot, table, workspaceId, isChanges ? since.xmin : null, { secrets: seal !== undefined }),
        counted,
      );
      const reported = each(lines, () => (figures.record_count = before + counted.rows));
      const sealed = seal ? table.sealed : [];
      const rows = sealed.length ? sealRows(reported, table, seal!, this.secrets) : reported;
      const { entry, part } = partOf(`records/${table.type}.jsonl`, rows);
      yield entry;
      const of = { ...(table.extension && { extension: table.extension }), ...(sealed.length && { sealed }) };
      const facts = { type: table.type, table: table.table, columns: table.columns, ...of };
      const total = isChanges ? await this.rows.count(snapshot, table, workspaceId) : counted.rows;
      totals[table.table] = total;
      const replaces = since && !isChanges && { replaces: true as const };
      parts.push(part({ ...facts, count: counted.rows, ...(since && { total }), ...replaces }));
      // Where all rows of before are there still, no keys are needed: each row that may have changed is a new one then.
      if (isChanges && total !== (since.totals[table.table] ?? 0) + counted.rows) shrunk.push(table);
    }
    if (notes) notes.totals = totals;
    // Children first, as rows are removed.
    for (const table of shrunk.toReversed())
      for (const { keys, lines } of this.rows.keys(snapshot, table, workspaceId, totals[table.table]!)) {
        const counted = { rows: 0 };
        const sealed = table.sealed.filter((column) => table.order.includes(column));
        const rows = copiedLines(lines, counted);
        const { entry, part } = partOf(
          `keys/${table.type}-${keys.part + 1}.jsonl`,
          sealed.length ? sealRows(rows, { table: table.table, sealed }, seal!, this.secrets) : rows,
        );
        yield entry;
        const facts = { table: table.table, columns: table.order, ...(sealed.length && { sealed }) };
        parts.push(part({ ...facts, count: counted.rows, keys }));
      }
    for (const table of kept) {
      const counted = { rows: 0 };
      const lines = copiedLines(this.kept.lines(snapshot, table, { secrets: seal !== undefined }), counted);
      const sealed = seal ? table.sealed : [];
      const rows = sealed.length ? sealRows(lines, table, seal!, this.secrets) : lines;
      const { entry, part } = partOf(`kept/${table.type}-${table.number}.jsonl`, rows);
      yield entry;
      const { type, columns, extension } = table;
      const facts = { type, table: table.table, columns, extension, kept: true as const };
      parts.push(part({ ...facts, ...(sealed.length && { sealed }), count: counted.rows }));
      figures.record_count += counted.rows;
    }
    yield* this.#files(snapshot, tables, workspaceId, figures, parts, since, notes);
    const left = leftOut(move !== undefined);
    const secrets = seal
      ? []
      : [...tables, ...kept].flatMap(({ table, sealed }) => sealed.map((column) => `${table}.${column}`));
    const body: ManifestBody = {
      format: notes || since ? COPY_FORMAT : move ? MOVE_FORMAT : FORMAT,
      schema: moment.schema,
      created_at: now,
      workspace,
      trail: head,
      parts,
      file_count: figures.file_count,
      missing_file_count: figures.missing_file_count,
      left_out: {
        ...left.tables,
        ...left.columns,
        ...Object.fromEntries(secrets.map((column) => [column, 'encrypted for one deployment: it is set anew'])),
      },
    };
    if (move) {
      body.move = {
        id: move.id,
        address: move.address,
        sealed_for: move.transfer_key,
        ephemeral_key: seal!.ephemeral,
        release_sha256: hash('sha256', move.release),
        receipt: '',
        ...(notes && { copy: true }),
        ...(since && { continues: since.manifest_sha256 }),
      };
      body.move.receipt = seal!.seal(notes ? proofOf(move.receipt) : move.receipt, placeOfReceipt(body));
    }
    const manifest = JSON.stringify(await this.trail.sign(body), null, 2);
    const { content, digest } = digested(one(Buffer.from(manifest)));
    yield { name: MANIFEST, deflated: true, content };
    figures.manifest_sha256 = digest().sha256;
  }

  async *#files(
    snapshot: Snapshot,
    tables: readonly ArchivedTable[],
    workspaceId: string,
    figures: ArchiveFigures,
    parts: ManifestPart[],
    since: MadeCopy | null,
    notes?: CopyNotes,
  ): AsyncGenerator<ZipEntry> {
    let listed: IndexedFile[] = [];
    let indexes = 0;
    const index = function* (): Generator<ZipEntry> {
      if (!listed.length) return;
      const text = listed.map((file) => `${JSON.stringify(file)}\n`).join('');
      const { entry, part } = partOf(indexName(++indexes), one(Buffer.from(text)));
      yield entry;
      parts.push(part({ count: listed.length }));
      listed = [];
    };
    for await (const portion of this.archivedBlobs.keys(snapshot, tables, workspaceId, since?.xmin)) {
      for (const { key } of portion) {
        notes?.blobs.push(key);
        const bytes = await this.#bytesOf(tables, workspaceId, key);
        if (bytes) {
          const { content, digest } = digested(bytes);
          try {
            yield { name: `files/${key}`, deflated: false, content };
          } finally {
            // Not read yet if the archive is cancelled here.
            if (bytes instanceof Readable) bytes.destroy();
          }
          listed.push({ key, ...digest() });
          figures.file_count++;
        } else {
          listed.push({ key, missing: true });
          figures.missing_file_count++;
        }
        if (listed.length === FILES_PER_INDEX) yield* index();
      }
    }
    yield* index();
  }

  /** Null if the blob is missing from the store. */
  async #bytesOf(
    tables: readonly ArchivedTable[],
    workspaceId: string,
    key: string,
  ): Promise<AsyncIterable<Buffer> | null> {
    try {
      return await this.blobStore.pieces(key);
    } catch (error) {
      if (!(error instanceof BlobGone)) throw error;
      if (await this.archivedBlobs.isUsed(tables, workspaceId, key)) return null;
      throw new Error('A file was deleted at the moment when the archive began.', { cause: error });
    }
  }
}

/** A part with lines, and its manifest entry once it has been written. */
function partOf(name: string, lines: AsyncIterable<Buffer>) {
  const { content, digest } = digested(lines);
  const entry: ZipEntry = { name, deflated: true, content };
  return { entry, part: (facts: Omit<ManifestPart, 'name' | 'bytes' | 'sha256'>) => ({ name, ...facts, ...digest() }) };
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* each(pieces: AsyncIterable<Buffer>, then: () => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    then();
    yield piece;
  }
}
