import type { EntityMetadata, SelectQueryBuilder } from 'typeorm';
import type { Changes } from '../audit/audit-entry.js';
import { contextIfAny, currentContext } from '../context/request-context.js';
import type { Clock } from '../database/clock.js';
import type { Database, Row } from '../database/database.js';
import { isId } from '../fields/ids.js';
import { refuseDenied } from '../security/denials.js';
import type { Guardrails } from '../security/guardrails.js';
import type { UserDirectory } from '../security/user-directory.js';
import type { RecordEntity, TrashableEntity } from './record.entity.js';
import { ConcurrentChange } from '../database/unit-of-work.js';
import { conflict, notFound } from '../errors/api-error.js';
import { ChangeWriter } from './change-writer.js';
import { Conditions, rowMatches } from './conditions.js';
import { failure, type Resource, type RowRule } from './define.js';
import type { Condition } from './list-of.js';
import type { Cursors, Page, PageQuery } from './page.js';
import { Pages } from './pages.js';
import { type Input, RecordMaker } from './record-maker.js';
import { WriteRules } from './write-rules.js';

export interface FindOptions {
  /** Also look in the trash. */
  deleted?: boolean;
  /** Lock the row until the unit of work ends. */
  lock?: boolean;
  /** Also what the caller does not see, for a change that has to reach all of them. Show nothing of these. */
  unseen?: boolean;
  /** Of users: the placeholder of deleted ones is none. */
  real?: boolean;
  /** With its `computed` columns. */
  whole?: boolean;
}

interface ChangeOptions {
  /** The verb of the event and audit action when it is not the usual one: `archived`, `won`. */
  as?: string;
  /** Changes beyond the fields of the record, for its audit entry: members that joined, say. */
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
  /** All columns but the search vector, by name: a prepared `*` fails in running processes when a migration adds a column. */
  readonly #all: string;
  readonly #texts = new Map<string, string>();
  readonly #pages: Pages;
  readonly #maker: RecordMaker<T>;
  readonly #rules: WriteRules;
  readonly #changes: ChangeWriter;

  constructor(
    readonly resource: Resource,
    private readonly metadata: EntityMetadata,
    private readonly services: Stores,
  ) {
    this.table = metadata.tableName;
    this.entity = metadata.target as new () => T;
    this.#all = metadata.columns.flatMap((column) => (column.isSelect ? column.databaseName : [])).join(', ');
    this.#pages = new Pages(resource, metadata, services);
    this.#maker = new RecordMaker(resource, metadata, services.clock);
    this.#rules = new WriteRules(resource, services);
    this.#changes = new ChangeWriter(resource, this.table, services.announced, this);
  }

  /** The record, or 404 when it does not exist, is in the trash or must not be seen; 403 where a policy denies it. */
  async get(id: string, options: FindOptions = {}): Promise<T> {
    const record = await this.load(id, options);
    this.#rules.refuseDenied('read', record);
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
  async find(id: string, { deleted, lock, whole }: FindOptions = {}): Promise<T | null> {
    return isId(this.resource.idPrefix, id) ? this.#one('id', id, { deleted, lock, whole }) : null;
  }

  /** The record that has this value in a column with a unique index, or null. */
  async findBy(column: string, value: string, { lock }: Pick<FindOptions, 'lock'> = {}): Promise<T | null> {
    return this.#one(column, value, { lock });
  }

  /** The records that meet a condition on the columns, in the order of their ids. */
  async findAll([sql, ...values]: Condition, { deleted, lock, unseen }: FindOptions = {}): Promise<T[]> {
    const where = new Conditions().add('workspace_id = ?', currentContext().workspaceId).add(sql, ...values);
    if (this.resource.trash && !deleted) where.add('deleted_at is null');
    if (!unseen) where.matches(this.#visible());
    const text = `select ${this.#all} from ${this.table} where ${where.sql} order by id${lock ? ' for update' : ''}`;
    return this.services.database[lock ? 'write' : 'read']<T>(text, where.values);
  }

  /**
   * The record of a workspace that has just one, such as settings, whoever asks. Where nothing has been set, it has its
   * defaults, no id and revision 0.
   */
  async only({ lock }: Pick<FindOptions, 'lock'> = {}): Promise<T> {
    const text = `select ${this.#all} from ${this.table} where workspace_id = $1${lock ? ' for update' : ''}`;
    const { workspaceId } = currentContext();
    const [record] = await this.services.database[lock ? 'write' : 'lookup']<T>(text, [workspaceId]);
    return record ?? this.#maker.unset();
  }

  /**
   * Locks a loaded record until the unit of work ends. Where somebody changed it since it was loaded, the request is run
   * again on what they left.
   */
  async lock(record: T): Promise<void> {
    this.refuseFixed(record);
    const now = await this.find(record.id, { deleted: true, lock: true });
    if (now?.revision !== record.revision) throw new ConcurrentChange();
  }

  // What a store of its own overrides (see `ResourceEntity`).

  /** Throws where nobody can change a record, whoever asks. */
  refuseFixed(_record: RecordEntity): void {}

  /** The verb of the event that tells of a change, where that of its audit entry is this one. */
  eventOf(verb: string): string {
    return verb;
  }

  /**
   * The one user, beside admins of the app, to whom events of a record are shown, because only they see it; empty: everybody
   * with read access to the app. Goes with a `visible` that hides records.
   */
  privateTo(_record: RecordEntity): string {
    return '';
  }

  /** What a get of one record shows beyond its columns, by name: SQL that the statement which finds it answers too. */
  computed(): Readonly<Record<string, string>> {
    return {};
  }

  /** Whether the caller sees a record that is not read from the table. */
  protected sees(record: T): boolean {
    return rowMatches(this.#visible(), record);
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
    if (contextIfAny()?.credential === null) {
      await this.services.guardrails.apply(record.workspace_id);
      refuseDenied(this.resource, 'read', record);
    }
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
    refuseDenied(this.resource, 'read');
    return this.#pages.read(query, view, within, this.#visible());
  }

  /** The first records of a list that `q` finds, with SQL on their columns, for a search over many lists (see `Pages.matches`). */
  async matches(query: PageQuery & { q?: string }, columns: readonly string[]): Promise<Row[]> {
    refuseDenied(this.resource, 'read');
    return this.#pages.matches(query, columns, this.#visible());
  }

  /** A page of a short list whose records are all at hand, in its order. `within` says which list it is. */
  pageOf<V extends object>(query: PageQuery, records: readonly V[], within: Readonly<Record<string, string>>): Page<V> {
    refuseDenied(this.resource, 'read');
    const list = JSON.stringify([this.resource.type, currentContext().workspaceId, within]);
    return this.services.cursors.cut(list, records, query);
  }

  /**
   * All that the query describes, on whichever page, as it is when it begins, in portions. The first one needs the
   * context of the request; what follows is read as it is taken.
   */
  rows<V extends object>(query: PageQuery, view: new () => V): AsyncGenerator<V[]> {
    refuseDenied(this.resource, 'read');
    return this.#pages.all(query, view, this.#visible());
  }

  /**
   * Adds a record, which the caller must be allowed to write; its `created` event and audit entry go with it. What the
   * input leaves out gets its default, or null; the owner is the caller.
   */
  async create(input: Input<T>, options: CreateOptions = {}): Promise<T> {
    const [record] = await this.createMany([[input, options]]);
    return record!;
  }

  /** Adds many records by one statement for 500 of them. */
  async createMany(inputs: readonly (readonly [Input<T>, CreateOptions?])[]): Promise<T[]> {
    const records = inputs.map(([input, options]) => this.#maker.made(input, options?.id));
    await this.#mayWrite(records);
    await this.#rules.mayOwn(records);
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

  /** Changes the record of a workspace that has just one; the first change makes it, and is told as one of its defaults. */
  async set(record: T, changes: Input<T>): Promise<T> {
    if (record.revision > 0) return this.update(record, changes);
    const first = this.#maker.changed(record, changes);
    return first ? this.create(changes, { as: 'updated', also: first.changes }) : record;
  }

  /**
   * Changes many loaded records, those whose same fields differ by one statement for 500 of them; each that changes has its
   * own event and entry. Load them with `lock`, in a request that is not about one of them.
   */
  async updateMany(updates: readonly (readonly [T, Input<T>, ChangeOptions?])[]): Promise<T[]> {
    const records = updates.map(([record]) => record);
    await this.#mayWrite(records);
    await this.#rules.mayOwn(
      updates.map(([, changes]) => changes),
      records,
    );
    const changed = updates.map(([record, changes, options]) => this.#changed(record, changes, options));
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
    await this.#mayWrite(records);
    for (const record of records) this.#rules.refuseDenied('delete', record);
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
      ...records.map((record) => this.#changes.delete({ ...removal, record, changes: this.#maker.lastName(record) })),
    );
  }

  /** Takes a record out of the trash. */
  async restore(record: T): Promise<T> {
    if (!(record as unknown as TrashableEntity).deleted_at) throw failure(this.resource, 'notDeleted');
    return this.update(record, { deleted_at: null, purge_at: null } as unknown as Input<T>);
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

  #visible(): RowRule {
    const { credential } = currentContext();
    if (this.#rules.isHidden()) return [];
    return (credential && this.resource.visible?.(credential)) ?? 'all';
  }

  async #one(column: string, value: string, { deleted, lock, whole }: FindOptions): Promise<T | null> {
    const trash = this.resource.trash && !deleted ? ' and deleted_at is null' : '';
    const text = this.#text(`${column}${trash}${lock}${whole}`, () => {
      const beside = whole ? Object.entries(this.computed()) : [];
      const columns = [this.#all, ...beside.map(([name, sql]) => `(${sql}) as ${name}`)].join(', ');
      return `select ${columns} from ${this.table} where workspace_id = $1 and ${column} = $2${trash}${lock ? ' for update' : ''}`;
    });
    const values = [currentContext().workspaceId, value];
    const [record] = await this.services.database[lock ? 'write' : 'lookup']<T>(text, values);
    return record && rowMatches(this.#visible(), record) ? record : null;
  }

  async #mayWrite(records: readonly T[]): Promise<void> {
    for (const record of records) this.refuseFixed(record);
    await this.#rules.mayWrite(records);
  }

  #insertion(record: T, { as = 'created', also }: ChangeOptions = {}) {
    this.#rules.refuseDenied('write', record);
    this.#rules.refuseSharing(record, (record as unknown as Row).permissions, this.#maker.defaults.permissions);
    const { columns } = this.#maker;
    const change = { verb: as, at: record.created_at, record, changed: [], changes: also ?? null };
    return this.#changes.insert(columns, this.#maker.stored(columns, record), change);
  }

  /** A record after a change, and what is written; nothing where nothing differs. */
  #changed(record: T, input: Input<T>, { as = 'updated', also }: ChangeOptions = {}) {
    const changed = this.#maker.changed(record, input, also !== undefined);
    if (!changed) return { after: record, written: null };
    const { after, differing, columns, told, changes } = changed;
    // A move to the trash is a deletion, which has its own check.
    if (!differing.includes('deleted_at') || !(after as unknown as TrashableEntity).deleted_at)
      this.#rules.refuseDenied('write', record);
    this.#rules.refuseSharing(record, (after as unknown as Row).permissions, (record as unknown as Row).permissions);
    const written = this.#changes.update(columns, this.#maker.stored(columns, after), {
      verb: as,
      at: after.updated_at,
      record: after,
      before: record,
      changed: told,
      changes: { ...changes, ...also },
    });
    return { after, written };
  }

  /** The text of a statement, written once per shape. */
  #text(shape: string, make: () => string): string {
    let text = this.#texts.get(shape);
    if (!text) this.#texts.set(shape, (text = make()));
    return text;
  }
}
