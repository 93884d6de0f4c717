import { Injectable } from '@nestjs/common';
import { type Condition, currentContext, Database, hashOf, StoreRegistry } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import type { CalendarEvent } from './calendar.js';

/** The feed behind a token. */
export interface FoundFeed {
  workspace_id: string;
  id: string;
  user_id: string;
  /** The OAuth grant with which it was created, or null. */
  made_through: string | null;
}

/** Maximum tasks and sprints of a calendar. */
const MAX_TASKS = 500;
const MAX_SPRINTS = 200;

/** Queries of feeds that the store does not have. */
@Injectable()
export class CalendarFeedRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /** The feed of a project by token, in any workspace. */
  async find(projectId: string, token: string): Promise<FoundFeed | null> {
    const [feed] = await this.database.read<FoundFeed>(
      'select workspace_id, id, user_id, made_through from calendar_feeds where token_hash = $1 and project_id = $2',
      [hashOf(token), projectId],
    );
    return feed ?? null;
  }

  /** The newest sprints of a project that have both dates. */
  sprints(projectId: string): Promise<CalendarEvent[]> {
    const values = [currentContext().workspaceId, projectId];
    return this.database.read<CalendarEvent>(
      `select id, start_date as first, end_date as last, name as title, goal as description, '{}'::text[] as labels, updated_at
         from sprints s where workspace_id = $1 and project_id = $2 and start_date is not null and end_date is not null
           and ${this.stores.readable('project.sprint', 's', values)}
        order by created_at desc, id desc limit ${MAX_SPRINTS}`,
      values,
    );
  }

  /** Open tasks of a project due on or after a day, earliest first. */
  openTasks({ workspace_id, id }: Project, from: string): Condition {
    return [
      `id in (select id from tasks where workspace_id = ? and project_id = ? and coalesce(due_date, 'infinity') >= ?
         and due_date is not null and deleted_at is null and status in ('todo', 'in_progress', 'in_review')
        order by coalesce(due_date, 'infinity'), id limit ${MAX_TASKS})`,
      workspace_id,
      id,
      from,
    ];
  }

  /** Deletes all feeds of a project. The event of the project covers them. */
  async removeAll(projectId: string): Promise<void> {
    await this.database.write('delete from calendar_feeds where workspace_id = $1 and project_id = $2', [
      currentContext().workspaceId,
      projectId,
    ]);
  }
}
