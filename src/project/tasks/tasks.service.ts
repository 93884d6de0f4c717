import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  failure,
  InjectStore,
  type Input,
  invalidField,
  type Page,
  ResourceService,
  type ResourceStore,
  UserDirectory,
} from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectHooks } from '../projects/project-hooks.js';
import { placeAtEnd } from './ranks.js';
import { type CreateTask, TaskItem, type TaskQuery, type TaskView, type UpdateTask } from './task.dto.js';
import { Task } from './task.entity.js';
import { tasks } from './task.resource.js';
import { TaskLog } from './task-log.js';

@Injectable()
export class TasksService extends ResourceService<Task> {
  constructor(
    @InjectStore(Task) store: ResourceStore<Task>,
    private readonly users: UserDirectory,
    private readonly clock: Clock,
    log: TaskLog,
    hooks: ProjectHooks,
  ) {
    super(store);
    hooks.beforeDelete((project) => log.removeAll(project));
  }

  listOf(project: Project, query: TaskQuery): Promise<Page<TaskItem>> {
    return this.store.page(query, TaskItem, { project_id: project.id });
  }

  /** A task with its subtasks; a subtask has none. */
  override async show(task: Task): Promise<TaskView> {
    const subtasks = task.parent_id ? [] : await this.store.findAll(['parent_id = ?', task.id]);
    return { ...task, subtasks: subtasks.toSorted((one, other) => (one.rank < other.rank ? -1 : 1)) };
  }

  async add(project: Pick<Project, 'id'>, input: CreateTask, parent_id: string | null = null): Promise<Task> {
    await this.#check(input);
    return this.store.create({ ...input, project_id: project.id, parent_id, rank: placeAtEnd(this.clock.now()) });
  }

  async addSubtask(task: Task, input: CreateTask): Promise<Task> {
    if (task.parent_id)
      throw invalidField('id', 'invalid_value', `${task.id} is a subtask, which has none of its own.`);
    // So that it is not deleted meanwhile, and its subtasks with it.
    await this.store.lock(task);
    return this.add({ id: task.project_id }, input, task.id);
  }

  override async update(task: Task, changes: UpdateTask): Promise<Task> {
    await this.#check(changes, task);
    const { status = task.status } = changes;
    const completes = status === 'done' && task.status !== 'done';
    const completed_at = status !== 'done' ? null : completes ? this.clock.iso() : task.completed_at;
    return this.store.update(task, { ...changes, completed_at }, { as: completes ? 'completed' : 'updated' });
  }

  /** Its subtasks go with it. */
  override async remove(task: Task, { hard = false }: { hard?: boolean }): Promise<void> {
    const subtasks = task.parent_id
      ? []
      : await this.store.findAll(['parent_id = ?', task.id], { deleted: hard, lock: true });
    await this.store.removeMany([task, ...subtasks], { hard });
  }

  /** The subtasks that went with it come back with it. */
  override async restore(task: Task): Promise<Task> {
    if (task.parent_id && !(await this.store.find(task.parent_id))) throw failure(tasks, 'parentDeleted');
    const restored = await this.store.restore(task);
    if (!task.parent_id) {
      const gone = ['parent_id = ? and deleted_at = ?', task.id, task.deleted_at] as const;
      const subtasks = await this.store.findAll([...gone], { deleted: true, lock: true });
      const back: Input<Task> = { deleted_at: null, purge_at: null };
      await this.store.updateMany(subtasks.map((subtask) => [subtask, back]));
    }
    return restored;
  }

  /** 400 for an assignee who is no active user. */
  async #check({ assignee_id, sprint_id }: UpdateTask, before?: Task): Promise<void> {
    const { credential } = currentContext();
    if (assignee_id && assignee_id !== before?.assignee_id && assignee_id !== credential?.user_id) {
      if (!(await this.users.isActive(assignee_id)))
        throw invalidField('assignee_id', 'not_found', `There is no active user ${assignee_id}.`);
    }
    if (sprint_id) throw invalidField('sprint_id', 'not_found', `There is no sprint ${sprint_id} in this project.`);
  }
}
