import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  currentContext,
  Maintenance,
  type MaintenanceTask,
  notFound,
  type Page,
  ShortLists,
  type TaskRun,
  TaskRuns,
} from '../../platform/index.js';
import type { TaskQuery, TaskView } from './task.dto.js';
import { tasks } from './task.resource.js';

/** The maintenance tasks of the deployment. */
@Injectable()
export class TasksService {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly runs: TaskRuns,
    private readonly lists: ShortLists,
    private readonly audit: AuditTrail,
  ) {}

  async list(query: TaskQuery): Promise<Page<TaskView>> {
    const runs = await this.runs.all();
    const items = this.maintenance.tasks
      .map((task) => view(task, runs.get(task.name)))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return this.lists.page(tasks.type, items, query);
  }

  /** Has a task run soon, in the process that does the maintenance. Without one it runs with the start of the next. */
  async run(name: string): Promise<TaskView> {
    const task = this.maintenance.tasks.find((known) => known.name === name);
    if (!task) throw notFound(`There is no maintenance task ${name}.`);
    await this.audit.note({
      action: `${tasks.type}.started`,
      resource_type: tasks.type,
      resource_id: name,
      outcome: 'success',
      changes: null,
    });
    currentContext().unitOfWork!.afterCommit(() => void this.maintenance.wake(name, { asked: true }));
    return view(task, (await this.runs.all()).get(name));
  }
}

function view(task: MaintenanceTask, run?: TaskRun): TaskView {
  const result = run && (run.finished_at === null ? 'running' : run.error === null ? 'succeeded' : 'failed');
  return {
    name: task.name,
    description: task.description,
    every_seconds: 'every' in task ? Math.ceil(task.every / 1000) : null,
    last_run_at: run?.started_at ?? null,
    duration_ms: run?.duration_ms ?? null,
    result: result ?? null,
    error: run?.error ?? null,
    next_run_at: run?.next_run_at ?? null,
  };
}
