import type { Clock } from '../database/clock.js';
import type { Database } from '../database/database.js';
import type { RecordEntity } from '../resource/record.entity.js';

/** An import that a worker runs in portions. Lease and attempts change without a new revision. */
export interface LeasedImport extends RecordEntity {
  status: string;
  error: string | null;
  expires_at: string | null;
  /** Time until which its worker is taken to be alive. */
  lease_until: string | null;
  /** Workers that have begun since the last progress. */
  attempts: number;
}

export type ImportKey = Pick<LeasedImport, 'workspace_id' | 'id'>;

/** Seconds without progress after which another worker may take an import. */
const LEASE_SECONDS = 30;
/** Seconds of the first rest after a failed attempt; each further one is twice as long. */
const FIRST_REST_SECONDS = 5;

/** Leases of the imports of a table. `active`: statuses of imports that a worker has, as its index of open imports has them. */
export abstract class ImportLeases<T extends LeasedImport> {
  /** Queries for `Maintenance` (at `$1`) and `Backlogs`: imports without a worker, expired ones, and those that wait or have failed. */
  readonly queries: Readonly<Record<'due' | 'expired' | 'outstanding', string>>;
  readonly #active: string;
  readonly #open: string;

  constructor(
    protected readonly database: Database,
    protected readonly clock: Clock,
    private readonly table: string,
    active: readonly string[],
  ) {
    const list = (statuses: readonly string[]) => statuses.map((status) => `'${status}'`).join(', ');
    this.#active = list(active);
    this.#open = list(['pending', ...active]);
    this.queries = {
      due: `select workspace_id, id from ${table} where ${this.#isDue('$1')}`,
      expired: `select workspace_id, id from ${table} where expires_at <= $1`,
      outstanding: `
        select workspace_id, id, null as about, case status when 'failed' then 'failing' else 'waiting' end as status,
          error as reason, attempts, created_at,
          case when status <> 'failed' then coalesce(lease_until, created_at) end as next_attempt_at
        from ${table} where status in (${this.#open}, 'failed')`,
    };
  }

  /** Removes an expired import; answers the keys of its files that are still there. */
  abstract forget(key: ImportKey): Promise<string[]>;

  /** Gives an import to the worker that asks, unless another one has it or nothing is left to do. */
  async claim({ workspace_id, id }: ImportKey): Promise<T | null> {
    const { rows } = await this.database.execute(
      `update ${this.table} set status = case status when 'pending' then 'running' else status end, lease_until = $3,
         attempts = attempts + 1
       where workspace_id = $1 and id = $2 and ${this.#isDue('$4')} returning *`,
      [workspace_id, id, this.leaseEnd(), this.clock.iso()],
    );
    return (rows[0] as T | undefined) ?? null;
  }

  /** Lets another worker have it: at once, and after an attempt (`counted`) that got no further after a rest. */
  async giveBack({ workspace_id, id }: ImportKey, { counted }: { counted: boolean }): Promise<void> {
    const rest = `${FIRST_REST_SECONDS} * power(2, attempts - 1) * interval '1 second'`;
    await this.database.execute(
      `update ${this.table} set ${
        counted
          ? `lease_until = case when attempts > 0 then $3::timestamptz + ${rest} end`
          : 'lease_until = $3, attempts = greatest(0, attempts - 1)'
      } where workspace_id = $1 and id = $2 and status in (${this.#active})`,
      [workspace_id, id, this.clock.iso()],
    );
  }

  /** Renews a lease. False: the import has ended. */
  async renew({ workspace_id, id }: ImportKey): Promise<boolean> {
    const { count } = await this.database.execute(
      `update ${this.table} set lease_until = $3 where workspace_id = $1 and id = $2 and status in (${this.#active})`,
      [workspace_id, id, this.leaseEnd()],
    );
    return count > 0;
  }

  /** Imports of all workspaces that wait for a worker, or whose worker died. */
  due(): Promise<ImportKey[]> {
    return this.#keys(this.queries.due);
  }

  expired(): Promise<ImportKey[]> {
    return this.#keys(this.queries.expired);
  }

  /** End of a lease that begins now. */
  protected leaseEnd(): string {
    return this.clock.iso(LEASE_SECONDS);
  }

  #isDue(now: string): string {
    return `status in (${this.#open}) and (lease_until is null or lease_until <= ${now})`;
  }

  async #keys(query: string): Promise<ImportKey[]> {
    return (await this.database.execute<ImportKey & Record<string, unknown>>(query, [this.clock.iso()])).rows;
  }
}
