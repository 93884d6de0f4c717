import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Usage } from '../database/usage.js';

/** The last run of a maintenance task. Times are ISO 8601. */
export interface TaskRun {
  name: string;
  started_at: string;
  /** Null while it runs, like all fields about its end. */
  finished_at: string | null;
  duration_ms: number | null;
  /** Why it failed; null where it succeeded. */
  error: string | null;
  /** Null for tasks that run when there is work. */
  next_run_at: string | null;
}

/** Write interval: tasks may run every two seconds, so runs are buffered. */
const WRITE_MS = 30_000;

/** Records the last run of each maintenance task, for operators. */
@Injectable()
export class TaskRuns extends Usage<TaskRun> {
  constructor(private readonly database: Database) {
    super({ every: WRITE_MS });
  }

  /** Replaces the previous run of the task. */
  override note(name: string, run: TaskRun): void {
    super.note(name, run);
  }

  /** The last runs that are written down, by task. */
  async all(): Promise<Map<string, TaskRun>> {
    const rows = await this.database.read<TaskRun>(
      'select name, started_at, finished_at, duration_ms, error, next_run_at from maintenance_tasks',
    );
    return new Map(rows.map((run) => [run.name, run]));
  }

  /** Makes the next run due now, for a leader that is elected later. */
  async ask(name: string): Promise<void> {
    await this.database.execute('update maintenance_tasks set next_run_at = now() where name = $1', [name]);
  }

  /** Ignores older runs, so that a former leader does not overwrite those of its successor. */
  protected override async write(uses: [name: string, run: TaskRun][]): Promise<void> {
    await this.database.execute(
      `insert into maintenance_tasks as known (name, started_at, finished_at, duration_ms, error, next_run_at)
       select * from jsonb_to_recordset($1) as run (name text, started_at timestamptz, finished_at timestamptz,
              duration_ms integer, error text, next_run_at timestamptz)
       on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at,
         duration_ms = excluded.duration_ms, error = excluded.error, next_run_at = excluded.next_run_at
       where known.started_at <= excluded.started_at`,
      [JSON.stringify(uses.map(([, run]) => run))],
    );
  }
}
