import { Injectable } from '@nestjs/common';
import { currentContext, Database, StoreRegistry } from '../../platform/index.js';
import type { TimeEntry } from './time-entry.entity.js';

/** Data for the permission check of a time entry. */
export interface Grounds {
  /** Project role of the caller; null if not a member. */
  role: string | null;
  /** Whether the task is assigned to the caller. */
  is_assignee: boolean;
  /** Time entries before this date are locked. */
  time_locked_before: string | null;
}

/** A task to log time on. */
export interface Target extends Grounds {
  task_id: string;
  project_id: string;
  status: string;
  billable: boolean;
  hourly_rate: number | null;
  /** Whether the user is active, and their running timer, if any. */
  active: boolean;
  running: string | null;
}

const OF_CALLER = 'left join project_members c on c.workspace_id = $1 and c.project_id =';
const SETTINGS = 'left join project_settings s on s.workspace_id = $1';

const ADD_TIME_SPENT = (list: string) => `
  added as materialized (
    select t.workspace_id, t.id, s.seconds from (
      select e.workspace_id, e.task_id, sum(e.seconds) as seconds from changed
        join json_to_recordset(${list}) as e (record text, workspace_id text, task_id text, seconds bigint) on e.record = changed.id
       group by 1, 2
    ) s join tasks t on t.workspace_id = s.workspace_id and t.id = s.task_id
    order by t.workspace_id, t.id for no key update of t
  ),
  spent as (
    update tasks t set time_spent_seconds = t.time_spent_seconds + added.seconds
      from added where t.workspace_id = added.workspace_id and t.id = added.id
  )`;

/** Queries about time beyond single entries. */
@Injectable()
export class TimeEntryRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /** The task, for logging time of this user; null if it does not exist, or a policy hides it. */
  async target(taskId: string, userId: string): Promise<Target | null> {
    return (await this.targets([[taskId, userId]]))[0]!;
  }

  /**
   * The same for several pairs of a task and a user, in their order. `limit` keeps the planner to looking up each pair by keys:
   * without statistics it may read all tasks of the project for each of 500 pairs, which takes 2 s instead of 10 ms.
   */
  async targets(pairs: readonly (readonly [taskId: string, userId: string])[]): Promise<(Target | null)[]> {
    const { workspaceId, credential } = currentContext();
    const ids = [pairs.map(([taskId]) => taskId), pairs.map(([, userId]) => userId)];
    const values: unknown[] = [workspaceId, ...ids, credential?.user_id];
    const found = await this.database.lookup<Target & { pair: number }>(
      `select n.pair::int, one.* from unnest($2::text[], $3::text[]) with ordinality n (task_id, user_id, pair), lateral (
         select t.id as task_id, p.id as project_id, p.status, p.billable,
           coalesce(m.hourly_rate, p.hourly_rate) as hourly_rate, c.role, coalesce(t.assignee_id = $4, false) as is_assignee,
           s.time_locked_before, coalesce(u.status = 'active', false) as active, r.id as running
         from tasks t join projects p on p.workspace_id = t.workspace_id and p.id = t.project_id
           left join project_members m on m.workspace_id = $1 and m.project_id = p.id and m.user_id = n.user_id
           ${OF_CALLER} p.id and c.user_id = $4 ${SETTINGS}
           left join users u on u.workspace_id = $1 and u.id = n.user_id
           left join timers r on r.workspace_id = $1 and r.user_id = n.user_id
         where t.workspace_id = $1 and t.id = n.task_id and t.deleted_at is null
           and ${this.stores.readable('project.task', 't', values)} limit 1
       ) one`,
      values,
    );
    const byPair = new Map(found.map(({ pair, ...target }) => [pair, target]));
    return pairs.map((_, index) => byPair.get(index + 1) ?? null);
  }

  /** Data for existing time, whose project and task may be deleted. */
  async grounds({ project_id, task_id }: { project_id: string; task_id: string | null }): Promise<Grounds> {
    const { workspaceId, credential } = currentContext();
    const [grounds] = await this.database.lookup<Grounds>(
      `select c.role, s.time_locked_before, exists (
         select from tasks t where t.workspace_id = $1 and t.id = $4 and t.assignee_id = $3) as is_assignee
       from (values (1)) one ${OF_CALLER} $2 and c.user_id = $3 ${SETTINGS}`,
      [workspaceId, project_id, credential?.user_id, task_id],
    );
    return grounds!;
  }

  /**
   * Adds durations to the totals of tasks, in the transaction that writes the entries. Deleted tasks are ignored. Tasks are
   * locked in id order, to avoid deadlocks.
   */
  async addTimeSpent(entries: readonly { entry: TimeEntry; seconds: number }[]): Promise<void> {
    const rows = entries
      .filter(({ seconds }) => seconds !== 0)
      .map(({ entry: { id, workspace_id, task_id }, seconds }) => ({ record: id, workspace_id, task_id, seconds }));
    if (rows.length) await this.database.alongside({ sql: ADD_TIME_SPENT, rows });
  }
}
