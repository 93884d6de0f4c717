import { Injectable } from '@nestjs/common';
import {
  asSystem,
  Blobs,
  BlobStore,
  Clock,
  currentContext,
  Database,
  type Detail,
  InjectStore,
  type Input,
  type ResourceStore,
  UserDirectory,
} from '../../../platform/index.js';
import type { UpdateContact } from '../contact.dto.js';
import { Contact } from '../contact.entity.js';
import { changesOf, madeOf } from '../contacts.service.js';
import { problemsOf, type Row, rowsOf } from './import-file.js';
import { type Import, ImportLog, type Progress } from './import-log.js';
import { ContactImport } from './import.entity.js';

/** Rows of one transaction. */
const BATCH = 200;

/** What a file that changes nothing has to remember: contacts that its rows would have made. */
type Seen = Set<string>;

/**
 * Reads the files of imports, a batch of rows in each transaction, which also moves the place of the import. So an import
 * of any size is never in memory as a whole, and one whose worker died goes on where it was, without a row done twice.
 */
@Injectable()
export class ImportRuns {
  #stopping = false;

  constructor(
    @InjectStore(ContactImport) private readonly imports: ResourceStore<ContactImport>,
    @InjectStore(Contact) private readonly contacts: ResourceStore<Contact>,
    private readonly log: ImportLog,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly users: UserDirectory,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  stop(): void {
    this.#stopping = true;
  }

  run({ workspace_id, id }: Import): Promise<void> {
    return asSystem(workspace_id, async () => {
      const found = await this.imports.find(id);
      if (found) Object.assign(currentContext(), { actor: found.actor });
      if (found?.status === 'pending' || found?.status === 'running') await this.#read(found);
    });
  }

  async #read(record: ContactImport): Promise<void> {
    if (record.dry_run) await this.log.restart(record);
    const progress = record.dry_run ? { ...NOTHING } : progressOf(record);
    const seen: Seen = new Set();
    let skip = progress.processed_count;
    let batch: Row[] = [];
    const keys = new Set<string>();
    for await (const row of rowsOf(await this.blobStore.read(record.blob_key), record.mapping)) {
      if (skip-- > 0) continue;
      const own = keysOf(row.input);
      if (batch.length === BATCH || own.some((key) => keys.has(key))) {
        if (!(await this.#step(record, progress, batch, seen))) return;
        batch = [];
        keys.clear();
      }
      batch.push(row);
      for (const key of own) keys.add(key);
    }
    if (batch.length && !(await this.#step(record, progress, batch, seen))) return;
    await this.#finish(record, progress);
  }

  /** Does a batch of rows, no two of which are about the same contact. False where this worker is to stop. */
  #step(record: ContactImport, progress: Progress, rows: Row[], seen: Seen): Promise<boolean> {
    if (this.#stopping) return Promise.resolve(false);
    return this.database.transaction(async () => {
      if (!(await this.log.take(record, progress.processed_count))) return false;
      const { problems, created, updated } = await this.#write(record, rows, seen);
      progress.processed_count += rows.length;
      progress.created_count += created;
      progress.updated_count += updated;
      progress.error_count += rows.length - created - updated;
      await this.log.move(record, progress, problems, this.clock.iso());
      return true;
    });
  }

  async #write(record: ContactImport, rows: Row[], seen: Seen) {
    const there = await this.#matches(record.match_by, rows);
    const taken = await this.#externalIds(rows);
    const creates: Input<Contact>[] = [];
    const updates: [Contact, Input<Contact>][] = [];
    const problems: (Detail & { line: number })[] = [];
    let [created, updated] = [0, 0];
    for (const { line, input, problems: wrong } of rows) {
      const refuse = (details: Detail[]) => problems.push(...details.map((detail) => ({ line, ...detail })));
      const key = record.match_by && keyOf(record.match_by, input);
      const matches = (key && there.get(key)) || [];
      const known = matches[0] ?? null;
      if (wrong.length) refuse(wrong);
      else if (matches.length > 1) refuse([several(record.match_by!, matches.length)]);
      else if (input.external_id && isTaken(taken, input.external_id, known)) refuse([TAKEN]);
      else if (input.owner_id && !(await this.users.isActive(input.owner_id))) refuse([noUser(input.owner_id)]);
      else {
        try {
          if (known) updates.push([known, changesOf(known, input)]);
          else creates.push({ owner_id: record.created_by, ...madeOf(input) });
        } catch (error) {
          refuse(problemsOf(error));
          continue;
        }
        const again = record.dry_run && key !== null && seen.has(key);
        if (known || again) updated++;
        else created++;
        if (record.dry_run && !known) for (const each of keysOf(input)) seen.add(each);
      }
    }
    if (!record.dry_run) {
      await this.contacts.createMany(creates.map((input) => [input]));
      await this.contacts.updateMany(updates);
    }
    return { problems, created, updated };
  }

  /** The contacts that rows are about, by what they are matched by. One that is merged stands for another. */
  async #matches(by: ContactImport['match_by'], rows: Row[]): Promise<Map<string, Contact[]>> {
    if (!by) return new Map();
    const wanted = rows.flatMap(({ input }) => keyOf(by, input)?.slice(by.length + 1) ?? []);
    const found =
      by === 'email'
        ? await this.contacts.findAll([`lower(email) = any(?::text[]) and status = 'active'`, wanted], { lock: true })
        : await this.contacts.findAll(['external_id = any(?::text[])', wanted], { lock: true });
    const merged = found.flatMap(({ merged_into_id }) => merged_into_id ?? []);
    const primaries = merged.length ? await this.contacts.findAll(['id = any(?::text[])', merged], { lock: true }) : [];
    const standing = new Map([...found, ...primaries].map((contact) => [contact.id, contact]));
    const matches = new Map<string, Contact[]>();
    for (const contact of found) {
      const key = keyOf(by, contact)!;
      const stands = standing.get(contact.merged_into_id ?? contact.id) ?? contact;
      matches.set(key, [...(matches.get(key) ?? []), stands]);
    }
    return matches;
  }

  /** Who has the external ids that rows name. */
  async #externalIds(rows: Row[]): Promise<Map<string, string>> {
    const wanted = rows.flatMap(({ input }) => input.external_id ?? []);
    const found = wanted.length ? await this.contacts.findAll(['external_id = any(?::text[])', wanted]) : [];
    return new Map(found.map(({ id, external_id, merged_into_id }) => [external_id!, merged_into_id ?? id]));
  }

  async #finish(record: ContactImport, { processed_count }: Progress): Promise<void> {
    currentContext().actor = { type: 'system', id: null, email: null };
    await this.database.transaction(async () => {
      if (!(await this.log.take(record, processed_count))) return;
      const now = await this.imports.get(record.id, { lock: true });
      await this.imports.transition(now, 'completed', {}, { as: 'completed' });
      await this.blobs.release(record.blob_key);
    });
  }
}

const NOTHING: Progress = { processed_count: 0, created_count: 0, updated_count: 0, error_count: 0 };

const progressOf = ({ processed_count, created_count, updated_count, error_count }: ContactImport): Progress => ({
  processed_count,
  created_count,
  updated_count,
  error_count,
});

type Keyed = Partial<Pick<UpdateContact, 'email' | 'external_id'>>;

/** What a contact is matched by, as a text that tells it from the other way. */
function keyOf(by: 'email' | 'external_id', input: Keyed): string | null {
  const value = by === 'email' ? input.email?.toLowerCase() : input.external_id;
  return value ? `${by} ${value}` : null;
}

const keysOf = (input: Keyed): string[] => [keyOf('email', input) ?? [], keyOf('external_id', input) ?? []].flat();

const isTaken = (taken: Map<string, string>, externalId: string, by: Contact | null) =>
  taken.has(externalId) && taken.get(externalId) !== by?.id;

const TAKEN: Detail = {
  field: 'external_id',
  code: 'duplicate',
  message: 'There is another contact with this external_id.',
};

const several = (by: string, n: number): Detail => ({
  field: by,
  code: 'duplicate',
  message: `There are ${n} contacts with this ${by}: merge them first.`,
});

const noUser = (id: string): Detail => ({
  field: 'owner_id',
  code: 'not_found',
  message: `There is no active user ${id}.`,
});
