import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Detail,
  failure,
  InjectStore,
  type Input,
  fieldsOf,
  invalid,
  invalidField,
  type Page,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectHooks } from '../projects/project-hooks.js';
import { placeAtEnd, placeBetween } from './ranks.js';
import {
  type BulkUpdate,
  type BulkUpdated,
  type CreateTask,
  type MoveTask,
  TaskItem,
  type TaskQuery,
  TaskRecord,
  type TaskView,
  type UpdateTask,
} from './task.dto.js';
import { Task } from './task.entity.js';
import { tasks } from './task.resource.js';
import { TaskChecks } from './task-checks.js';
import { TaskRepository } from './task.repository.js';

/** Optional fields have defaults. */
type NewTask = Pick<CreateTask, 'title'> & Partial<CreateTask>;

@Injectable()
export class TasksService extends ResourceService<Task> {
  readonly #removed: ((task: Task) => Promise<void>)[] = [];

  constructor(
    @InjectStore(Task) store: ResourceStore<Task>,
    private readonly checks: TaskChecks,
    private readonly repository: TaskRepository,
    private readonly clock: Clock,
    hooks: ProjectHooks,
  ) {
    super(store);
    hooks.beforeDelete((project) => repository.removeAll(project));
  }

  listOf(project: Project, query: TaskQuery): Promise<Page<TaskItem>> {
    return this.store.page(query, TaskItem, { project_id: project.id });
  }

  /** A single read has loaded the subtasks already. */
  override async show(task: Task & Partial<TaskView>): Promise<object> {
    return task.subtasks ? task : (await this.store.find(task.id, { whole: true, unseen: true }))!;
  }

  async add(project: Pick<Project, 'id'>, input: NewTask, parent_id: string | null = null): Promise<Task> {
    await this.checks.names(input, [], [project.id]);
    await this.checks.blockers(input.blocked_by, project.id);
    return this.store.create({ ...input, project_id: project.id, parent_id, rank: placeAtEnd(this.clock.now()) });
  }

  async addSubtask(task: Task, input: CreateTask): Promise<Task> {
    if (task.parent_id) throw invalidField('id', 'invalid_value', `${task.id} is a subtask and cannot have subtasks.`);
    // Locked, so that it is not deleted meanwhile together with its subtasks.
    await this.store.lock(task);
    return this.add({ id: task.project_id }, input, task.id);
  }

  override async update(task: Task, changes: UpdateTask): Promise<Task> {
    await this.checks.names(changes, [task], [task.project_id]);
    await this.checks.blockers(changes.blocked_by, task.project_id, task);
    const [updated] = await this.store.updateMany([this.#changed(task, changes)]);
    return updated!;
  }

  /** Atomic. */
  async updateMany({ task_ids, updates }: BulkUpdate): Promise<BulkUpdated> {
    if (Object.values(updates).every((value) => value === undefined))
      throw invalidField('updates', 'required', 'updates must name at least one field.');
    const found = new Map(
      (await this.store.findAll(['id = any(?)', task_ids], { lock: true })).map((task) => [task.id, task]),
    );
    const unknown = task_ids.flatMap((id, index): Detail[] =>
      found.has(id) ? [] : [{ field: `task_ids[${index}]`, code: 'not_found', message: `There is no task ${id}.` }],
    );
    if (unknown.length) throw invalid(unknown);
    const before = task_ids.map((id) => found.get(id)!);
    await this.checks.names(
      updates,
      before,
      before.map(({ project_id }) => project_id),
      'updates.',
    );
    const after = await this.store.updateMany(before.map((task) => this.#changed(task, updates)));
    return {
      updated: after.filter(({ revision }, index) => revision !== before[index]!.revision).length,
      data: after.map(recordOf),
    };
  }

  /** Moves a task between two others, without changing their ranks. Serialized per project. */
  async move(task: Task, { before, after }: MoveTask): Promise<Task> {
    const id = before ?? after;
    if ((before === undefined) === (after === undefined))
      throw invalidField(
        before ? 'after' : 'before',
        before ? 'invalid_value' : 'required',
        'Name exactly one of before and after.',
      );
    await this.repository.arrange(task);
    const other = id === task.id ? null : await this.store.find(id!);
    if (other?.project_id !== task.project_id)
      throw invalidField(before ? 'before' : 'after', 'not_found', `There is no other task ${id} in this project.`);
    const beyond = await this.repository.nextPlace(task, other.rank, before ? 'before' : 'after');
    const rank = before ? placeBetween(beyond, other.rank) : placeBetween(other.rank, beyond);
    return this.store.update(task, { rank }, { as: 'moved' });
  }

  /** Subtasks are deleted with it. */
  override async remove(task: Task, { hard = false }: { hard?: boolean }): Promise<void> {
    const subtasks = task.parent_id
      ? []
      : await this.store.findAll(['parent_id = ?', task.id], { deleted: hard, lock: true, unseen: true });
    await this.store.removeMany([task, ...subtasks], { hard });
    for (const act of this.#removed) await act(task);
  }

  /** Registers a hook for a directly deleted task; runs in the transaction of the request. */
  afterRemoval(act: (task: Task) => Promise<void>): void {
    this.#removed.push(act);
  }

  /** Restores the subtasks that were deleted with it. */
  override async restore(task: Task): Promise<Task> {
    if (task.parent_id && !(await this.store.find(task.parent_id, { unseen: true })))
      throw failure(tasks, 'parentDeleted');
    const restored = await this.store.restore(task);
    if (!task.parent_id) {
      const gone = ['parent_id = ? and deleted_at = ?', task.id, task.deleted_at] as const;
      const subtasks = await this.store.findAll([...gone], { deleted: true, lock: true, unseen: true });
      const back: Input<Task> = { deleted_at: null, purge_at: null };
      await this.store.updateMany(subtasks.map((subtask) => [subtask, back]));
    }
    return restored;
  }

  /** Maintains completion: set when entering `done`, cleared when leaving it. */
  #changed(task: Task, changes: UpdateTask) {
    const { status = task.status } = changes;
    const completes = status === 'done' && task.status !== 'done';
    const completed_at = status !== 'done' ? null : completes ? this.clock.iso() : task.completed_at;
    return [task, { ...changes, completed_at }, { as: completes ? 'completed' : 'updated' }] as const;
  }
}

const shown = [...fieldsOf(TaskRecord.prototype).keys()] as (keyof TaskRecord)[];
const recordOf = (task: Task) => Object.fromEntries(shown.map((name) => [name, task[name]])) as unknown as TaskRecord;
