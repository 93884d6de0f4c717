import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import { tasks } from '../tasks/task.resource.js';

/** What must be known before somebody's time in a project is written. */
export interface Grounds {
  /** Of the caller in the project; null where they are no member. */
  role: string | null;
  /** A date, before which nothing is written any more. */
  time_locked_before: string | null;
}

/** A task that time is to be logged on. */
export interface Target extends Grounds {
  task_id: string;
  project_id: string;
  status: string;
  billable: boolean;
  hourly_rate: number | null;
  tags: string[];
  /** Of the user whose time it is: whether they are active, and their timer, where one runs. */
  active: boolean;
  running: string | null;
}

const OF_CALLER = 'left join project_members c on c.workspace_id = $1 and c.project_id =';
const SETTINGS = 'left join project_settings s on s.workspace_id = $1';

/** What is asked about time beyond single entries. */
@Injectable()
export class TimeLog {
  constructor(private readonly database: Database) {}

  /** A task that exists, for time of this user. 403 where a policy hides it from the caller. */
  async target(taskId: string, userId: string): Promise<Target | null> {
    const { workspaceId, credential, restrictions } = currentContext();
    const [target] = await this.database.lookup<Target>(
      `select t.id as task_id, t.tags, p.id as project_id, p.status, p.billable, coalesce(m.hourly_rate, p.hourly_rate) as hourly_rate,
         c.role, s.time_locked_before, coalesce(u.status = 'active', false) as active, r.id as running
       from tasks t join projects p on p.workspace_id = t.workspace_id and p.id = t.project_id
         left join project_members m on m.workspace_id = $1 and m.project_id = p.id and m.user_id = $3
         ${OF_CALLER} p.id and c.user_id = $4 ${SETTINGS}
         left join users u on u.workspace_id = $1 and u.id = $3
         left join timers r on r.workspace_id = $1 and r.user_id = $3
       where t.workspace_id = $1 and t.id = $2 and t.deleted_at is null`,
      [workspaceId, taskId, userId, credential?.user_id],
    );
    if (target) restrictions?.refuse(tasks, 'read', { id: taskId, tags: target.tags });
    return target ?? null;
  }

  /** For time in this project, which may be gone. */
  async grounds(projectId: string): Promise<Grounds> {
    const { workspaceId, credential } = currentContext();
    const [grounds] = await this.database.lookup<Grounds>(
      `select c.role, s.time_locked_before from (values (1)) one
         ${OF_CALLER} $2 and c.user_id = $3 ${SETTINGS}`,
      [workspaceId, projectId, credential?.user_id],
    );
    return grounds!;
  }
}
