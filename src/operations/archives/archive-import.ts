import { Injectable } from '@nestjs/common';
import { createHmac, hash, randomBytes } from 'node:crypto';
import { type KnownTrail, TrailArchive, TrailCheck } from '../../guard/index.js';
import {
  ApiError,
  asSystem,
  AuditTrail,
  Blobs,
  BlobStore,
  conflict,
  Database,
  Secrets,
  unzip,
} from '../../platform/index.js';
import { checkArchive } from './archive-check.js';
import { archives } from './archive.resource.js';
import { ArchivedBlobs } from './archived-blobs.repository.js';
import { type ArchivedTable, ArchivedTables, BLOB_KEY } from './archived-tables.repository.js';
import { ChangedRows } from './changed-rows.js';
import { type Destinations, destinationsOf, keptIn, type KeptFigures } from './destinations.js';
import { KeptRowsRepository } from './kept-rows.repository.js';
import { parsedLine } from './lines.js';
import {
  type IndexedFile,
  keyOf,
  linesOf,
  type Manifest,
  type ManifestMove,
  type ManifestPart,
  placeOfReceipt,
  unreadable,
} from './manifest.js';
import { Moments } from './moments.repository.js';
import { misread, openManifest } from './open-manifest.js';
import { unsealRow } from './sealed-rows.js';
import { TransferKey, TransferSeal } from './transfer-seal.js';
import { WorkspaceTables } from './workspace-tables.repository.js';

/** The result of an import. */
export interface ImportSummary {
  workspace_id: string;
  name: string;
  /** Time of the snapshot in the archive (ISO 8601). */
  created_at: string;
  records: number;
  files: number;
  missing_files: number;
  /** Rows of extensions that are not here, which are not among the records. They wait for their extension. */
  kept: KeptFigures[];
  /** Entries of the audit log whose chain was checked. */
  sealed_entries: number;
  /** Id of the key that signed the archive, as `GET /v1/guard/audit-logs/checkpoints/key` of the other deployment shows it. */
  signed_by: string;
}

/** Assigns blob keys of this deployment to the files of an archive. */
type KeyFor = (key: string) => string;

/** A move in an archive, opened by its target. */
export interface IncomingMove extends ManifestMove {
  workspaceId: string;
  /** SHA-256 of the manifest. */
  digest: string;
  /** The manifest was signed with this key of the source. */
  signedBy: string;
  seal: TransferSeal;
}

/** A copy that this deployment has received, and an archive continues. */
export interface ReceivedCopy {
  manifest_sha256: string;
  /** The last migration here. */
  schema: string;
  /** The keys of blobs follow from it. */
  salt: string;
}

/** Steps in the transaction of the rows. */
export interface ImportSteps {
  /** Before the first row. */
  begin?: () => Promise<void>;
  /** After the last one. */
  end: (received: ReceivedCopy) => Promise<void>;
}

/**
 * Imports an archive into a deployment without its workspace. Everything is checked before the first row is written:
 * every byte against the manifest, the manifest against its signature, the audit log against its chain. All rows are one
 * transaction; files that were copied before it failed are removed within a day.
 */
@Injectable()
export class ArchiveImport {
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
    private readonly audit: AuditTrail,
    private readonly secrets: Secrets,
  ) {}

  /** The key with which this deployment receives workspaces. It follows from SECRETS_KEY, so that there is nothing to keep. */
  get transferKey(): string {
    return transferKeys(this.secrets)[0]!.text;
  }

  /** The move that an archive belongs to. 400 for any other archive, and for one that is sealed for another deployment. */
  async moveOf(path: string): Promise<IncomingMove> {
    const { manifest, digest } = await openManifest(path);
    const { move } = manifest;
    if (!move) throw unreadable('It belongs to no move: "workspace import" takes it.');
    const key = transferKeys(this.secrets).find(({ text }) => text === move.sealed_for);
    if (!key) throw unreadable('It is sealed for another deployment. "workspace receive" prints the key of this one.');
    const opened = () => {
      const seal = TransferSeal.by(key, move.ephemeral_key);
      return { ...move, receipt: seal.open(move.receipt, placeOfReceipt(manifest)), seal };
    };
    const at = { workspaceId: manifest.workspace.id, signedBy: manifest.signed_by, digest };
    return { ...(await Promise.resolve().then(opened).catch(changedOnItsWay)), ...at };
  }

  /** `move`: the move that the archive belongs to, if any, and `copy` what it continues. */
  async run(path: string, move?: IncomingMove, steps?: ImportSteps, copy?: ReceivedCopy): Promise<ImportSummary> {
    const { manifest } = await openManifest(path);
    if (manifest.move && !move) throw unreadable('It belongs to a move: "workspace receive" takes it.');
    const schema = await this.moments.schema();
    const destinations = destinationsOf(manifest, schema, await this.tables.archived(manifest.move !== undefined));
    const { tables } = destinations;
    const kept = keptIn(destinations);
    const { workspace } = manifest;
    if (copy && copy.schema !== schema)
      throw conflict(
        'This deployment was migrated since it received the copy. Discard the copy, and move the workspace anew.',
      );
    if (!copy) await this.#refuseFilled(workspace.id);
    const salt = copy?.salt ?? randomBytes(32).toString('base64url');
    return asSystem(workspace.id, async () => {
      const known = copy && (await this.trail.known());
      const check = this.trail.check(manifest.trail, known);
      const months = await checkArchive(path, manifest, tables, check).catch(misread);
      await this.trail.prepare(check);
      for (const [table, found] of months) await this.rows.ensureMonths(table, found);
      const keyFor = (key: string) =>
        createHmac('sha256', Buffer.from(salt, 'base64url')).update(key).digest('hex').slice(0, 32);
      await this.#copyFiles(path, keyFor);
      const add = async () => {
        await steps?.begin?.();
        await this.#addRows(path, manifest, destinations, keyFor, move?.seal, known);
        if (!steps) return this.#note(manifest, kept);
        await steps.end({ manifest_sha256: move!.digest, schema, salt });
      };
      await this.database.transaction(add).catch(explain);
      return {
        workspace_id: workspace.id,
        name: workspace.name,
        created_at: manifest.created_at,
        records: manifest.parts.reduce(
          (sum, { name, count, keys }) => sum + (tables.has(name) && !keys ? count : 0),
          0,
        ),
        files: manifest.file_count,
        missing_files: manifest.missing_file_count,
        kept,
        sealed_entries: check.checked,
        signed_by: manifest.signed_by,
      };
    });
  }

  async #refuseFilled(workspaceId: string): Promise<void> {
    if (await this.rows.isFilled(workspaceId))
      throw conflict(`Workspace ${workspaceId} already exists here and is not empty. Import needs an empty workspace.`);
  }

  async #copyFiles(path: string, keyFor: KeyFor): Promise<void> {
    for await (const { name, content } of unzip(path)) {
      const key = keyOf(name);
      if (key === null) continue;
      await this.blobStore.write(await this.blobs.announce(keyFor(key)), await content());
    }
  }

  async #addRows(
    path: string,
    manifest: Manifest,
    { tables, kept }: Destinations,
    keyFor: KeyFor,
    seal?: TransferSeal,
    known?: KnownTrail,
  ): Promise<void> {
    const { workspace, trail } = manifest;
    const parts = new Map(manifest.parts.map((part) => [part.name, part]));
    await this.rows.withoutLimits();
    await this.rows.addWorkspace(workspace);
    const changed = known && new ChangedRows(this.rows, this.database);
    if (!changed) await this.#refuseFilled(workspace.id);
    for await (const entry of unzip(path)) {
      const part = parts.get(entry.name);
      if (!part) continue;
      const table = tables.get(part.name);
      const keys: string[] = [];
      const ofExtension = kept.get(part.name);
      if (ofExtension && part.count) await this.kept.addTable(ofExtension, manifest.parts.indexOf(part));
      if (table && part.replaces) await this.rows.removeAll(table);
      for await (const lines of linesOf(await entry.content())) {
        if (TrailCheck.parts.includes(part.name)) await this.trail.add(part.name, lines, known);
        else if (ofExtension) {
          const place = { table: ofExtension.table, blob: ofExtension.columns.includes(BLOB_KEY) ? BLOB_KEY : null };
          const rows = lines.map((line) => this.#rowOf(line, part, place, manifest, keyFor, seal));
          await this.kept.addRows(manifest.parts.indexOf(part), rows, ofExtension.sealed);
        } else if (!table) await this.#claimFiles(lines, keyFor, manifest.move !== undefined);
        else {
          const rows = lines.map((line) => this.#rowOf(line, part, table, manifest, keyFor, seal));
          if (part.keys) keys.push(...rows);
          else if (changed) await changed.add(table, part, rows);
          else await this.rows.add(table, part.columns!, rows);
        }
      }
      if (table && part.keys) await changed?.keepOnly(table, part.keys, keys);
    }
    await this.trail.finish(trail);
    await changed?.end();
    for (const [name, table] of tables) {
      const { total, keys } = parts.get(name)!;
      if (total !== undefined && total !== (await this.rows.count(this.database, table, workspace.id)))
        throw unreadable(
          `${table.table} has other rows here than at its source. Discard the copy, and move the workspace anew.`,
        );
      const id = keys ? null : await this.rows.clash(table, changed?.idsOf(table));
      if (id) throw conflict(`The record ${id} is in another workspace of this deployment.`);
    }
    if (changed) await this.archivedBlobs.release();
  }

  async #note(manifest: Manifest, kept: KeptFigures[]): Promise<void> {
    await this.audit.note({
      action: `${archives.type}.imported`,
      resource_type: archives.type,
      resource_id: null,
      outcome: 'success',
      changes: {
        signed_by: { from: null, to: manifest.signed_by },
        ...(kept.length && { kept: { from: null, to: kept } }),
      },
    });
  }

  /** A line of a part as a row of this deployment. */
  #rowOf(
    line: string,
    { sealed }: ManifestPart,
    table: Pick<ArchivedTable, 'table' | 'blob'>,
    { workspace }: Manifest,
    keyFor: KeyFor,
    seal?: TransferSeal,
  ): string {
    const open = sealed && seal ? unsealRow(line, table.table, sealed, seal, this.secrets) : line;
    return renamed(table.blob ? rekeyed(open, table.blob, keyFor) : open, workspace.id);
  }

  async #claimFiles(lines: readonly string[], keyFor: KeyFor, isMove: boolean): Promise<void> {
    const files = lines.map((line) => JSON.parse(line) as IndexedFile).filter(({ missing }) => !missing);
    const keys = files.map(({ key }) => keyFor(key));
    await this.blobs.claimAll(keys);
    if (isMove) await this.archivedBlobs.remember(keys);
  }
}

const transferKeys = (secrets: Secrets): TransferKey[] =>
  secrets.deriveAll('workspace transfers').map((secret) => new TransferKey(secret));

/** A row with the blob keys of this deployment. */
function rekeyed(line: string, column: string, keyFor: KeyFor): string {
  const row = parsedLine(line) as Record<string, string | null | { blobs: string[] }>;
  const key = row[column];
  if (key == null) return line;
  const renamed = typeof key === 'string' ? keyFor(key) : { ...key, blobs: key.blobs.map(keyFor) };
  return JSON.stringify({ ...row, [column]: renamed });
}

/** A row with an id of this form gets another one: entries of stage histories were numbered from 1 in each deployment. */
const NUMBERED = /"id": ?"sth_\d{16}(\d{10})"/;
/** The same one in every archive of the workspace, in the order of the numbers. */
const renamed = (line: string, workspaceId: string): string =>
  line.replace(NUMBERED, (_, number: string) => {
    const own = hash('sha256', workspaceId).slice(0, 14);
    return `"id":"sth_00${own}${number}"`;
  });

/** Rows that PostgreSQL rejects are reported as an unreadable archive. */
function explain(error: Error & { code?: string; detail?: string }): never {
  if (error instanceof ApiError || !/^2[23]/.test(error.code ?? '')) throw error;
  throw unreadable(`A row cannot be inserted: ${error.message}.`);
}

function changedOnItsWay(): never {
  throw unreadable('Somebody changed it on its way.');
}
