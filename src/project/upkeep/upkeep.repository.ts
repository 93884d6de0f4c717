import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, notFrozen, StoreRegistry, WorkspaceCalendar } from '../../platform/index.js';
import type { Due } from '../due-work/due-work.js';
import { DEFAULTS } from '../settings/settings.entity.js';

/** A task in a reminder. */
export interface DueTask {
  id: string;
  tags: string[];
  title: string;
  project: string;
  due_date: string;
}

const BATCH_SIZE = 1_000;
/** Maximum tasks in a reminder. */
const MAX_TASKS = 50;
/** Matches the partial index `tasks_open_due`. */
const OPEN = `t.deleted_at is null and t.assignee_id is not null and t.status in ('todo', 'in_progress', 'in_review')
  and exists (select 1 from projects p where p.workspace_id = t.workspace_id and p.id = t.project_id and p.status <> 'archived')`;
/** Reminder days from settings `s`, or the default. */
const DAYS = 'case when s.workspace_id is null then $2::int else s.due_reminder_days end';

/** Due reminders, and projects to archive. */
@Injectable()
export class UpkeepRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
    private readonly calendar: WorkspaceCalendar,
    private readonly clock: Clock,
  ) {}

  /** Users with tasks due soon, who were not reminded today. */
  async unreminded(): Promise<Due[]> {
    const { rows: zones } = await this.database.execute<{ name: string }>(
      'select distinct time_zone as name from workspace_settings',
    );
    const names = zones.map(({ name }) => name);
    const { rows } = await this.database.execute<Due>(
      `select w.workspace_id, u.id
         from unnest($1::text[], $3::date[]) z (name, today) join workspace_settings w on w.time_zone = z.name
         left join project_settings s on s.workspace_id = w.workspace_id
         cross join lateral (select distinct t.assignee_id from tasks t
           where t.workspace_id = w.workspace_id and t.due_date between z.today and z.today + ${DAYS} and ${OPEN}) a
         join users u on u.workspace_id = w.workspace_id and u.id = a.assignee_id and u.status = 'active'
        where not exists (
          select 1 from due_reminders r where r.workspace_id = w.workspace_id and r.user_id = u.id and r.date = z.today)
          and ${notFrozen('w.workspace_id')}
        limit ${BATCH_SIZE}`,
      [names, DEFAULTS.due_reminder_days, this.calendar.todayIn(names)],
    );
    return rows;
  }

  /** Marks the user as reminded; false if already done today. */
  async remind(userId: string, today: string): Promise<boolean> {
    const noted = await this.database.write(
      'insert into due_reminders (workspace_id, user_id, date) values ($1, $2, $3) on conflict do nothing returning date',
      [currentContext().workspaceId, userId, today],
    );
    return noted.length > 0;
  }

  /** Open tasks of a user due within `days`, earliest first, as far as the context may read them. */
  dueTasks(userId: string, today: string, days: number): Promise<DueTask[]> {
    const values = [currentContext().workspaceId, userId, today, days];
    return this.database.read<DueTask>(
      `select t.id, t.title, t.due_date, (select name from projects p where p.workspace_id = $1 and p.id = t.project_id) as project
         from tasks t where t.workspace_id = $1 and t.assignee_id = $2 and t.due_date between $3::date and $3::date + $4::int
          and ${OPEN} and ${this.stores.readable('project.task', 't', values)} order by t.due_date, t.id limit ${MAX_TASKS}`,
      values,
    );
  }

  /** Deletes reminder marks of days that are over in every time zone. */
  async forget(): Promise<void> {
    const [today] = this.calendar.todayIn(['UTC']);
    await this.database.execute(`delete from due_reminders where date < $1::date - 1 and ${notFrozen()}`, [today]);
  }

  /** Completed projects unchanged for as long as the settings say. */
  async finished(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `select p.workspace_id, p.id from project_settings s join projects p on p.workspace_id = s.workspace_id
        where p.status = 'completed' and p.updated_at <= $1::timestamptz - make_interval(days => s.auto_archive_days)
          and ${notFrozen('p.workspace_id')} limit ${BATCH_SIZE}`,
      [this.clock.iso()],
    );
    return rows;
  }
}
