import type { EntityMetadata } from 'typeorm';
import type { Changes } from '../audit/audit-entry.js';
import { contextIfAny, currentContext } from '../context/request-context.js';
import type { Clock } from '../database/clock.js';
import type { Database, Row } from '../database/database.js';
import { isId } from '../fields/ids.js';
import type { Guardrails } from '../security/guardrails.js';
import type { UserDirectory } from '../security/user-directory.js';
import type { RecordEntity, TrashableEntity } from './record.entity.js';
import { ConcurrentChange } from '../database/unit-of-work.js';
import { conflict, notFound } from '../errors/api-error.js';
import { ChangeWriter } from './change-writer.js';
import { Conditions, rowMatches } from './conditions.js';
import { failure, type Resource, type RowRule } from './define.js';
import { GuardedTable } from './guarded-table.js';
import type { Condition } from './list-of.js';
import type { Cursors, Page, PageQuery } from './page.js';
import { Pages, type Rows } from './pages.js';
import { quoted } from './quoted.js';
import { References } from './references.js';
import { type Input, RecordMaker } from './record-maker.js';
import { refuseTally, tally } from './tally.js';
import { WriteRules } from './write-rules.js';

export interface FindOptions {
  /** Also look in the trash. */
  deleted?: boolean;
  /** Lock the row until the unit of work ends. */
  lock?: boolean;
  /** Includes records that the caller cannot see, for changes that must reach all. Do not return them. */
  unseen?: boolean;
  /** Excludes the placeholder of deleted users. */
  real?: boolean;
  /** With its `computed` columns. */
  whole?: boolean;
}

interface ChangeOptions {
  /** The verb of the event and audit action when it is not the usual one: `archived`, `won`. */
  as?: string;
  /** Further changes for the audit entry, such as added members. */
  also?: Changes;
  /** The change is one that the caller may make whatever their role, as the record is about them. Policies still hold. */
  own?: true;
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
  /** The store of the records whose ids have this prefix. */
  ofPrefix: (prefix: string) => ResourceStore<any>;
  all: () => Iterable<ResourceStore<any>>;
  ofType: (type: string) => ResourceStore<any>;
  /** Called after a commit that added to the outbox. */
  announced: () => void;
}

/**
 * Records of one resource in the current workspace. Every write includes its event and audit entry (see `ChangeWriter`).
 *
 * Methods return records as they will be after the write, which is deferred until the commit at the latest (see `UnitOfWork`).
 */
export class ResourceStore<T extends RecordEntity> extends GuardedTable<T> {
  /**
   * All columns except the search vector, listed by name: a prepared `select *` fails in running processes when a migration
   * adds a column.
   */
  readonly #all: string;
  readonly #texts = new Map<string, string>();
  readonly #pages: Pages;
  readonly #maker: RecordMaker<T>;
  readonly #rules: WriteRules;
  readonly #references: References;
  readonly #changes: ChangeWriter;

  constructor(
    resource: Resource,
    private readonly metadata: EntityMetadata,
    protected override readonly services: Stores,
  ) {
    super(resource, metadata, services);
    this.#all = metadata.columns.flatMap((column) => (column.isSelect ? quoted(column.databaseName) : [])).join(', ');
    this.#pages = new Pages(resource, metadata, services);
    this.#maker = new RecordMaker(resource, metadata, services.clock);
    this.#rules = new WriteRules(resource, services);
    this.#references = new References(this, services);
    this.#changes = new ChangeWriter(resource, this.table, services.announced, this);
  }

  /** The record, or 404 if it does not exist, is in the trash or is not visible; 403 if a policy denies it. */
  async get(id: string, options: FindOptions = {}): Promise<T> {
    const record = await this.load(id, options);
    await this.#rules.refuseDenied('read', [unchanged(record)], this);
    return record;
  }

  /** Like `get`, without policy checks. Only for the platform. */
  async load(id: string, options: FindOptions = {}): Promise<T> {
    const record = await this.find(id, { ...options, unseen: true });
    if (!record)
      throw notFound(`There is no ${this.resource.noun} ${isId(this.resource.idPrefix, id) ? id : 'with this id'}.`);
    return record;
  }

  /** The record, or null; also if a policy denies it. */
  async find(id: string, { deleted, lock, whole, unseen }: FindOptions = {}): Promise<T | null> {
    return isId(this.resource.idPrefix, id) ? this.#one('id', id, { deleted, lock, whole, unseen }) : null;
  }

  /** Finds a record by a column with a unique index, or null. It may be one that policies deny, because its value is taken too. */
  async findBy(column: string, value: string, { lock }: Pick<FindOptions, 'lock'> = {}): Promise<T | null> {
    return this.#one(column, value, { lock, unseen: true });
  }

  /** Records that match a condition, ordered by id. */
  async findAll([sql, ...values]: Condition, { deleted, lock, unseen }: FindOptions = {}): Promise<T[]> {
    const where = new Conditions().add('workspace_id = ?', currentContext().workspaceId).add(sql, ...values);
    if (this.resource.trash && !deleted) where.add('deleted_at is null');
    if (!unseen) this.readable(this.table, where.matches(this.#visible()));
    const text = `select ${this.#all} from ${this.table} where ${where.sql} order by id${lock ? ' for update' : ''}`;
    return this.#tallied(await this.services.database[lock ? 'write' : 'read']<T>(text, where.values));
  }

  isColumn(name: string): boolean {
    return this.metadata.columns.some(({ databaseName, isSelect }) => isSelect && databaseName === name);
  }

  /**
   * Columns of the records with these ids that the caller may read. `held`: locks them against deletion until the unit of work
   * ends.
   */
  async namedBy(
    ids: readonly string[],
    columns: readonly string[],
    { unseen, held, deleted }: Pick<FindOptions, 'unseen' | 'deleted'> & { held?: boolean } = {},
  ): Promise<Row[]> {
    const where = new Conditions([currentContext().workspaceId]).add('workspace_id = $1').add('id = any(?)', ids);
    if (this.resource.trash && !deleted) where.add('deleted_at is null');
    if (!unseen) where.matches(this.#visible());
    this.readable(this.table, where);
    const lock = held ? ' order by id for key share' : '';
    const text = `select ${columns.map(quoted).join(', ')} from ${this.table} where ${where.sql}${lock}`;
    return this.#tallied(await this.services.database[held ? 'write' : 'lookup']<Row>(text, where.values));
  }

  /** Number of records that match a condition, those in the trash included; at most `max`. */
  async countUpTo(max: number, [sql, ...values]: Condition, { unseen }: Pick<FindOptions, 'unseen'>): Promise<number> {
    const where = new Conditions([currentContext().workspaceId]).add('workspace_id = $1').add(sql, ...values);
    if (!unseen) this.readable(this.table, where.matches(this.#visible()));
    const text = `select count(*)::int as n from (select from ${this.table} where ${where.sql} limit ${max}) as matches`;
    const [row] = await this.services.database.read<{ n: number }>(text, where.values);
    return row!.n;
  }

  /** Changes records that refer to a deleted one, whatever the caller may change. Only for `References`. */
  async follow(changes: readonly (readonly [T, Input<T>])[]): Promise<void> {
    await this.#changes.write(...changes.flatMap(([record, input]) => this.#changed(record, input).written ?? []));
  }

  /**
   * The singleton record of a workspace, such as settings, for any caller. Before anything is set, it has defaults, no id and
   * revision 0.
   */
  async only({ lock }: Pick<FindOptions, 'lock'> = {}): Promise<T> {
    const text = `select ${this.#all} from ${this.table} where workspace_id = $1${lock ? ' for update' : ''}`;
    const { workspaceId } = currentContext();
    const [record] = await this.services.database[lock ? 'write' : 'lookup']<T>(text, [workspaceId]);
    return record ?? this.#maker.unset();
  }

  /** Locks a loaded record until the end of the unit of work. If it has changed since it was loaded, the request is retried. */
  async lock(record: T): Promise<void> {
    this.refuseFixed(record);
    const now = await this.find(record.id, { deleted: true, lock: true, unseen: true });
    if (now?.revision !== record.revision) throw new ConcurrentChange();
  }

  // Hooks for subclasses (see `ResourceEntity`).

  /** Throws if the record is immutable for everybody. */
  refuseFixed(_record: RecordEntity): void {}

  /** Maps the verb of the audit entry to that of the event. */
  eventOf(verb: string): string {
    return verb;
  }

  /**
   * The only user, besides admins of the app, who may see events of a record; empty: everybody with read access to the app. For
   * resources whose `visible` hides records.
   */
  privateTo(_record: RecordEntity): string {
    return '';
  }

  /** Computed columns of single reads, by name: SQL expressions added to the select, whose values are added to `values`. */
  computed(_values: unknown[]): Readonly<Record<string, string>> {
    return {};
  }

  /** Visibility of a record that is not read from the table. */
  protected sees(record: T): boolean {
    return rowMatches(this.#visible(), record);
  }

  /**
   * Finds a record in any workspace, if it matches the rule; else 404. For routes without a credential: the rule must define
   * what is public.
   */
  async getAnywhere(id: string, rule: RowRule): Promise<T> {
    const where = new Conditions().add('id = ?', id).matches(rule);
    if (this.resource.trash) where.add('deleted_at is null');
    const sql = `select ${this.#all} from ${this.table} where ${where.sql}`;
    const [record] = isId(this.resource.idPrefix, id) ? await this.services.database.read<T>(sql, where.values) : [];
    if (!record) throw notFound(`There is no ${this.resource.noun} with this id.`);
    await this.services.database.refuseMoved(record.workspace_id);
    // A request without a credential has the principal `any`; its policies apply from here on.
    if (contextIfAny()?.credential === null) {
      await this.services.guardrails.apply(record.workspace_id);
      await this.refuse('read', [record]);
    }
    return record;
  }

  /** A page of a list with the columns of the view. `within`: fixed column values, such as the parent in the path. */
  async page<V extends object>(
    query: PageQuery,
    view: new () => V,
    within: Readonly<Record<string, string>> = {},
  ): Promise<Page<V>> {
    this.refuseType('read');
    refuseTally(this.entity, query, this.services.ofType);
    const page = await this.#pages.read(query, view, within, this.#rows());
    await this.#tallied(page.data);
    return page;
  }

  /** First matches of `q`, with SQL expressions, for global search (see `Pages.matches`). */
  async matches(query: PageQuery & { q?: string }, columns: readonly string[]): Promise<Row[]> {
    this.refuseType('read');
    return this.#pages.matches(query, columns, this.#rows());
  }

  /** A page of an in-memory list, in its order. `within` identifies the list. */
  pageOf<V extends object>(query: PageQuery, records: readonly V[], within: Readonly<Record<string, string>>): Page<V> {
    this.refuseType('read');
    const { condition, savedView } = query;
    const { workspaceId } = currentContext();
    const list = JSON.stringify([this.resource.type, workspaceId, within, condition?.root, savedView]);
    const found = condition ? records.filter((record) => condition.matches(record)) : records;
    return this.services.cursors.cut(list, found, query);
  }

  /** All records of a query in one snapshot, in portions. Only the first read needs the request context. */
  rows<V extends object>(query: PageQuery, view: new () => V): AsyncGenerator<V[]> {
    this.refuseType('read');
    refuseTally(this.entity, query, this.services.ofType);
    return this.#pages.all(query, view, this.#rows());
  }

  /**
   * Inserts a record, with `created` event and audit entry, if the caller may write it. Missing fields get their default or
   * null; the owner is the caller.
   */
  async create(input: Input<T>, options: CreateOptions = {}): Promise<T> {
    const [record] = await this.createMany([[input, options]]);
    return record!;
  }

  /** Inserts many records, 500 per statement. */
  async createMany(inputs: readonly (readonly [Input<T>, CreateOptions?])[]): Promise<T[]> {
    const records = inputs.map(([input, options]) => this.#maker.made(input, options?.id));
    await this.#mayWrite(records);
    await this.#rules.mayOwn(records);
    await this.#references.check(records);
    await this.#rules.refuseDenied(
      'write',
      records.map((after) => ({ before: null, after })),
      this,
    );
    await this.#changes.write(...records.map((record, index) => this.#insertion(record, inputs[index]![1])));
    return records;
  }

  /**
   * Updates a loaded record. Without a difference nothing is written. Of two concurrent updates the slower one is retried on
   * the new state.
   */
  async update(record: T, changes: Input<T>, options: ChangeOptions = {}): Promise<T> {
    const [after] = await this.updateMany([[record, changes, options]]);
    return after!;
  }

  /** Updates a singleton record; the first change inserts it, and is recorded as a change of its defaults. */
  async set(record: T, changes: Input<T>): Promise<T> {
    if (record.revision > 0) return this.update(record, changes);
    const first = this.#maker.changed(record, changes);
    return first ? this.create(changes, { as: 'updated', also: first.changes }) : record;
  }

  /**
   * Updates many loaded records, each with its own event and audit entry; updates of the same fields share statements of 500.
   * Load them with `lock`, in a request that is not about one of them.
   */
  async updateMany(updates: readonly (readonly [T, Input<T>, ChangeOptions?])[]): Promise<T[]> {
    const records = updates.map(([record]) => record);
    await this.#mayWrite(
      records,
      updates.flatMap(([record, , options]) => (options?.own ? [] : record)),
    );
    const inputs = updates.map(([, changes]) => changes);
    await this.#rules.mayOwn(inputs, records);
    await this.#references.check(inputs, records);
    const changed = updates.map(([record, changes, options]) => this.#changed(record, changes, options));
    // Moves to the trash have their own permission check.
    const moved = ({ after, written }: (typeof changed)[number], index: number) =>
      written && !(isTrashed(after) && !isTrashed(records[index]!)) ? [{ before: records[index]!, after }] : [];
    await this.#rules.refuseDenied('write', changed.flatMap(moved), this);
    await this.#changes.write(...changed.flatMap(({ written }) => written ?? []));
    return this.#tallied(changed.map(({ after }) => after));
  }

  /**
   * Changes `status` by the state machine of the resource, together with other fields. No-op if already in that state; 409 for
   * a transition that is not allowed.
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

  /** Moves a record to the trash; deletes it permanently if there is no trash or `hard` is set. */
  remove(record: T, options: RemoveOptions = {}): Promise<void> {
    return this.removeMany([record], options);
  }

  /** Removes many records, 500 per statement. */
  async removeMany(records: readonly T[], { hard = !this.resource.trash }: RemoveOptions = {}): Promise<void> {
    await this.#mayWrite(records);
    await this.#rules.refuseDenied('delete', records.map(unchanged), this);
    await this.#references.beforeRemoval(records, hard);
    if (!hard) {
      const gone = records.find((record) => (record as unknown as TrashableEntity).deleted_at);
      if (gone) throw notFound(`There is no ${this.resource.noun} ${gone.id}.`);
      const now = this.services.clock.now();
      const purge = now + this.resource.trash!.purgeAfterDays * 86_400_000;
      const trashed = { deleted_at: new Date(now).toISOString(), purge_at: new Date(purge).toISOString() };
      await this.updateMany(records.map((record) => [record, trashed as unknown as Input<T>, { as: 'deleted' }]));
      return;
    }
    this.#rules.mayPurge();
    const at = this.services.clock.iso();
    const removal = { verb: 'deleted', at, changed: [], hard: true };
    await this.#changes.write(
      ...records.map((record) => {
        const changes = withAlso(this.#maker.lastName(record));
        return this.#changes.delete({ ...removal, record, changes });
      }),
    );
  }

  /** Takes a record out of the trash. */
  async restore(record: T): Promise<T> {
    if (!(record as unknown as TrashableEntity).deleted_at) throw failure(this.resource, 'notDeleted');
    return this.update(record, { deleted_at: null, purge_at: null } as unknown as Input<T>);
  }

  #visible(): RowRule {
    const { credential } = currentContext();
    if (this.#rules.isHidden()) return [];
    return (credential && this.resource.visible?.(credential)) ?? 'all';
  }

  #rows(): Rows {
    return { rule: this.#visible(), hidden: (where) => this.readable(this.table, where) };
  }

  async #one(column: string, value: string, { deleted, lock, whole, unseen }: FindOptions): Promise<T | null> {
    const trash = this.resource.trash && !deleted ? ' and deleted_at is null' : '';
    const values: unknown[] = [currentContext().workspaceId, value];
    const where = unseen ? '' : this.readable(this.table, new Conditions(values)).sql;
    const beside = whole ? Object.entries(this.computed(values)) : [];
    const text = this.#text(`${column}${trash}${lock}${where}${beside.join()}`, () => {
      const columns = [this.#all, ...beside.map(([name, sql]) => `(${sql}) as ${name}`)].join(', ');
      return `select ${columns} from ${this.table} where workspace_id = $1 and ${column} = $2${trash}${where && ` and ${where}`}${lock ? ' for update' : ''}`;
    });
    const [record] = await this.services.database[lock ? 'write' : 'lookup']<T>(text, values);
    if (!record || !rowMatches(this.#visible(), record)) return null;
    await this.#tallied([record]);
    return record;
  }

  async #tallied<R extends object>(records: R[]): Promise<R[]> {
    await tally(this.entity, records, this.services.database, this.services.ofType);
    return records;
  }

  /** `ruled`: those that the caller needs a right to. */
  async #mayWrite(records: readonly T[], ruled = records): Promise<void> {
    for (const record of records) this.refuseFixed(record);
    await this.#rules.mayWrite(ruled);
  }

  #insertion(record: T, { as = 'created', also }: ChangeOptions = {}) {
    this.#rules.refuseSharing(
      { before: null, after: record },
      (record as unknown as Row).permissions,
      this.#maker.defaults.permissions,
    );
    const { columns } = this.#maker;
    const more = currentContext().also;
    const changes = also || more ? { ...more, ...also } : null;
    const change = { verb: as, at: record.created_at, record, changed: [], changes };
    return this.#changes.insert(columns, this.#maker.stored(columns, record), change);
  }

  /** A record after a change with its statement; null if nothing differs. */
  #changed(record: T, input: Input<T>, { as = 'updated', also }: ChangeOptions = {}) {
    const changed = this.#maker.changed(record, input, also !== undefined);
    if (!changed) return { after: record, written: null };
    const { after, columns, told, changes } = changed;
    this.#rules.refuseSharing(
      { before: record, after },
      (after as unknown as Row).permissions,
      (record as unknown as Row).permissions,
    );
    const written = this.#changes.update(columns, this.#maker.stored(columns, after), {
      verb: as,
      at: after.updated_at,
      record: after,
      before: record,
      changed: told,
      changes: { ...changes, ...currentContext().also, ...also },
    });
    return { after, written };
  }

  /** Memoized SQL per statement shape. */
  #text(shape: string, make: () => string): string {
    let text = this.#texts.get(shape);
    if (!text) this.#texts.set(shape, (text = make()));
    return text;
  }
}

/** With the further changes that the context gives each entry. */
function withAlso(changes: Changes | null): Changes | null {
  const { also } = currentContext();
  return also ? { ...changes, ...also } : changes;
}

const unchanged = (before: object) => ({ before, after: null });

const isTrashed = (record: object): boolean => Boolean((record as Partial<TrashableEntity>).deleted_at);
