import { Injectable } from '@nestjs/common';
import { currentContext, Database, isId } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import type { Task } from './task.entity.js';

/** Queries and bulk changes on the tasks of a project. */
@Injectable()
export class TaskRepository {
  constructor(private readonly database: Database) {}

  /** Lock that serializes changes of order or dependencies in a project. */
  async arrange({ workspace_id, project_id }: Task): Promise<void> {
    await this.database.write('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `arrange ${workspace_id} ${project_id}`,
    ]);
  }

  /** Rank of the next or previous task on the board, excluding `task`; null if none. */
  async nextPlace(
    { workspace_id, project_id, id }: Task,
    rank: string,
    way: 'before' | 'after',
  ): Promise<string | null> {
    const [comes, order] = way === 'after' ? ['>', 'asc'] : ['<', 'desc'];
    const [next] = await this.database.read<{ rank: string }>(
      `select rank from tasks where workspace_id = $1 and project_id = $2 and rank ${comes} $3 and id <> $4
        order by rank ${order} limit 1`,
      [workspace_id, project_id, rank, id],
    );
    return next?.rank ?? null;
  }

  /** The ids among these that are tasks of the project. */
  async among(
    { workspace_id, project_id }: Pick<Task, 'workspace_id' | 'project_id'>,
    ids: string[],
  ): Promise<Set<string>> {
    const found = await this.database.read<{ id: string }>(
      'select id from tasks where workspace_id = $1 and project_id = $2 and id = any($3) and deleted_at is null',
      [workspace_id, project_id, ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  /** Those of these tasks with comments, time, a running timer or a recurrence. */
  async withWork(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.read<{ id: string }>(
      ['task_comments', 'time_entries', 'timers', 'recurrences']
        .map((table) => `select task_id as id from ${table} where workspace_id = $1 and task_id = any($2::text[])`)
        .join(' union '),
      [currentContext().workspaceId, ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  /** The subtasks of these tasks, but for those in the trash. */
  subtasksOf(ids: readonly string[]): Promise<Pick<Task, 'id' | 'parent_id' | 'revision'>[]> {
    return this.database.read<Pick<Task, 'id' | 'parent_id' | 'revision'>>(
      `select id, parent_id, revision from tasks
       where workspace_id = $1 and parent_id = any($2::text[]) and deleted_at is null`,
      [currentContext().workspaceId, ids],
    );
  }

  /** Tasks among these that are this one or depend on it, transitively. */
  async waitingFor({ workspace_id, id }: Task, ids: string[]): Promise<Set<string>> {
    const found = await this.database.read<{ first: string }>(
      `with recursive waits as (
         select first, first as id from unnest($2::text[]) first
         union
         select first, next from waits join tasks t on t.workspace_id = $1 and t.id = waits.id, unnest(t.blocked_by) next
       )
       select distinct first from waits where id = $3`,
      [workspace_id, ids, id],
    );
    return new Set(found.map(({ first }) => first));
  }

  /** Project of a sprint, locked against deletion until the end of the unit of work; null if there is none. */
  async holdSprint(id: string): Promise<string | null> {
    if (!isId('spr', id)) return null;
    const [sprint] = await this.database.write<{ project_id: string }>(
      'select project_id from sprints where workspace_id = $1 and id = $2 for key share',
      [currentContext().workspaceId, id],
    );
    return sprint?.project_id ?? null;
  }

  /** Deletes all tasks of a project. The event of the project covers them. */
  async removeAll({ workspace_id, id }: Pick<Project, 'workspace_id' | 'id'>): Promise<void> {
    await this.database.write('delete from tasks where workspace_id = $1 and project_id = $2', [workspace_id, id]);
  }
}
