import { Injectable } from '@nestjs/common';
import { type Condition, currentContext, Database, hashOf } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import type { CalendarEvent } from './calendar.js';

/** The owner of the calendar that a token opens. */
export interface FoundFeed {
  workspace_id: string;
  id: string;
  user_id: string;
  /** The grant to an app with which it was made, or null. */
  made_through: string | null;
}

/** Tasks and sprints that a calendar shows at most. */
const MAX_TASKS = 500;
const MAX_SPRINTS = 200;

/** Queries of feeds that the store does not have. */
@Injectable()
export class CalendarFeedRepository {
  constructor(private readonly database: Database) {}

  /** The feed of a project that a token opens, in whichever workspace. */
  async find(projectId: string, token: string): Promise<FoundFeed | null> {
    const [feed] = await this.database.read<FoundFeed>(
      'select workspace_id, id, user_id, made_through from calendar_feeds where token_hash = $1 and project_id = $2',
      [hashOf(token), projectId],
    );
    return feed ?? null;
  }

  /** The newest sprints of a project that have both dates. */
  sprints(projectId: string): Promise<CalendarEvent[]> {
    return this.database.read<CalendarEvent>(
      `select id, start_date as first, end_date as last, name as title, goal as description, '{}'::text[] as labels, updated_at
         from sprints where workspace_id = $1 and project_id = $2 and start_date is not null and end_date is not null
        order by created_at desc, id desc limit ${MAX_SPRINTS}`,
      [currentContext().workspaceId, projectId],
    );
  }

  /** The open tasks of a project that are due on this day or later, the first ones first. */
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

  /** Removes all feeds of a project. That the project is deleted says it of each of them. */
  async removeAll(projectId: string): Promise<void> {
    await this.database.write('delete from calendar_feeds where workspace_id = $1 and project_id = $2', [
      currentContext().workspaceId,
      projectId,
    ]);
  }
}
