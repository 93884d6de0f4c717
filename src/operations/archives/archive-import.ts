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
  unzip,
} from '../../platform/index.js';
import { archives } from './archive.resource.js';
import {
  digested,
  FORMAT,
  type IndexedFile,
  isIndex,
  keyOf,
  linesOf,
  MANIFEST,
  type Manifest,
  type ManifestPart,
} from './manifest.js';
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
  ) {}

  async run(path: string): Promise<ImportSummary> {
    await access(path, constants.R_OK).catch((error: Error) => {
      throw invalidField('file', 'not_found', `file cannot be read: ${error.message}`);
    });
    if (!(await isUnchanged(path)))
      throw unreadable('This file is not a workspace archive, or it was modified or truncated.');
    const manifest = await readManifest(path).catch(misread);
    const tables = await this.#tablesOf(manifest);
    const check = await this.#check(path, manifest).catch(misread);
    const { workspace } = manifest;
    await this.#refuseFilled(workspace.id);
    await this.trail.prepare(check);
    return asSystem(workspace.id, async () => {
      const salt = randomBytes(32);
      const keyFor = (key: string) => createHmac('sha256', salt).update(key).digest('hex').slice(0, 32);
      await this.#copyFiles(path, keyFor);
      await this.database.transaction(() => this.#addRows(path, manifest, tables, keyFor)).catch(explain);
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
  async #tablesOf({ parts, schema }: Manifest): Promise<Map<string, ArchivedTable>> {
    const own = await this.tables.schema();
    if (schema > own)
      throw unreadable(
        `The archive was made by a newer release (schema ${schema}, here ${own}). Update this deployment first.`,
      );
    const known = new Map((await this.tables.archived()).map((table) => [table.table, table]));
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
  async #check(path: string, manifest: Manifest): Promise<TrailCheck> {
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
    return check;
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
        await this.#addLines(part, tables.get(part.name), lines, keyFor);
    }
    await this.trail.finish(trail);
    for (const table of tables.values()) {
      const id = await this.tables.clash(table);
      if (id) throw conflict(`The record ${id} is in another workspace of this deployment.`);
    }
    await this.audit.note({
      action: `${archives.type}.imported`,
      resource_type: archives.type,
      resource_id: null,
      outcome: 'success',
      changes: { signed_by: { from: null, to: manifest.signed_by } },
    });
  }

  async #addLines(
    { name, columns }: ManifestPart,
    table: ArchivedTable | undefined,
    lines: readonly string[],
    keyFor: KeyFor,
  ): Promise<void> {
    if (TrailCheck.parts.includes(name)) return this.trail.add(name, lines);
    if (table)
      return this.tables.add(
        table,
        columns!,
        lines.map((line) => renamed(table.blob ? rekeyed(line, table.blob, keyFor) : line)),
      );
    const files = lines.map((line) => JSON.parse(line) as IndexedFile).filter(({ missing }) => !missing);
    await this.blobs.claimAll(files.map(({ key }) => keyFor(key)));
  }
}

/** 400 unless the archive has a manifest in a format that this release reads. */
async function readManifest(path: string): Promise<Manifest> {
  const entry = await lastEntry(path);
  if (entry.name !== MANIFEST || entry.size > MAX_MANIFEST_BYTES)
    throw unreadable(`The archive does not end with ${MANIFEST}.`);
  const manifest = JSON.parse(entry.text) as Manifest;
  if (manifest.format > FORMAT)
    throw unreadable(
      `The archive has the format ${manifest.format}, and this release reads up to ${FORMAT}. Update this deployment first.`,
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

/** A row with the blob key of this deployment. */
function rekeyed(line: string, column: string, keyFor: KeyFor): string {
  const row = JSON.parse(line) as Record<string, string | null>;
  const key = row[column];
  return key == null ? line : JSON.stringify({ ...row, [column]: keyFor(key) });
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

const unreadable = (why: string) => invalidField('file', 'invalid_format', `file is refused. ${why}`);
