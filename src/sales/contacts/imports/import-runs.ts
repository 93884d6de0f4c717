import { Injectable } from '@nestjs/common';
import {
  BlobStore,
  currentContext,
  type Detail,
  Guardrails,
  FileJobServices,
  IMPORT_WORK,
  type ImportKey,
  ImportWork,
  InjectStore,
  type Input,
  type Lease,
  LeasedWork,
  PermanentFailure,
  type ResourceStore,
  UserDirectory,
} from '../../../platform/index.js';
import type { UpdateContact } from '../contact.dto.js';
import { Contact } from '../contact.entity.js';
import { contacts } from '../contact.resource.js';
import { changesOf, madeOf } from '../contacts.service.js';
import { problemsOf, type Row, rowsOf } from './import-file.js';
import { ImportRepository, type Progress } from './import.repository.js';
import { ContactImport } from './import.entity.js';
import { IMPORT, ImportsService } from './imports.service.js';

/** Rows per transaction. */
const BATCH_SIZE = 200;

/** State of a dry run: keys that earlier rows would have created or used, with their contacts. */
type Seen = Map<string, string>;

/** Processes import files of contacts, one transaction per batch. */
@LeasedWork({
  ...IMPORT_WORK,
  kind: IMPORT,
  table: 'sales_imports',
  states: { open: `status in ('pending', 'running')`, failed: `status = 'failed'`, claim: `status = 'running'` },
  task: 'sales.imports-sweep',
  description: 'Resumes interrupted imports of contacts.',
  queue: 'sales-imports',
})
@Injectable()
export class ImportRuns extends ImportWork<ContactImport> {
  constructor(
    @InjectStore(ContactImport) private readonly imports: ResourceStore<ContactImport>,
    @InjectStore(Contact) private readonly contacts: ResourceStore<Contact>,
    services: FileJobServices,
    private readonly repository: ImportRepository,
    private readonly blobStore: BlobStore,
    private readonly users: UserDirectory,
    private readonly guardrails: Guardrails,
    private readonly service: ImportsService,
  ) {
    super(services, { table: 'sales_imports', task: 'sales.imports', plural: 'imports of contacts' });
  }

  /** Writes contacts as the user who started the import; changes of the import itself as the system. */
  protected async work(record: ContactImport, lease: Lease): Promise<void> {
    const context = currentContext();
    const { actor, restrictions } = context;
    context.actor = record.actor as typeof actor;
    await this.#read(record, lease).finally(() => Object.assign(context, { actor, restrictions }));
    await lease.transaction(() => this.#end(record, 'completed'));
  }

  fail(record: ContactImport, reason: string): Promise<void> {
    return this.#end(record, 'failed', reason);
  }

  retry(id: string): Promise<void> {
    return this.service.retry(id);
  }

  protected forget(key: ImportKey): Promise<string[]> {
    return this.repository.forget(key);
  }

  async #end({ id }: ContactImport, status: 'completed' | 'failed', error: string | null = null): Promise<void> {
    await this.service.end(await this.imports.get(id, { lock: true }), status, error);
  }

  async #read(record: ContactImport, lease: Lease): Promise<void> {
    if (record.dry_run) await lease.transaction(() => this.repository.restart(record));
    const progress = record.dry_run ? { ...NOTHING } : progressOf(record);
    const seen: Seen = new Map();
    let skip = progress.processed_count;
    let batch: Row[] = [];
    const keys = new Set<string>();
    for await (const row of rowsOf(await this.blobStore.read(record.blob_key), record.mapping)) {
      if (skip-- > 0) continue;
      const own = keysOf(row.input);
      if (batch.length === BATCH_SIZE || own.some((key) => keys.has(key))) {
        await this.#step(record, lease, progress, batch, seen);
        batch = [];
        keys.clear();
      }
      batch.push(row);
      for (const key of own) keys.add(key);
    }
    if (batch.length) await this.#step(record, lease, progress, batch, seen);
  }

  /** Processes a batch of rows, no two of which concern the same contact. */
  async #step(record: ContactImport, lease: Lease, progress: Progress, rows: Row[], seen: Seen): Promise<void> {
    lease.check();
    // A dry run restarts from the beginning, so no portion of it is progress.
    const step = record.dry_run ? lease.transaction.bind(lease) : lease.advance.bind(lease);
    await step(async () => {
      const { problems, created, updated } = await this.#write(record, rows, seen);
      progress.processed_count += rows.length;
      progress.created_count += created;
      progress.updated_count += updated;
      progress.error_count += rows.length - created - updated;
      await this.repository.move(record, progress, problems);
    });
  }

  async #write(record: ContactImport, rows: Row[], seen: Seen) {
    const { created_by } = record;
    const restrictions = await this.#applyRights(record);
    const there = await this.#matches(record.match_by, rows);
    const taken = await this.#externalIds(rows);
    const addresses = record.match_by === 'email' ? new Set<string>() : await this.#addresses(rows);
    const creates: Input<Contact>[] = [];
    const updates: [Contact, Input<Contact>][] = [];
    const problems: (Detail & { line: number })[] = [];
    let [created, updated] = [0, 0];
    for (const { line, input, problems: wrong } of rows) {
      const tell = (details: Detail[]) => problems.push(...details.map((detail) => ({ line, ...detail })));
      const key = record.match_by && keyOf(record.match_by, input);
      const matches = (key && there.get(key)) || [];
      const known = matches[0] ?? null;
      if (wrong.length) tell(wrong);
      else if (matches.length > 1) tell([several(record.match_by!, matches.length)]);
      else if (input.external_id && isTaken(taken, input.external_id, known)) tell([TAKEN]);
      else if (isSeen(seen, input, key)) tell([TAKEN]);
      else if (input.owner_id && !(await this.users.mayBeNamed(input.owner_id))) tell([noUser(input.owner_id)]);
      else {
        try {
          restrictions?.refuse(contacts, 'write', known ?? { id: '', tags: input.tags });
          if (known) updates.push([known, changesOf(known, input)]);
          else creates.push({ owner_id: created_by, ...madeOf(input) });
        } catch (error) {
          tell(problemsOf(error));
          continue;
        }
        if (known || (key && seen.has(key))) updated++;
        else {
          created++;
          const address = keyOf('email', input);
          if (address && (addresses.has(address) || seen.has(address))) tell([TWIN]);
        }
        if (record.dry_run) note(seen, input, key, line);
      }
    }
    if (!record.dry_run) {
      await this.contacts.createMany(creates.map((input) => [input]));
      await this.contacts.updateMany(updates);
    }
    return { problems, created, updated };
  }

  /** Checks that the credential which started it is still valid, and applies its policies. */
  async #applyRights(record: ContactImport) {
    const restrictions = await this.guardrails.apply(record.workspace_id, await this.#principalsOf(record));
    const refusal = restrictions?.refusal(contacts, 'read');
    if (refusal) throw new PermanentFailure(refusal.message);
    return restrictions;
  }

  async #principalsOf({ created_by, actor, holder }: ContactImport): Promise<readonly string[]> {
    if (!holder) {
      // The import was started before imports had a holder.
      if (created_by && !(await this.users.mayBeNamed(created_by)))
        throw new PermanentFailure(noLongerActive('user who started the import'));
      return this.users.namesOf(`${actor.type}:${actor.id}`, actor.via?.id);
    }
    const credential = await this.users.credentialOf(holder);
    if (!credential)
      throw new PermanentFailure(
        noLongerActive(`${holder.kind === 'api_key' ? 'API key that' : 'user who'} started the import`),
      );
    const lost = holder.scopes.find((scope) => !credential.scopes.has(scope));
    if (lost) throw new PermanentFailure(`The person who started the import no longer has the scope ${lost}.`);
    return credential.principals;
  }

  /** Matching contacts by key. A merged contact is replaced by its primary. */
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

  /** Addresses of rows that existing contacts have, as keys. */
  async #addresses(rows: Row[]): Promise<Set<string>> {
    const wanted = rows.flatMap(({ input }) => input.email?.toLowerCase() ?? []);
    const found = wanted.length ? await this.contacts.findAll(['lower(email) = any(?::text[])', wanted]) : [];
    return new Set(found.map((contact) => keyOf('email', contact)!));
  }

  /** Contacts by the external ids of rows. */
  async #externalIds(rows: Row[]): Promise<Map<string, string>> {
    const wanted = rows.flatMap(({ input }) => input.external_id ?? []);
    const found = wanted.length ? await this.contacts.findAll(['external_id = any(?::text[])', wanted]) : [];
    return new Map(found.map(({ id, external_id, merged_into_id }) => [external_id!, merged_into_id ?? id]));
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

/** Matching key of a contact, prefixed with the kind of key. */
function keyOf(by: 'email' | 'external_id', input: Keyed): string | null {
  const value = by === 'email' ? input.email?.toLowerCase() : input.external_id;
  return value ? `${by} ${value}` : null;
}

const keysOf = (input: Keyed): string[] => [keyOf('email', input) ?? [], keyOf('external_id', input) ?? []].flat();

const isTaken = (taken: Map<string, string>, externalId: string, by: Contact | null) =>
  taken.has(externalId) && taken.get(externalId) !== by?.id;

/** In a dry run: whether an earlier row gave the external id to another contact. */
function isSeen(seen: Seen, input: Keyed, key: string | null): boolean {
  const by = seen.get(keyOf('external_id', input) ?? '');
  return by !== undefined && by !== key;
}

function note(seen: Seen, input: Keyed, key: string | null, line: number): void {
  for (const each of [key, keyOf('email', input), keyOf('external_id', input)])
    if (each) seen.set(each, key ?? `line ${line}`);
}

const TAKEN: Detail = {
  field: 'external_id',
  code: 'duplicate',
  message: 'Another contact with this external_id exists.',
};

/** A warning; the row is still imported. */
const TWIN: Detail = {
  field: 'email',
  code: 'duplicate',
  message:
    'Another contact has this email, so there are two of them now. Import with match_by=email to update instead.',
};

const several = (by: string, n: number): Detail => ({
  field: by,
  code: 'duplicate',
  message: `${n} contacts have this ${by}. Merge them first.`,
});

const noUser = (id: string): Detail => ({
  field: 'owner_id',
  code: 'not_found',
  message: `The user ${id} does not exist or is suspended.`,
});

const noLongerActive = (holder: string): string => `The ${holder} is no longer active.`;
