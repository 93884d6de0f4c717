import { isDeepStrictEqual } from 'node:util';
import type { EntityMetadata, SelectQueryBuilder } from 'typeorm';
import { type Changes, changesBetween, type Shown } from '../audit/audit.js';
import { contextIfAny, currentContext } from '../context/request-context.js';
import type { Clock } from '../database/clock.js';
import type { Database, Row } from '../database/database.js';
import { isId, newId } from '../fields/ids.js';
import { fieldsOf } from '../fields/fields.js';
import type { Ask } from '../security/denials.js';
import type { Guardrails } from '../security/guardrails.js';
import type { UserDirectory } from '../security/user-directory.js';
import type { RecordEntity, TrashableEntity } from './record.entity.js';
import { ConcurrentChange } from '../database/unit-of-work.js';
import { conflict, forbidden, invalidField, notFound } from '../errors/api-error.js';
import { ChangeWriter } from './change-writer.js';
import { Conditions, rowMatches } from './conditions.js';
import { failure, type Resource, type RowRule } from './define.js';
import type { Condition } from './list-of.js';
import { changesAsMember } from './members.js';
import type { Cursors, Page, PageQuery } from './page.js';
import { Pages } from './pages.js';
import { countsBy } from './totals.js';

/** Fields of a record that its owner's code may set; the store keeps the others. */
export type Input<T> = Partial<Omit<T, keyof RecordEntity>>;

interface FindOptions {
  /** Also look in the trash. */
  deleted?: boolean;
  /** Lock the row until the unit of work ends. */
  lock?: boolean;
  /** Of users: the placeholder of deleted ones is none. */
  real?: boolean;
}

interface ChangeOptions {
  /** The verb of the event and audit action when it is not the usual one: `archived`, `won`. */
  as?: string;
  /** What changed beyond the fields of the record, for its audit entry: members that joined, say. */
  also?: Changes;
}

interface CreateOptions extends ChangeOptions {
  /** An id that was made before (`newId`), for records that name each other. */
  id?: string;
}

export interface RemoveOptions {
  /** Remove for good instead of moving to the trash. */
  hard?: boolean;
}

export interface Stores {
  database: Database;
  clock: Clock;
  cursors: Cursors;
  users: UserDirectory;
  guardrails: Guardrails;
  /** Called after a commit that added to the outbox. */
  announced: () => void;
}

/**
 * The records of one resource in the workspace of the running request. Every write carries its event and its audit
 * entry with it (see `ChangeWriter`).
 *
 * Methods answer records as they will be; a held write reaches the database at the latest when the request commits
 * (see `UnitOfWork`).
 */
export class ResourceStore<T extends RecordEntity> {
  /** The name of its table. */
  readonly table: string;
  /** The class of its records. */
  readonly entity: new () => T;
  readonly #columns: EntityMetadata['columns'];
  /** All columns by name: a prepared `*` fails in running processes when a migration adds a column. */
  readonly #all: string;
  readonly #json: Set<string>;
  readonly #stamped: boolean;
  readonly #texts = new Map<string, string>();
  readonly #pages: Pages;
  readonly #changes: ChangeWriter;
  /** What the audit trail says of each field. */
  readonly #shown: Record<string, Shown>;
  /** Fields of which nothing is told, as they follow from others. */
  readonly #derived: Set<string>;
  /** How those of them are made that are made here. */
  readonly #makers: (readonly [name: string, make: (record: object) => unknown])[];
  /** What a new record has where the input says nothing; lists and objects apart, as each record needs its own. */
  readonly #plainDefaults: Row;
  readonly #otherDefaults: (readonly [name: string, value: unknown])[];

  constructor(
    readonly resource: Resource,
    private readonly metadata: EntityMetadata,
    private readonly services: Stores,
  ) {
    const fields = [...fieldsOf((metadata.target as Function).prototype)];
    this.#shown = Object.fromEntries(fields.map(([name, { audit }]) => [name, audit]));
    this.#derived = new Set(fields.filter(([, { derived }]) => derived).map(([name]) => name));
    this.#makers = fields.flatMap(([name, { derived }]) =>
      typeof derived === 'function' ? [[name, derived] as const] : [],
    );
    const fallbacks = fields.filter(([, spec]) => spec.default !== undefined || spec.nullable);
    const defaults = fallbacks.map(([name, spec]) => [name, spec.default ?? null] as const);
    this.#plainDefaults = Object.fromEntries(
      defaults.filter(([, value]) => typeof value !== 'object' || value === null),
    );
    this.#otherDefaults = defaults.filter(([, value]) => typeof value === 'object' && value !== null);
    this.#columns = metadata.columns.filter((column) => column.generatedType === undefined);
    this.table = metadata.tableName;
    this.entity = metadata.target as new () => T;
    this.#all = metadata.columns.map((column) => column.databaseName).join(', ');
    this.#pages = new Pages(resource, metadata, services);
    this.#changes = new ChangeWriter(resource, this.table, services.announced);
    this.#stamped = this.#columns.some(({ databaseName }) => databaseName === 'updated_by');
    this.#json = new Set(metadata.columns.filter(({ type }) => type === 'jsonb').map((column) => column.databaseName));
  }

  /** The record, or 404 when it does not exist, is in the trash or must not be seen; 403 where a policy denies it. */
  async get(id: string, options: FindOptions = {}): Promise<T> {
    const record = await this.load(id, options);
    this.#refuseDenied('read', record);
    return record;
  }

  /** The same for what asks the policies itself. Only the platform needs this. */
  async load(id: string, options: FindOptions = {}): Promise<T> {
    const record = await this.find(id, options);
    if (!record)
      throw notFound(`There is no ${this.resource.noun} ${isId(this.resource.idPrefix, id) ? id : 'with this id'}.`);
    return record;
  }

  /** The record, or null. */
  async find(id: string, { deleted, lock, real }: FindOptions = {}): Promise<T | null> {
    if (!isId(this.resource.idPrefix, id) || (real && this.#isPlaceholder(id))) return null;
    const trash = this.resource.trash && !deleted ? ' and deleted_at is null' : '';
    const text = this.#text(
      `find${trash}${lock}`,
      () =>
        `select ${this.#all} from ${this.table} where workspace_id = $1 and id = $2${trash}${lock ? ' for update' : ''}`,
    );
    const { workspaceId } = currentContext();
    const [record] = this.#isPlaceholder(id)
      ? [{ ...this.resource.placeholder, workspace_id: workspaceId } as unknown as T]
      : await this.services.database[lock ? 'write' : 'lookup']<T>(text, [workspaceId, id]);
    return record && rowMatches(this.#visible(), record) ? record : null;
  }

  /** Those records that meet a condition on the columns, in the order of their ids. */
  async findAll([sql, ...values]: Condition, { deleted, lock }: FindOptions = {}): Promise<T[]> {
    const where = new Conditions().add('workspace_id = ?', currentContext().workspaceId).add(sql, ...values);
    if (this.resource.trash && !deleted) where.add('deleted_at is null');
    where.matches(this.#visible());
    const text = `select ${this.#all} from ${this.table} where ${where.sql} order by id${lock ? ' for update' : ''}`;
    return this.services.database[lock ? 'write' : 'read']<T>(text, where.values);
  }

  /** The record that has this value in a column with a unique index, or null. */
  async findBy(column: string, value: string, { lock }: Pick<FindOptions, 'lock'> = {}): Promise<T | null> {
    const trash = this.resource.trash ? ' and deleted_at is null' : '';
    const text = this.#text(
      `findBy${column}${lock}`,
      () =>
        `select ${this.#all} from ${this.table} where workspace_id = $1 and ${column} = $2${trash}${lock ? ' for update' : ''}`,
    );
    const values = [currentContext().workspaceId, value];
    const [record] = await this.services.database[lock ? 'write' : 'lookup']<T>(text, values);
    return record && rowMatches(this.#visible(), record) ? record : null;
  }

  /**
   * Locks a loaded record until the unit of work ends. Where somebody changed it since it was loaded, the request is run
   * again on what they left.
   */
  async lock(record: T): Promise<void> {
    this.refusePlaceholder(record);
    const now = await this.find(record.id, { deleted: true, lock: true });
    if (now?.revision !== record.revision) throw new ConcurrentChange();
  }

  /** 409 for the placeholder of deleted users, which nobody can change. */
  refusePlaceholder({ id }: RecordEntity): void {
    if (this.#isPlaceholder(id))
      throw conflict(`${id} stands for every deleted ${this.resource.noun}: it cannot be changed.`);
  }

  /**
   * The record with this id in whichever workspace, if it matches the rule; else 404. For routes without a credential:
   * the rule must say what makes a record public.
   */
  async getAnywhere(id: string, rule: RowRule): Promise<T> {
    const where = new Conditions().add('id = ?', id).matches(rule);
    if (this.resource.trash) where.add('deleted_at is null');
    const sql = `select ${this.#all} from ${this.table} where ${where.sql}`;
    const [record] = isId(this.resource.idPrefix, id) ? await this.services.database.read<T>(sql, where.values) : [];
    if (!record) throw notFound(`There is no ${this.resource.noun} with this id.`);
    // A request without a credential is everybody's; the rest of it is bound by what is denied to them.
    const restrictions =
      contextIfAny()?.credential === null && (await this.services.guardrails.apply(record.workspace_id));
    if (restrictions) restrictions.refuse(this.resource, 'read', record);
    return record;
  }

  /**
   * A page of the list that the query describes, with the columns that the view shows. `within` fixes columns that the
   * query cannot name, such as the record whose path the list stands under.
   */
  async page<V extends object>(
    query: PageQuery,
    view: new () => V,
    within: Readonly<Record<string, string>> = {},
  ): Promise<Page<V>> {
    currentContext().restrictions?.refuse(this.resource, 'read');
    return this.#pages.read(query, view, within, this.#visible());
  }

  /** A page of a short list whose records are all at hand, in its order. `within` says which list it is. */
  pageOf<V extends object>(query: PageQuery, records: readonly V[], within: Readonly<Record<string, string>>): Page<V> {
    const list = JSON.stringify([this.resource.type, currentContext().workspaceId, within]);
    return this.services.cursors.cut(list, records, query);
  }

  /**
   * All that the query describes, on whichever page, as it is when it begins, in portions. The first one needs the
   * context of the request; what follows is read as it is taken.
   */
  rows<V extends object>(query: PageQuery, view: new () => V): AsyncGenerator<V[]> {
    currentContext().restrictions?.refuse(this.resource, 'read');
    return this.#pages.all(query, view, this.#visible());
  }

  /**
   * How many records hold these values of counted columns, and the sum of their `summed` column as exact decimal text, for
   * each combination of values of the columns `by`. It adds up counts, not records. Columns with many values are not among
   * them.
   */
  async sums(dims: Row, by: readonly string[]): Promise<(Row & { n: number; amount: string })[]> {
    const groups = by.map((name) => `dims ->> '${name}' as ${name}`);
    return this.services.database.read(
      `select ${[...groups, 'sum(n)::int as n', 'sum(amount)::text as amount'].join(', ')} from record_counts
       where workspace_id = $1 and resource = $2 and kind in ('new', 'all') and dims @> $3::jsonb
       group by ${by.map((_, index) => index + 1).join(', ')}`,
      [currentContext().workspaceId, this.resource.type, JSON.stringify(dims)],
    );
  }

  /**
   * Adds a record, which the caller must be allowed to write; its `created` event and audit entry go with it. What the
   * input leaves out gets its default, or null; the owner is the caller.
   */
  async create(input: Input<T>, options: CreateOptions = {}): Promise<T> {
    const record = this.#made(input, options);
    await this.#mayWrite(record);
    if (this.resource.owner) await this.#checkOwner((record as unknown as Row)[this.resource.owner]);
    await this.#changes.write(this.#insertion(record, options));
    return record;
  }

  /** Adds many records by one statement for 500 of them. */
  async createMany(inputs: readonly (readonly [Input<T>, CreateOptions?])[]): Promise<T[]> {
    const records = inputs.map(([input, options]) => this.#made(input, options));
    await this.#mayWrite(...records);
    const { owner } = this.resource;
    const owners = owner ? records.map((record) => (record as unknown as Row)[owner]) : [];
    for (const id of new Set(owners)) await this.#checkOwner(id);
    await this.#changes.write(...records.map((record, index) => this.#insertion(record, inputs[index]![1])));
    return records;
  }

  /**
   * Changes fields of a loaded record. Where nothing differs, nothing is written, announced or noted.
   * Of two requests that change the same record, the slower one is run again on what the faster one left.
   */
  async update(record: T, changes: Input<T>, options: ChangeOptions = {}): Promise<T> {
    const [after] = await this.updateMany([[record, changes, options]]);
    return after!;
  }

  /**
   * Changes many loaded records, those whose same fields differ by one statement for 500 of them; each that changes has its
   * own event and entry. Load them with `lock`, in a request that is not about one of them.
   */
  async updateMany(updates: readonly (readonly [T, Input<T>, ChangeOptions?])[]): Promise<T[]> {
    await this.#mayWrite(...updates.map(([record]) => record));
    const { owner } = this.resource;
    if (owner) {
      const given = updates.map(([record, changes]) => [(changes as Row)[owner], (record as unknown as Row)[owner]]);
      for (const [id, before] of given) if (id !== before) await this.#checkOwner(id);
    }
    const changed = updates.map(([record, changes, options]) => this.#changed(record, changes, options ?? {}));
    await this.#changes.write(...changed.flatMap(({ written }) => written ?? []));
    return changed.map(({ after }) => after);
  }

  /**
   * Moves a record's `status` along the state table of its resource, with any other fields that change with it.
   * To the state it has already: nothing happens. A move that the table does not have is a conflict.
   */
  async transition(
    record: T & { status: string },
    to: string,
    changes: Input<T> = {},
    options: ChangeOptions = {},
  ): Promise<T> {
    if (record.status !== to && !this.resource.states?.[record.status]?.includes(to)) {
      throw conflict(`The ${this.resource.noun} is ${record.status} and cannot become ${to}.`);
    }
    return this.update(record, { ...changes, status: to } as unknown as Input<T>, options);
  }

  /** Moves a record to the trash, or removes it for good where it has none or `hard` is set. */
  remove(record: T, options: RemoveOptions = {}): Promise<void> {
    return this.removeMany([record], options);
  }

  /** Removes many records, by one statement for 500 of them. */
  async removeMany(records: readonly T[], { hard = !this.resource.trash }: RemoveOptions = {}): Promise<void> {
    await this.#mayWrite(...records);
    for (const record of records) this.#refuseDenied('delete', record);
    if (!hard) {
      const gone = records.find((record) => (record as unknown as TrashableEntity).deleted_at);
      if (gone) throw notFound(`There is no ${this.resource.noun} ${gone.id}.`);
      const now = this.services.clock.now();
      const purge = now + this.resource.trash!.purgeAfterDays * 86_400_000;
      const trashed = { deleted_at: new Date(now).toISOString(), purge_at: new Date(purge).toISOString() };
      await this.updateMany(records.map((record) => [record, trashed as unknown as Input<T>, { as: 'deleted' }]));
      return;
    }
    this.#mayPurge();
    const at = this.services.clock.iso();
    const removal = { verb: 'deleted', at, changed: [], hard: true, changes: null };
    await this.#changes.write(...records.map((record) => this.#changes.delete({ ...removal, record })));
  }

  /** Takes a record out of the trash. */
  async restore(record: T): Promise<T> {
    if (!(record as unknown as TrashableEntity).deleted_at) throw failure(this.resource, 'notDeleted');
    return this.update(record, { deleted_at: null, purge_at: null } as unknown as Input<T>);
  }

  /**
   * How many records there are by the values of counted columns: exact, and a sum of a few rows however many records there
   * are. See `countsBy`.
   */
  async counts(dims: Row, by: readonly string[]): Promise<(Record<string, string> & { n: number })[]> {
    const where = new Conditions().add('workspace_id = ?', currentContext().workspaceId);
    return this.services.database.read(countsBy(this.resource, dims, by, where), where.values);
  }

  /**
   * TypeORM's query builder on this resource, bound to the workspace and to what may be seen, for questions that the
   * other methods do not answer. It reads outside of the unit of work.
   */
  query(alias: string): SelectQueryBuilder<T> {
    const builder = this.services.database.dataSource
      .getRepository<T>(this.metadata.target)
      .createQueryBuilder(alias)
      .where(`${alias}.workspace_id = :workspaceId`, { workspaceId: currentContext().workspaceId });
    const rule = this.#visible();
    if (rule === 'all') return builder;
    const where = new Conditions().matches(rule, (name) => `${alias}.${name}`);
    const named = Object.fromEntries(where.values.map((value, index) => [`visible${index + 1}`, value]));
    return builder.andWhere(where.sql.replace(/\$(\d+)/g, ':visible$1'), named);
  }

  /** Beside records of other types there are none of a type that a policy denies to read: no names, no references. */
  #visible(): RowRule {
    const { credential, restrictions, route } = currentContext();
    if (restrictions && route?.endpoint?.resource !== this.resource && restrictions.deny(this.resource, 'read'))
      return [];
    return (credential && this.resource.visible?.(credential)) ?? 'all';
  }

  #isPlaceholder(id: string): boolean {
    return id === this.resource.placeholder?.id;
  }

  async #mayWrite(...records: T[]): Promise<void> {
    for (const record of records) this.refusePlaceholder(record);
    const { credential } = currentContext();
    const rule = credential && this.resource.writable?.(credential);
    if (!rule) return;
    const others = records.filter((record) => !rowMatches(rule, record));
    // Those with the same members need to be asked about once.
    const by = this.resource.members?.by ?? 'id';
    for (const record of new Map(others.map((record) => [(record as unknown as Row)[by], record])).values()) {
      if (!(await changesAsMember(this.resource, record, this.services.database)))
        throw forbidden(`This ${this.resource.noun} is not yours to change.`);
    }
  }

  /** A new record of what the input says. */
  #made(input: Input<T>, { id }: CreateOptions = {}): T {
    const now = this.services.clock.iso();
    return {
      ...this.#blank(),
      ...this.#withDerived(defined(input)),
      ...this.#owner(input as Row),
      ...this.#stamp(),
      workspace_id: currentContext().workspaceId,
      id: id ?? newId(this.resource.idPrefix),
      created_at: now,
      updated_at: now,
      revision: 1,
    } as unknown as T;
  }

  #insertion(record: T, { as = 'created', also }: ChangeOptions = {}) {
    this.#refuseDenied('write', record);
    const { permissions } = record as unknown as Row;
    if (permissions && !isDeepStrictEqual(permissions, this.#blank().permissions)) this.#refuseSharing(record);
    const columns = this.#columns.map((column) => column.databaseName);
    const values = columns.map((column) => this.#stored(column, record));
    return this.#changes.insert(columns, values, {
      verb: as,
      at: record.created_at,
      record,
      changed: [],
      changes: also ?? null,
    });
  }

  /** A record after a change, and what is written; nothing where nothing differs. */
  #changed(record: T, input: Input<T>, { as = 'updated', also }: ChangeOptions) {
    const before = record as unknown as Row;
    const changes = this.#withDerived(input, before) as Input<T>;
    const changed = Object.keys(changes).filter((field) => {
      const value = (changes as Row)[field];
      return value !== undefined && !isDeepStrictEqual(value, before[field]);
    });
    if (!changed.length && !also) return { after: record, written: null };
    // What goes to the trash is deleted: that is asked there.
    if (!('deleted_at' in changes && (changes as Row).deleted_at)) this.#refuseDenied('write', record);
    if (changed.includes('permissions')) this.#refuseSharing(record);
    const told = changed.filter((field) => !this.#derived.has(field));
    const now = this.services.clock.iso();
    const stamp = this.#stamp();
    const after = {
      ...before,
      ...defined(changes),
      ...stamp,
      updated_at: now,
      revision: record.revision + 1,
    } as unknown as T;
    const columns = [...changed, ...Object.keys(stamp), 'updated_at', 'revision'];
    const values = columns.map((column) => this.#stored(column, after));
    const written = this.#changes.update(columns, values, {
      verb: as,
      at: now,
      record: after,
      before: record,
      changed: told,
      changes: { ...changesBetween(before, after as unknown as Row, told, this.#shown), ...also },
    });
    return { after, written };
  }

  /**
   * 403 where a policy denies the caller what happens to a record. The pipeline has asked for those that the path names; this
   * is about all others that a request reaches. `implied`: what it comes to, where the route is not about such records.
   */
  #refuseDenied(implied: Ask, record: T): void {
    const { restrictions, route, record: named } = currentContext();
    if (!restrictions || record === named) return;
    const asks = route?.endpoint?.resource === this.resource ? route.asks : [implied];
    for (const ask of asks) restrictions.refuse(this.resource, ask, record);
  }

  #refuseSharing(record: T): void {
    currentContext().restrictions?.refuse(this.resource, 'share', record);
  }

  /** What could be restored from the trash, only an admin of the app takes from there for good (D-ACC-6). */
  #mayPurge(): void {
    const { credential } = currentContext();
    const { app, trash, noun } = this.resource;
    if (trash && app && credential && !credential.isAdmin(app))
      throw forbidden(`Removing a ${noun} for good needs the role ${app}:admin.`);
  }

  #blank(): Row {
    const blank = { ...this.#plainDefaults };
    for (const [name, value] of this.#otherDefaults) blank[name] = structuredClone(value);
    return blank;
  }

  /** A new record that names no owner is the caller's. */
  #owner(input: Row): Row {
    const { owner } = this.resource;
    return owner && input[owner] === undefined ? { [owner]: currentContext().credential?.user_id } : {};
  }

  /** 400 unless this user can be given a record. Whoever asks can. */
  async #checkOwner(id: string | null | undefined): Promise<void> {
    if (id == null || id === currentContext().credential?.user_id || (await this.services.users.isActive(id))) return;
    throw invalidField(this.resource.owner!, 'not_found', `There is no active user ${id}.`);
  }

  /** Who changed it last, for resources that keep that. */
  #stamp(): Row {
    return this.#stamped ? { updated_by: currentContext().credential?.user_id ?? null } : {};
  }

  /** Fields that are made from others, where any is. */
  #withDerived(fields: object, before: object = {}): object {
    if (!this.#makers.length) return fields;
    const record = { ...before, ...defined(fields) };
    return { ...fields, ...Object.fromEntries(this.#makers.map(([name, make]) => [name, make(record)])) };
  }

  #stored(column: string, record: object): unknown {
    const value = (record as Row)[column];
    return this.#json.has(column) && value !== null && value !== undefined ? JSON.stringify(value) : value;
  }

  /** The text of a statement, written once per shape. */
  #text(shape: string, make: () => string): string {
    let text = this.#texts.get(shape);
    if (!text) this.#texts.set(shape, (text = make()));
    return text;
  }
}

const defined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
