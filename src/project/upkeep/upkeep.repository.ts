import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database } from '../../platform/index.js';
import type { Due } from '../due-work/due-work.js';
import { DEFAULTS } from '../settings/settings.entity.js';

/** A task of which its assignee is reminded. */
export interface DueTask {
  id: string;
  tags: string[];
  title: string;
  project: string;
  due_date: string;
}

const AT_ONCE = 1_000;
/** Tasks that one message names. */
const MAX_TASKS = 50;
/** As in the index `tasks_open_due`. */
const OPEN = `t.deleted_at is null and t.assignee_id is not null and t.status in ('todo', 'in_progress', 'in_review')
  and exists (select 1 from projects p where p.workspace_id = t.workspace_id and p.id = t.project_id and p.status <> 'archived')`;
/** Days of a row of settings `s`, where a workspace has one. */
const DAYS = 'case when s.workspace_id is null then $2::int else s.due_reminder_days end';

/** Due reminders, and projects to archive. */
@Injectable()
export class UpkeepRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Users with tasks that are due soon, who have not been reminded today. */
  async unreminded(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `select w.id as workspace_id, u.id from workspaces w left join project_settings s on s.workspace_id = w.id
         cross join lateral (select distinct t.assignee_id from tasks t
           where t.workspace_id = w.id and t.due_date between $1::date and $1::date + ${DAYS} and ${OPEN}) a
         join users u on u.workspace_id = w.id and u.id = a.assignee_id and u.status = 'active'
        where not exists (select 1 from due_reminders r where r.workspace_id = w.id and r.user_id = u.id and r.date = $1::date)
        limit ${AT_ONCE}`,
      [this.today, DEFAULTS.due_reminder_days],
    );
    return rows;
  }

  /** False where the user has been reminded today. */
  async remind(userId: string): Promise<boolean> {
    const noted = await this.database.write(
      'insert into due_reminders (workspace_id, user_id, date) values ($1, $2, $3) on conflict do nothing returning date',
      [currentContext().workspaceId, userId, this.today],
    );
    return noted.length > 0;
  }

  /** Open tasks of a user that are due within so many days, the first ones first. */
  dueTasks(userId: string, days: number): Promise<DueTask[]> {
    return this.database.read<DueTask>(
      `select t.id, t.tags, t.title, t.due_date, (select name from projects p where p.workspace_id = $1 and p.id = t.project_id) as project
         from tasks t where t.workspace_id = $1 and t.assignee_id = $2 and t.due_date between $3::date and $3::date + $4::int
          and ${OPEN} order by t.due_date, t.id limit ${MAX_TASKS}`,
      [currentContext().workspaceId, userId, this.today, days],
    );
  }

  /** Forgets who was reminded on days that are over. */
  async forget(): Promise<void> {
    await this.database.execute('delete from due_reminders where date < $1::date - 1', [this.today]);
  }

  /** Completed projects that nobody has changed for as long as the settings say. */
  async finished(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `select p.workspace_id, p.id from project_settings s join projects p on p.workspace_id = s.workspace_id
        where p.status = 'completed' and p.updated_at <= $1::timestamptz - make_interval(days => s.auto_archive_days) limit ${AT_ONCE}`,
      [this.clock.iso()],
    );
    return rows;
  }

  /** In UTC. */
  get today(): string {
    return this.clock.iso().slice(0, 10);
  }
}
