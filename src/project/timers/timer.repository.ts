import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, type Language, notFrozen } from '../../platform/index.js';
import type { Due } from '../due-work/due-work.js';
import { DEFAULTS } from '../settings/settings.entity.js';
import type { Timer } from './timer.entity.js';

/** A removed timer, with the project data for its time entry. */
export type TakenTimer = Pick<Timer, 'id' | 'task_id' | 'project_id' | 'user_id' | 'started_at'> & {
  billable: boolean;
  hourly_rate: number | null;
};

/** The content of a reminder about a timer. */
export interface Reminded {
  email: string;
  display_name: string;
  language: Language | null;
  task: string;
  project: string;
}

const BATCH_SIZE = 1_000;

/** Changes of timers that bypass the store. The end of a timer is recorded by its time entry. */
@Injectable()
export class TimerRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes and returns timers; a concurrent request may have been faster. Their projects are locked first, in the same order
   * as by archiving.
   */
  take(by: 'id' | 'user_id' | 'project_id', value: string): Promise<TakenTimer[]> {
    return this.database.write<TakenTimer>(
      `with held as materialized (
         select t.id, p.billable, p.hourly_rate from timers t
           join projects p on p.workspace_id = t.workspace_id and p.id = t.project_id
          where t.workspace_id = $1 and t.${by} = $2 for share of p
       ),
       taken as (
         delete from timers t using held where t.workspace_id = $1 and t.id = held.id
         returning t.id, t.task_id, t.project_id, t.user_id, t.started_at, held.billable, held.hourly_rate
       )
       select t.id, t.task_id, t.project_id, t.user_id, t.started_at, t.billable,
         coalesce(m.hourly_rate, t.hourly_rate) as hourly_rate
       from taken t left join project_members m
         on m.workspace_id = $1 and m.project_id = t.project_id and m.user_id = t.user_id`,
      [currentContext().workspaceId, value],
    );
  }

  /** Whether the timer is in a project that the caller administers. */
  async isInAdministeredProject(id: string): Promise<boolean> {
    const { workspaceId, credential } = currentContext();
    const found = await this.database.lookup(
      `select 1 from timers t join project_members m
         on m.workspace_id = $1 and m.project_id = t.project_id and m.user_id = $3 and m.role = 'admin'
        where t.workspace_id = $1 and t.id = $2`,
      [workspaceId, id, credential?.user_id],
    );
    return found.length > 0;
  }

  async isEntry(id: string): Promise<boolean> {
    const found = await this.database.lookup('select 1 from time_entries where workspace_id = $1 and id = $2', [
      currentContext().workspaceId,
      id,
    ]);
    return found.length > 0;
  }

  /** Timers due for a reminder. */
  async forgotten(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `select t.workspace_id, t.id from timers t left join project_settings s on s.workspace_id = t.workspace_id
        where t.reminded_at is null and t.started_at <= $1::timestamptz - make_interval(
          hours => case when s.workspace_id is null then $2::int else s.timer_reminder_hours end)
          and ${notFrozen('t.workspace_id')} limit ${BATCH_SIZE}`,
      [this.clock.iso(), DEFAULTS.timer_reminder_hours],
    );
    return rows;
  }

  /** Timers of users who have been suspended or deleted. */
  async left(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `select t.workspace_id, t.id from timers t left join users u on u.workspace_id = t.workspace_id and u.id = t.user_id
        where u.status is distinct from 'active' and ${notFrozen('t.workspace_id')} limit ${BATCH_SIZE}`,
    );
    return rows;
  }

  /** The user to remind, and the task; null if the user is not active or the task is deleted. */
  async reminded({ workspace_id, task_id, user_id }: Timer): Promise<Reminded | null> {
    const [row] = await this.database.read<Reminded>(
      `select u.email, u.display_name, u.language, t.title as task, p.name as project
         from tasks t join projects p on p.workspace_id = t.workspace_id and p.id = t.project_id
           join users u on u.workspace_id = t.workspace_id and u.id = $3 and u.status = 'active'
        where t.workspace_id = $1 and t.id = $2`,
      [workspace_id, task_id, user_id],
    );
    return row ?? null;
  }
}
