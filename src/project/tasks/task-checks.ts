import { Injectable } from '@nestjs/common';
import { currentContext, type Detail, invalid, invalidField, UserDirectory } from '../../platform/index.js';
import type { Task } from './task.entity.js';
import { TaskRepository } from './task.repository.js';

type Named = Partial<Pick<Task, 'assignee_id' | 'sprint_id'>>;

/** Validates references of tasks; 400 if invalid. */
@Injectable()
export class TaskChecks {
  constructor(
    private readonly users: UserDirectory,
    private readonly repository: TaskRepository,
  ) {}

  /** Checks that the assignee is active and the sprint belongs to the project of each task. */
  async names(
    { assignee_id, sprint_id }: Named,
    before: readonly Named[],
    projectIds: readonly string[],
    path = '',
  ): Promise<void> {
    const isNew = (name: keyof Named, value: unknown) =>
      value && !(before.length && before.every((task) => task[name] === value));
    if (isNew('assignee_id', assignee_id) && assignee_id !== currentContext().credential?.user_id) {
      if (!(await this.users.mayBeNamed(assignee_id!)))
        throw invalidField(
          `${path}assignee_id`,
          'not_found',
          `The user ${assignee_id} does not exist or is suspended.`,
        );
    }
    if (isNew('sprint_id', sprint_id)) {
      const project = await this.repository.holdSprint(sprint_id!);
      if (!projectIds.every((id) => id === project))
        throw invalidField(`${path}sprint_id`, 'not_found', `There is no sprint ${sprint_id} in this project.`);
    }
  }

  /** Checks blockers: tasks of the same project, without cycles. Existing blockers may be deleted tasks. */
  async blockers(ids: readonly string[] = [], project_id: string, task?: Task): Promise<void> {
    const added = ids.filter((id) => !task?.blocked_by.includes(id));
    if (!added.length) return;
    if (task) await this.repository.arrange(task);
    const known = await this.repository.among({ workspace_id: currentContext().workspaceId, project_id }, added);
    const waiting = task ? await this.repository.waitingFor(task, added) : new Set();
    const problems = ids.flatMap((id, index): Detail[] => {
      if (!added.includes(id) || (known.has(id) && !waiting.has(id))) return [];
      const field = `blocked_by[${index}]`;
      return known.has(id)
        ? [{ field, code: 'invalid_value', message: `${id} is this task, or depends on it.` }]
        : [{ field, code: 'not_found', message: `There is no task ${id} in this project.` }];
    });
    if (problems.length) throw invalid(problems);
  }
}
