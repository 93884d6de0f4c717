import { Injectable } from '@nestjs/common';
import { Clock, Database } from '../../../platform/index.js';
import type { ContactImport, RowProblem } from './import.entity.js';

export type Import = Pick<ContactImport, 'workspace_id' | 'id'>;

/** How far an import is. */
export interface Progress {
  processed_count: number;
  created_count: number;
  updated_count: number;
  error_count: number;
}

/** Seconds after which a worker that got no further is thought dead. */
const LEASE_SECONDS = 30;

const FIRST_REST_SECONDS = 5;

/** Problems that an import tells of; the others are only counted. */
const MAX_PROBLEMS = 1_000;

const IS_DUE = (now: string) => `status in ('pending', 'running') and (lease_until is null or lease_until <= ${now})`;

/** Imports that wait for a worker at `$1`, or whose worker died. */
export const DUE = `select workspace_id, id from sales_imports where ${IS_DUE('$1')}`;

/** Imports that are known no longer at `$1`. */
export const EXPIRED = 'select workspace_id, id from sales_imports where expires_at <= $1';

/** Imports that wait for a worker or have failed. */
export const OUTSTANDING = `
  select workspace_id, id, null as about, case status when 'failed' then 'failing' else 'waiting' end as status, error as reason,
    attempts, created_at, case when status <> 'failed' then coalesce(lease_until, created_at) end as next_attempt_at
  from sales_imports where status in ('pending', 'running', 'failed')`;

/** How far imports are, which moves without a new revision. */
@Injectable()
export class ImportRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Gives an import to the worker that asks, unless another one reads it or nothing is left to do. */
  async claim({ workspace_id, id }: Import): Promise<ContactImport | null> {
    const { rows } = await this.database.execute<ContactImport & Record<string, unknown>>(
      `update sales_imports set status = 'running', lease_until = $3, attempts = attempts + 1
       where workspace_id = $1 and id = $2 and ${IS_DUE('$4')} returning *`,
      [workspace_id, id, this.clock.iso(LEASE_SECONDS), this.clock.iso()],
    );
    return rows[0] ?? null;
  }

  /**
   * Lets another worker have it: at once, and after an attempt (`counted`) that got no further after a rest, longer each
   * time.
   */
  async giveBack({ workspace_id, id }: Import, { counted }: { counted: boolean }): Promise<void> {
    const rest = `${FIRST_REST_SECONDS} * power(2, attempts - 1) * interval '1 second'`;
    await this.database.execute(
      counted
        ? `update sales_imports set lease_until = case when attempts > 0 then $3::timestamptz + ${rest} end
           where workspace_id = $1 and id = $2 and status = 'running'`
        : `update sales_imports set lease_until = $3, attempts = greatest(0, attempts - 1)
           where workspace_id = $1 and id = $2 and status = 'running'`,
      [workspace_id, id, this.clock.iso()],
    );
  }

  /** Locks an import that goes on and is as far as this worker thinks; false where it is not. */
  async take({ workspace_id, id }: Import, processed: number): Promise<boolean> {
    const rows = await this.database.write(
      `select 1 from sales_imports where workspace_id = $1 and id = $2 and status = 'running' and processed_count = $3
       for update`,
      [workspace_id, id, processed],
    );
    return rows.length > 0;
  }

  /** A dry run starts from the beginning, because it has to know all rows before. */
  async restart({ workspace_id, id }: Import): Promise<void> {
    await this.database.execute(
      `update sales_imports set processed_count = 0, created_count = 0, updated_count = 0, error_count = 0, errors = '[]'
       where workspace_id = $1 and id = $2 and status = 'running'`,
      [workspace_id, id],
    );
  }

  async move({ workspace_id, id }: Import, now: Progress, problems: RowProblem[]): Promise<void> {
    await this.database.write(
      `update sales_imports set processed_count = $3, created_count = $4, updated_count = $5, error_count = $6, updated_at = $8,
         lease_until = $9, attempts = case when dry_run then attempts else 0 end,
         errors = (select coalesce(jsonb_agg(problem order by place), '[]')
           from jsonb_array_elements(errors || $7::jsonb) with ordinality e (problem, place) where place <= ${MAX_PROBLEMS})
       where workspace_id = $1 and id = $2`,
      [
        workspace_id,
        id,
        now.processed_count,
        now.created_count,
        now.updated_count,
        now.error_count,
        JSON.stringify(problems),
        this.clock.iso(),
        this.clock.iso(LEASE_SECONDS),
      ],
    );
  }

  /** Imports of all workspaces that wait for a worker, or whose worker died. */
  async due(): Promise<Import[]> {
    const { rows } = await this.database.execute<Import>(DUE, [this.clock.iso()]);
    return rows;
  }

  /** Imports that nobody needs to know any more. */
  async expired(): Promise<Import[]> {
    const { rows } = await this.database.execute<Import>(EXPIRED, [this.clock.iso()]);
    return rows;
  }

  /** Removes an expired import; answers its file where that is still there, because the import failed. */
  async forget({ workspace_id, id }: Import): Promise<string | null> {
    const [gone] = await this.database.write<Pick<ContactImport, 'status' | 'blob_key'>>(
      'delete from sales_imports where workspace_id = $1 and id = $2 and expires_at <= $3 returning status, blob_key',
      [workspace_id, id, this.clock.iso()],
    );
    return gone?.status === 'failed' ? gone.blob_key : null;
  }
}
