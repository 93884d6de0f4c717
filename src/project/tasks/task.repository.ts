import { Injectable } from '@nestjs/common';
import { currentContext, Database, isId } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import type { Task } from './task.entity.js';

/** Questions about the tasks of a project, and changes of all of them. */
@Injectable()
export class TaskRepository {
  constructor(private readonly database: Database) {}

  /** Lets one request at a time arrange the tasks of a project: their order, or what waits for what. */
  async arrange({ workspace_id, project_id }: Task): Promise<void> {
    await this.database.write('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `arrange ${workspace_id} ${project_id}`,
    ]);
  }

  /** The place of the next task on the board, or the one before, leaving out `task`; null where there is none. */
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

  /** The tasks among these that are this one or wait for it, directly or through others. */
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

  /** The project of a sprint, which is not deleted before the running unit of work ends; null where there is none. */
  async holdSprint(id: string): Promise<string | null> {
    if (!isId('spr', id)) return null;
    const [sprint] = await this.database.write<{ project_id: string }>(
      'select project_id from sprints where workspace_id = $1 and id = $2 for key share',
      [currentContext().workspaceId, id],
    );
    return sprint?.project_id ?? null;
  }

  /** Removes all tasks of a project. That the project is deleted says it of each of them. */
  async removeAll({ workspace_id, id }: Pick<Project, 'workspace_id' | 'id'>): Promise<void> {
    await this.database.write('delete from tasks where workspace_id = $1 and project_id = $2', [workspace_id, id]);
  }
}
