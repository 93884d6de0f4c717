import { Conditions, ResourceStore } from '../../platform/index.js';
import type { Task } from './task.entity.js';

/** Subtasks of a task, by rank. */
const subtasks = (readable: string) => `select coalesce(json_agg(s order by s.rank), '[]') from (
    select id, title, status, priority, assignee_id, due_date, rank from tasks s
     where s.workspace_id = tasks.workspace_id and s.parent_id = tasks.id and s.deleted_at is null and ${readable}) s`;

/** Tasks, each shown with its subtasks. */
export class TaskStore extends ResourceStore<Task> {
  override computed(values: unknown[]) {
    return { subtasks: subtasks(this.readable('s', new Conditions(values)).sql || 'true') };
  }
}
