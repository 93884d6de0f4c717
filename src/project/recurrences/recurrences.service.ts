import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  InjectStore,
  type Input,
  invalidField,
  newId,
  ResourceService,
  type ResourceStore,
  UserDirectory,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { DueWork } from '../due-work/due-work.js';
import { ProjectHooks } from '../projects/project-hooks.js';
import { placeAtEnd } from '../tasks/ranks.js';
import { Task } from '../tasks/task.entity.js';
import { TasksService } from '../tasks/tasks.service.js';
import type { CreateRecurrence, UpdateRecurrence } from './recurrence.dto.js';
import { Recurrence } from './recurrence.entity.js';
import { RecurrenceRepository } from './recurrence.repository.js';
import { nextDay } from './rule.js';

export const NEXT_TASKS = 'recurrences';

const MINUTE_MS = 60_000;

/** Recurring tasks. A recurrence refers to its latest task, which the next one replaces. */
@Injectable()
export class RecurrencesService extends ResourceService<Recurrence> {
  constructor(
    @InjectStore(Recurrence) store: ResourceStore<Recurrence>,
    @InjectStore(Task) private readonly tasks: ResourceStore<Task>,
    tasksService: TasksService,
    private readonly users: UserDirectory,
    private readonly calendar: WorkspaceCalendar,
    private readonly clock: Clock,
    private readonly repository: RecurrenceRepository,
    work: DueWork,
    hooks: ProjectHooks,
  ) {
    super(store);
    work.add({
      name: NEXT_TASKS,
      description: 'Creates the next task of recurrences.',
      every: MINUTE_MS,
      find: () => repository.due(),
      handle: (id) => this.#makeNext(id),
    });
    hooks.beforeDelete(({ id }) => repository.removeAll(id));
    tasksService.afterRemoval(async ({ id }) => {
      if (await repository.makeDueNow([id])) currentContext().unitOfWork!.afterCommit(() => void work.wake(NEXT_TASKS));
    });
  }

  override async create({ task_id, rule, trigger }: CreateRecurrence): Promise<Recurrence> {
    const task = await this.tasks.find(task_id);
    if (!task) throw invalidField('task_id', 'not_found', `There is no task ${task_id}.`);
    if (task.parent_id) throw invalidField('task_id', 'invalid_value', 'A subtask cannot have a recurrence.');
    if (!task.due_date) throw invalidField('task_id', 'invalid_value', 'A recurring task must have a due date.');
    checkGoesOn(rule, task.due_date, task.due_date);
    return this.store.create({
      task_id,
      project_id: task.project_id,
      rule,
      trigger,
      begins_on: task.due_date,
      occurs_on: task.due_date,
      due_at: await this.#dueAt(trigger, task.due_date, task.status === 'done'),
    });
  }

  override async update(recurrence: Recurrence, changes: UpdateRecurrence): Promise<Recurrence> {
    const { rule = recurrence.rule, trigger = recurrence.trigger } = changes;
    if (rule !== recurrence.rule) checkGoesOn(rule, recurrence.begins_on, recurrence.occurs_on);
    const task = await this.tasks.find(recurrence.task_id);
    // Stays ended if its task is gone.
    const goesOn: Input<Recurrence> = task
      ? { status: 'active', due_at: await this.#dueAt(trigger, recurrence.occurs_on, task.status === 'done') }
      : {};
    return this.store.update(recurrence, { ...changes, ...goesOn });
  }

  async #makeNext(id: string): Promise<void> {
    const recurrence = await this.store.find(id, { lock: true });
    if (!recurrence?.due_at || recurrence.due_at > this.clock.iso()) return;
    const task = await this.tasks.find(recurrence.task_id);
    const { rule, begins_on, occurs_on, trigger } = recurrence;
    // The task may have been restored or reopened.
    const due = task ? await this.#dueAt(trigger, occurs_on, task.status === 'done') : this.clock.iso();
    if (!due || due > this.clock.iso()) return this.repository.wait(id, due);
    // Skips days in the past.
    const yesterday = (await this.calendar.here()).today(-1);
    const day = task && nextDay(rule, begins_on, occurs_on > yesterday ? occurs_on : yesterday);
    const changes: Input<Recurrence> = day
      ? { task_id: await this.#repeat(task, day), occurs_on: day, due_at: await this.#dueAt(trigger, day, false) }
      : { status: 'ended', due_at: null };
    await this.store.update(recurrence, changes, { as: day ? 'repeated' : 'ended' });
  }

  /** Copies the task with its subtasks to another day. Assignees who are no longer active are dropped. */
  async #repeat(task: Task, day: string): Promise<string> {
    const subtasks = await this.tasks.findAll(['parent_id = ?', task.id]);
    const sorted = subtasks.toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
    const active = new Set<string>();
    for (const id of new Set([task, ...sorted].map(({ assignee_id }) => assignee_id)))
      if (id && (await this.users.mayBeNamed(id))) active.add(id);
    const id = newId('task');
    const copyOf = ({ title, description, priority, labels, tags, assignee_id, project_id }: Task): Input<Task> => ({
      title,
      description,
      priority,
      labels,
      tags,
      project_id,
      assignee_id: assignee_id && active.has(assignee_id) ? assignee_id : null,
      rank: placeAtEnd(this.clock.now()),
    });
    await this.tasks.createMany([
      [{ ...copyOf(task), due_date: day }, { id }],
      ...sorted.map((subtask) => [{ ...copyOf(subtask), parent_id: id }] as const),
    ]);
    return id;
  }

  async #dueAt(trigger: Recurrence['trigger'], day: string, isDone: boolean): Promise<string | null> {
    if (trigger === 'due') return (await this.calendar.here()).at(day);
    return isDone ? this.clock.iso() : null;
  }
}

/** 400 if the rule has no later day. */
function checkGoesOn(rule: string, begins: string, after: string): void {
  if (!nextDay(rule, begins, after))
    throw invalidField('rule', 'invalid_value', `rule must be consistent and have a day after ${after}.`);
}
