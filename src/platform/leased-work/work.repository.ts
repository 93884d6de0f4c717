import type { Clock } from '../database/clock.js';
import type { Database, Row } from '../database/database.js';
import { notFrozen } from '../database/freezes.js';
import type { WorkDeclaration, WorkItem } from './leased-work.js';

/**
 * Leases of the rows of a table. Its due time says everything: a worker may claim the row from then on, whether it is new, waits
 * for a retry, or has a lease that has expired; null is a row that needs no more work. Each write of a holder names its fence: the
 * number of the attempt and the end of the lease, as it wrote them last. So the writes of a stale holder are refused, even if the
 * attempts were counted anew or given back meanwhile.
 */
export class WorkRepository<T extends WorkItem> {
  /** A row exists if an item is due at `$1`. */
  readonly due: string;
  /** Waiting and failing items at `$1`, for `Backlogs`. */
  readonly outstanding: string;
  readonly #key: readonly string[];
  readonly #due: string;
  readonly #id: string;
  /**
   * A row exists if a worker may have an item of the workspace `$1` in its hands at `$2`, although none was claimed after `$3`. Null
   * where items belong to no workspace.
   */
  readonly inHand: string | null;
  readonly #held: string;
  /** Further condition of a renewal: while the workspace is frozen, a long attempt is given back. */
  readonly #kept: string;
  /** Further condition of results: none is written once a frozen workspace is still. */
  readonly #isStill: string;
  /** Columns that a holder names in each write. */
  readonly #fence: readonly string[];
  readonly #claim: string;
  readonly #createdAt: string;
  readonly #leaseSeconds: number;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly work: WorkDeclaration,
  ) {
    const { table, states, columns = {}, key = ['workspace_id', 'id'], leaseSeconds = 30 } = work;
    const { due = 'next_attempt_at', id = 'id', about = 'null', created_at = 'created_at' } = columns;
    [this.#key, this.#due, this.#id, this.#createdAt, this.#leaseSeconds] = [key, due, id, created_at, leaseSeconds];
    const dueAt = states ? `coalesce(${due}, ${created_at})` : due;
    const open = states ? `(${states.open})` : `${due} is not null`;
    const within = key.includes('workspace_id');
    const ready = [open, states?.ready ? `(${states.ready})` : [], within ? notFrozen() : []].flat().join(' and ');
    const failing = states?.failed ?? 'error is not null';
    this.#fence = [...key, 'attempts', due];
    this.#held = this.#fence.map((name, index) => `${name} = $${index + 1}`).join(' and ') + ` and ${open}`;
    this.#kept = within ? ` and ${notFrozen()}` : '';
    this.#isStill = within ? ` and workspace_id not in (select workspace_id from workspace_freezes where still)` : '';
    this.inHand = within
      ? `select 1 from ${table} where workspace_id = $1 and ${open} and attempts > 0 and ${due} > $2
           and ${due} <= $3::timestamptz + interval '${leaseSeconds} seconds'`
      : null;
    this.due = `select 1 from ${table} where ${ready} and ${dueAt} <= $1`;
    this.#claim = `
      with due as materialized (
        select ${key.join(', ')} from ${table} where ${ready} and ${dueAt} <= $1 order by ${dueAt} limit $3
        for update skip locked
      )
      update ${table} item set ${due} = $2, attempts = attempts + 1${states?.claim ? `, ${states.claim}` : ''}
      from due where ${key.map((name) => `item.${name} = due.${name}`).join(' and ')} returning item.*`;
    this.outstanding = `
      select ${within ? 'workspace_id' : 'null::text as workspace_id'}, ${id} as id, ${about} as about,
        case when ${failing} then 'failing' else 'waiting' end as status, error as reason, attempts, ${created_at} as created_at,
        case when ${open} then ${dueAt} end as next_attempt_at
      from ${table} where ${states ? [open, states.failed ?? []].flat().join(' or ') : `${failing} or ${due} <= $1`}`;
  }

  /** Adds an item, or moves the due time of the one with its key. Needs a unit of work. */
  async add(workspaceId: string, columns: Row, at: string): Promise<void> {
    const within = this.#key.includes('workspace_id') ? { workspace_id: workspaceId } : {};
    const row = { [this.#createdAt]: this.clock.iso(), ...within, ...columns, [this.#due]: at };
    const names = Object.keys(row);
    await this.database.write(
      `insert into ${this.work.table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
       on conflict (${this.#key.join(', ')}) do update set ${this.#due} = excluded.${this.#due}, attempts = 0, error = null`,
      Object.values(row),
    );
  }

  /** Claims the items that have been due for longest. */
  async claim(limit: number): Promise<T[]> {
    const values = [this.clock.iso(), this.clock.iso(this.#leaseSeconds), limit];
    return (await this.database.execute(this.#claim, values)).rows as T[];
  }

  /** Renews a lease, with columns of progress. False: it has another holder, or the item has ended. */
  async renew(item: T, progress: Row): Promise<boolean> {
    const until = this.clock.iso(this.#leaseSeconds);
    const isHeld = await this.#update(item, { ...progress, [this.#due]: until }, this.#kept);
    if (isHeld) (item as Row)[this.#due] = until;
    return isHeld;
  }

  /** Ends a lease after a failed attempt; the next one is made after `seconds`. */
  retryIn(item: T, seconds: number, reason: string): Promise<boolean> {
    return this.#update(item, { [this.#due]: this.clock.iso(seconds), ...this.#error(reason) });
  }

  /** Ends a lease after a successful step; the next one is made after `seconds`. */
  continueIn(item: T, seconds: number): Promise<boolean> {
    return this.#update(item, { [this.#due]: this.clock.iso(seconds), attempts: 0, ...this.#error(null) });
  }

  /** Ends a lease whose attempt does not count. */
  giveBack(item: T, seconds: number): Promise<boolean> {
    return this.#update(item, { [this.#due]: this.clock.iso(seconds), attempts: item.attempts - 1 });
  }

  giveUp(item: T, reason: string): Promise<boolean> {
    return this.#update(item, { [this.#due]: null, error: reason });
  }

  /** Locks the row until the end of the unit of work. False as for `renew`. */
  async lock(item: T): Promise<boolean> {
    const rows = await this.database.write(
      `select 1 from ${this.work.table} where ${this.#held}${this.#isStill} for update`,
      this.#valuesOf(item),
    );
    return rows.length > 0;
  }

  /** Forgets the failures before a running attempt, which becomes the first. Needs a unit of work that has locked the row. */
  async countAnew(item: T): Promise<void> {
    if (item.attempts > 1) await this.database.write(...this.#change(item, { attempts: 1, ...this.#error(null) }));
  }

  /** Deletes the row of a finished item. Needs a unit of work that has locked it. */
  async remove(item: T): Promise<void> {
    await this.database.write(`delete from ${this.work.table} where ${this.#held}`, this.#valuesOf(item));
  }

  /** Makes an item due that waits for a retry or was given up. Needs a unit of work. */
  async retry(workspaceId: string, id: string): Promise<void> {
    const [within, values] = this.#key.includes('workspace_id') ? ['workspace_id = $3 and', [workspaceId]] : ['', []];
    await this.database.write(
      `update ${this.work.table} set ${this.#due} = $2
       where ${within} ${this.#id} = $1 and error is not null and (${this.#due} is null or ${this.#due} > $2)`,
      [id, this.clock.iso(), ...values],
    );
  }

  /** The column is the record's own where it has a state of failure. */
  #error(error: string | null): Row {
    return this.work.states?.failed ? {} : { error };
  }

  async #update(item: T, changes: Row, further = ''): Promise<boolean> {
    const [text, values] = this.#change(item, changes);
    const { count } = await this.database.execute(text + further, values);
    return count > 0;
  }

  #change(item: T, changes: Row): [statement: string, values: unknown[]] {
    const names = Object.keys(changes);
    const set = names.map((name, index) => `${name} = $${index + this.#fence.length + 1}`).join(', ');
    const values = [...this.#valuesOf(item), ...Object.values(changes)];
    return [`update ${this.work.table} set ${set} where ${this.#held}`, values];
  }

  #valuesOf(item: T): unknown[] {
    return this.#fence.map((name) => (item as Row)[name]);
  }
}
