import { Injectable } from '@nestjs/common';
import { createHmac, hash, randomBytes } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { type KnownTrail, TrailArchive, TrailCheck } from '../../guard/index.js';
import {
  ApiError,
  asSystem,
  AuditTrail,
  Blobs,
  BlobStore,
  conflict,
  Database,
  invalidField,
  isUnchanged,
  type ReadEntry,
  Secrets,
  unzip,
} from '../../platform/index.js';
import { archives } from './archive.resource.js';
import { ChangedRows } from './changed-rows.js';
import { type Destinations, destinationsOf, keptIn, type KeptFigures } from './destinations.js';
import { KeptRowsRepository } from './kept-rows.repository.js';
import { parsedLine } from './lines.js';
import {
  COPY_FORMAT,
  digested,
  type IndexedFile,
  isIndex,
  keyOf,
  linesOf,
  MANIFEST,
  type Manifest,
  type ManifestMove,
  type ManifestPart,
  placeOfReceipt,
  unreadable,
} from './manifest.js';
import { unsealRow } from './sealed-rows.js';
import { TransferKey, TransferSeal } from './transfer-seal.js';
import { type ArchivedTable, BLOB_KEY, WorkspaceTables } from './workspace-tables.repository.js';

/** Maximum bytes of a manifest, which has some hundred for each part. */
const MAX_MANIFEST_BYTES = 16 * 2 ** 20;

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

/** Months that the partitions of a table in an archive may have. */
const MAX_MONTHS = 120;

/**
 * Imports an archive into a deployment without its workspace. Everything is checked before the first row is written:
 * every byte against the manifest, the manifest against its signature, the audit log against its chain. All rows are one
 * transaction; files that were copied before it failed are removed within a day.
 */
@Injectable()
export class ArchiveImport {
  constructor(
    private readonly tables: WorkspaceTables,
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
    const schema = await this.tables.schema();
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
      const { check, months } = await this.#check(path, manifest, tables, known).catch(misread);
      await this.trail.prepare(check);
      for (const [table, found] of months) await this.tables.ensureMonths(table, found);
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

  /** Reads the whole archive. 400 if any byte differs from the manifest. */
  async #check(path: string, manifest: Manifest, tables: ReadonlyMap<string, ArchivedTable>, known?: KnownTrail) {
    const months = new Map<ArchivedTable, Set<string>>();
    const check = this.trail.check(manifest.trail, known);
    const parts = new Map(manifest.parts.map((part) => [part.name, part]));
    const files = new Map<string, { bytes: number; sha256: string }>();
    const seen = new Set<string>();
    for await (const entry of unzip(path)) {
      const { name } = entry;
      if (name === MANIFEST) continue;
      const key = keyOf(name);
      const part = parts.get(name);
      if ((!part && key === null) || seen.has(name)) throw unreadable(`${name} is not in its manifest.`);
      const { content, digest } = digested(await entry.content());
      if (part) {
        seen.add(name);
        await eachLine(content, (line) => {
          if (TrailCheck.parts.includes(name)) check.take(name, line);
          if (isIndex(name)) matchFile(files, JSON.parse(line) as IndexedFile);
          const table = tables.get(name);
          if (table?.month && !part.keys) months.set(table, withMonth(months.get(table), line, table.month));
        });
        const { bytes, sha256 } = digest();
        if (bytes !== part.bytes || sha256 !== part.sha256) throw unreadable(`${name} is not as it was written.`);
      } else {
        for await (const _ of content);
        files.set(key!, digest());
      }
      if (isIndex(name) && files.size) throw unreadable(`${[...files.keys()][0]} is in no index of files.`);
    }
    const missing = manifest.parts.find(({ name }) => !seen.has(name));
    if (missing) throw unreadable(`${missing.name} is missing.`);
    if (files.size) throw unreadable('Some files are in no index.');
    check.end();
    if (!check.isSigned(manifest)) throw unreadable('The signature of the manifest does not match.');
    return { check, months };
  }

  async #refuseFilled(workspaceId: string): Promise<void> {
    if (await this.tables.isFilled(workspaceId))
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
    await this.tables.withoutLimits();
    await this.tables.addWorkspace(workspace);
    const changed = known && new ChangedRows(this.tables, this.database);
    if (!changed) await this.#refuseFilled(workspace.id);
    for await (const entry of unzip(path)) {
      const part = parts.get(entry.name);
      if (!part) continue;
      const table = tables.get(part.name);
      const keys: string[] = [];
      const ofExtension = kept.get(part.name);
      if (ofExtension && part.count) await this.kept.addTable(ofExtension, manifest.parts.indexOf(part));
      if (table && part.replaces) await this.tables.removeAll(table);
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
          else await this.tables.add(table, part.columns!, rows);
        }
      }
      if (table && part.keys) await changed?.keepOnly(table, part.keys, keys);
    }
    await this.trail.finish(trail);
    await changed?.end();
    for (const [name, table] of tables) {
      const { total, keys } = parts.get(name)!;
      if (total !== undefined && total !== (await this.tables.count(this.database, table, workspace.id)))
        throw unreadable(
          `${table.table} has other rows here than at its source. Discard the copy, and move the workspace anew.`,
        );
      const id = keys ? null : await this.tables.clash(table, changed?.idsOf(table));
      if (id) throw conflict(`The record ${id} is in another workspace of this deployment.`);
    }
    if (changed) await this.tables.releaseBlobs();
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
    if (isMove) await this.tables.rememberBlobs(keys);
  }
}

const transferKeys = (secrets: Secrets): TransferKey[] =>
  secrets.deriveAll('workspace transfers').map((secret) => new TransferKey(secret));

function withMonth(months = new Set<string>(), line: string, column: string): Set<string> {
  months.add(String((JSON.parse(line) as Record<string, unknown>)[column]).slice(0, 7));
  if (months.size > MAX_MONTHS) throw unreadable(`It has events of more than ${MAX_MONTHS} months.`);
  return months;
}

/** The manifest of an archive, and the SHA-256 of it. */
interface OpenedManifest {
  manifest: Manifest;
  digest: string;
}

/** 400 unless the file is an archive that is whole. */
export async function openManifest(path: string): Promise<OpenedManifest> {
  await access(path, constants.R_OK).catch((error: Error) => {
    throw invalidField('file', 'not_found', `file cannot be read: ${error.message}`);
  });
  if (!(await isUnchanged(path)))
    throw unreadable('This file is not a workspace archive, or it was modified or truncated.');
  return readManifest(path).catch(misread);
}

/** 400 unless the archive has a manifest in a format that this release reads. */
async function readManifest(path: string): Promise<OpenedManifest> {
  const entry = await lastEntry(path);
  if (entry.name !== MANIFEST || entry.size > MAX_MANIFEST_BYTES)
    throw unreadable(`The archive does not end with ${MANIFEST}.`);
  const manifest = JSON.parse(entry.text) as Manifest;
  if (manifest.format > COPY_FORMAT)
    throw unreadable(
      `The archive has the format ${manifest.format}, and this release reads up to ${COPY_FORMAT}. Update this deployment first.`,
    );
  return { manifest, digest: hash('sha256', entry.text) };
}

async function lastEntry(path: string): Promise<Pick<ReadEntry, 'name' | 'size'> & { text: string }> {
  let last = { name: '', size: 0, text: '' };
  for await (const { name, size, content } of unzip(path)) {
    last = { name, size, text: '' };
    if (name !== MANIFEST || size > MAX_MANIFEST_BYTES) continue;
    const pieces: Buffer[] = [];
    for await (const piece of await content()) pieces.push(Buffer.from(piece));
    last.text = Buffer.concat(pieces).toString();
  }
  return last;
}

async function eachLine(content: AsyncIterable<Buffer>, take: (line: string) => void): Promise<void> {
  for await (const lines of linesOf(content)) for (const line of lines) take(line);
}

/** Removes a listed file from those that were read. 400 if its size or hash differs. */
function matchFile(
  files: Map<string, { bytes: number; sha256: string }>,
  { key, missing, bytes, sha256 }: IndexedFile,
) {
  const found = files.get(key);
  if (missing ? found : found?.bytes !== bytes || found?.sha256 !== sha256)
    throw unreadable(`files/${key} is not as it was written.`);
  files.delete(key);
}

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

/** Read errors are reported as an unreadable archive. */
function misread(error: Error): never {
  throw error instanceof ApiError ? error : unreadable(`The archive cannot be read: ${error.message}.`);
}

/** Rows that PostgreSQL rejects are reported as an unreadable archive. */
function explain(error: Error & { code?: string; detail?: string }): never {
  if (error instanceof ApiError || !/^2[23]/.test(error.code ?? '')) throw error;
  throw unreadable(`A row cannot be inserted: ${error.message}.`);
}

function changedOnItsWay(): never {
  throw unreadable('Somebody changed it on its way.');
}
