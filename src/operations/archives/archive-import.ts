import { Injectable } from '@nestjs/common';
import { createHmac, randomBytes } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { TrailArchive, TrailCheck } from '../../guard/index.js';
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
  newId,
  type ReadEntry,
  Secrets,
  unzip,
} from '../../platform/index.js';
import { archives } from './archive.resource.js';
import {
  digested,
  type IndexedFile,
  isIndex,
  keyOf,
  linesOf,
  MANIFEST,
  type Manifest,
  type ManifestMove,
  type ManifestPart,
  MOVE_FORMAT,
  placeOfReceipt,
} from './manifest.js';
import { unsealRow } from './sealed-rows.js';
import { TransferKey, TransferSeal } from './transfer-seal.js';
import { type ArchivedTable, WorkspaceTables } from './workspace-tables.repository.js';

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
  /** The manifest was signed with this key of the source. */
  signedBy: string;
  seal: TransferSeal;
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
    const manifest = await openManifest(path);
    const { move } = manifest;
    if (!move) throw unreadable('It belongs to no move: "workspace import" takes it.');
    const key = transferKeys(this.secrets).find(({ text }) => text === move.sealed_for);
    if (!key) throw unreadable('It is sealed for another deployment. "workspace receive" prints the key of this one.');
    const opened = () => {
      const seal = TransferSeal.by(key, move.ephemeral_key);
      return { ...move, receipt: seal.open(move.receipt, placeOfReceipt(manifest)), seal };
    };
    const at = { workspaceId: manifest.workspace.id, signedBy: manifest.signed_by };
    return { ...(await Promise.resolve().then(opened).catch(changedOnItsWay)), ...at };
  }

  /** `move`: the move that the archive belongs to, if any. `done` runs in the transaction of the rows, after the last one. */
  async run(path: string, move?: IncomingMove, done?: () => Promise<void>): Promise<ImportSummary> {
    const manifest = await openManifest(path);
    if (manifest.move && !move) throw unreadable('It belongs to a move: "workspace receive" takes it.');
    const tables = await this.#tablesOf(manifest);
    const { check, months } = await this.#check(path, manifest, tables).catch(misread);
    const { workspace } = manifest;
    await this.#refuseFilled(workspace.id);
    await this.trail.prepare(check);
    for (const [table, found] of months) await this.tables.ensureMonths(table, found);
    return asSystem(workspace.id, async () => {
      const salt = randomBytes(32);
      const keyFor = (key: string) => createHmac('sha256', salt).update(key).digest('hex').slice(0, 32);
      await this.#copyFiles(path, keyFor);
      const add = () => this.#addRows(path, manifest, tables, keyFor, move?.seal);
      await this.database.transaction(() => add().then(done ?? (() => this.#note(manifest)))).catch(explain);
      return {
        workspace_id: workspace.id,
        name: workspace.name,
        created_at: manifest.created_at,
        records: manifest.parts.reduce((sum, { count, table }) => sum + (table ? count : 0), 0),
        files: manifest.file_count,
        missing_files: manifest.missing_file_count,
        sealed_entries: check.checked,
        signed_by: manifest.signed_by,
      };
    });
  }

  /** The tables of this deployment for the parts of an archive. */
  async #tablesOf({ parts, schema, move }: Manifest): Promise<Map<string, ArchivedTable>> {
    const own = await this.tables.schema();
    if (schema > own)
      throw unreadable(
        `The archive was made by a newer release (schema ${schema}, here ${own}). Update this deployment first.`,
      );
    const known = new Map((await this.tables.archived(move !== undefined)).map((table) => [table.table, table]));
    const found = new Map<string, ArchivedTable>();
    for (const { name, table: of, columns = [] } of parts.filter(({ table }) => table !== undefined)) {
      const table = known.get(of!);
      const strange = table ? columns.find((column) => !table.columns.includes(column)) : undefined;
      if (!table || strange !== undefined)
        throw unreadable(
          `${name} has ${table ? `the column ${strange}` : `the table ${of}`}, which is not known here.`,
        );
      found.set(name, table);
    }
    return found;
  }

  /** Reads the whole archive. 400 if any byte differs from the manifest. */
  async #check(path: string, manifest: Manifest, tables: ReadonlyMap<string, ArchivedTable>) {
    const months = new Map<ArchivedTable, Set<string>>();
    const check = this.trail.check(manifest.trail);
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
          if (table?.month) months.set(table, withMonth(months.get(table), line, table.month));
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
    tables: ReadonlyMap<string, ArchivedTable>,
    keyFor: KeyFor,
    seal?: TransferSeal,
  ): Promise<void> {
    const { workspace, trail } = manifest;
    const parts = new Map(manifest.parts.map((part) => [part.name, part]));
    await this.tables.withoutLimits();
    await this.tables.addWorkspace(workspace);
    await this.#refuseFilled(workspace.id);
    for await (const entry of unzip(path)) {
      const part = parts.get(entry.name);
      if (!part) continue;
      for await (const lines of linesOf(await entry.content()))
        await this.#addLines(part, tables.get(part.name), lines, keyFor, seal);
    }
    await this.trail.finish(trail);
    for (const table of tables.values()) {
      const id = await this.tables.clash(table);
      if (id) throw conflict(`The record ${id} is in another workspace of this deployment.`);
    }
  }

  async #note(manifest: Manifest): Promise<void> {
    await this.audit.note({
      action: `${archives.type}.imported`,
      resource_type: archives.type,
      resource_id: null,
      outcome: 'success',
      changes: { signed_by: { from: null, to: manifest.signed_by } },
    });
  }

  async #addLines(
    { name, columns, sealed }: ManifestPart,
    table: ArchivedTable | undefined,
    lines: readonly string[],
    keyFor: KeyFor,
    seal?: TransferSeal,
  ): Promise<void> {
    if (TrailCheck.parts.includes(name)) return this.trail.add(name, lines);
    if (table)
      return this.tables.add(
        table,
        columns!,
        lines.map((line) => {
          const open = sealed && seal ? unsealRow(line, table.table, sealed, seal, this.secrets) : line;
          return renamed(table.blob ? rekeyed(open, table.blob, keyFor) : open);
        }),
      );
    const files = lines.map((line) => JSON.parse(line) as IndexedFile).filter(({ missing }) => !missing);
    await this.blobs.claimAll(files.map(({ key }) => keyFor(key)));
  }
}

const transferKeys = (secrets: Secrets): TransferKey[] =>
  secrets.deriveAll('workspace transfers').map((secret) => new TransferKey(secret));

function withMonth(months = new Set<string>(), line: string, column: string): Set<string> {
  months.add(String((JSON.parse(line) as Record<string, unknown>)[column]).slice(0, 7));
  if (months.size > MAX_MONTHS) throw unreadable(`It has events of more than ${MAX_MONTHS} months.`);
  return months;
}

/** 400 unless the file is an archive that is whole. */
async function openManifest(path: string): Promise<Manifest> {
  await access(path, constants.R_OK).catch((error: Error) => {
    throw invalidField('file', 'not_found', `file cannot be read: ${error.message}`);
  });
  if (!(await isUnchanged(path)))
    throw unreadable('This file is not a workspace archive, or it was modified or truncated.');
  return readManifest(path).catch(misread);
}

/** 400 unless the archive has a manifest in a format that this release reads. */
async function readManifest(path: string): Promise<Manifest> {
  const entry = await lastEntry(path);
  if (entry.name !== MANIFEST || entry.size > MAX_MANIFEST_BYTES)
    throw unreadable(`The archive does not end with ${MANIFEST}.`);
  const manifest = JSON.parse(entry.text) as Manifest;
  if (manifest.format > MOVE_FORMAT)
    throw unreadable(
      `The archive has the format ${manifest.format}, and this release reads up to ${MOVE_FORMAT}. Update this deployment first.`,
    );
  return manifest;
}

async function lastEntry(path: string): Promise<Pick<ReadEntry, 'name' | 'size'> & { text: string }> {
  let last = { name: '', size: 0, text: '' };
  for await (const { name, size, content } of unzip(path)) {
    last = { name, size, text: '' };
    if (name !== MANIFEST || size > MAX_MANIFEST_BYTES) continue;
    for await (const lines of linesOf(await content())) last.text += `${lines.join('\n')}\n`;
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
  const row = JSON.parse(line) as Record<string, string | null | { blobs: string[] }>;
  const key = row[column];
  if (key == null) return line;
  const renamed = typeof key === 'string' ? keyFor(key) : { ...key, blobs: key.blobs.map(keyFor) };
  return JSON.stringify({ ...row, [column]: renamed });
}

/** A row with an id of this form gets a new one: entries of stage histories were numbered from 1 in each deployment. */
const NUMBERED = /"id": ?"sth_\d{26}"/;
const renamed = (line: string): string => line.replace(NUMBERED, () => `"id":"${newId('sth')}"`);

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

const unreadable = (why: string) => invalidField('file', 'invalid_format', `file is refused. ${why}`);
