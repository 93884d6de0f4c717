import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Detail,
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  type Input,
  invalidField,
  read,
  type MadeRevisions,
  type ResourceStore,
  type SampleContext,
} from '../../platform/index.js';
import * as samples from '../samples.js';
import { placeAtEnd } from './ranks.js';
import { TaskChecks } from './task-checks.js';
import { CreateTask, UpdateTask } from './task.dto.js';
import { Task } from './task.entity.js';
import { PRIORITIES, STATUSES } from './task.resource.js';
import { TaskRepository } from './task.repository.js';
import { TasksService } from './tasks.service.js';

const APART: Detail = {
  field: 'parent',
  code: 'invalid_value',
  message: 'The parent is in another project, so the task comes without it.',
};

/**
 * Imports tasks. Only one level of subtasks is supported: deeper ones become siblings. Done tasks keep their completion time,
 * without a `completed` event.
 */
@Injectable()
export class TaskImportKind extends ImportKind<Task> {
  readonly name = 'task';
  override readonly header = ['title', 'project|project_id|parent|parent_id'];
  readonly fields = {
    title: { type: 'text', max: 255, required: true, aliases: ['name', 'summary'] },
    description: { type: 'long_text', max: 10_000 },
    status: { type: 'choice', values: STATUSES },
    priority: { type: 'choice', values: PRIORITIES },
    assignee: { type: 'user', aliases: ['assignee_id'] },
    due_date: { type: 'date' },
    completed_at: { type: 'timestamp' },
    labels: { type: 'list', max: 50, maxItems: 50 },
    tags: { type: 'list', max: 50, maxItems: 50 },
    project: { type: 'record', kind: 'project', requiredUnless: 'parent', aliases: ['project_id'] },
    sprint: { type: 'record', kind: 'sprint', aliases: ['sprint_id'] },
    parent: { type: 'record', kind: 'task', aliases: ['parent_id'] },
  } as const;
  override readonly matchable = ['title'];
  override readonly within = 'project';

  constructor(
    @InjectStore(Task) store: ResourceStore<Task>,
    private readonly checks: TaskChecks,
    private readonly tasks: TasksService,
    private readonly repository: TaskRepository,
    private readonly clock: Clock,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.tasks(given);
  }

  check(values: ImportValues, known: Task | null): ImportValues {
    const { assignee, completed_at, project, sprint, parent, status, ...rest } = values;
    if (known && project !== undefined && project !== known.project_id)
      throw invalidField('project', 'immutable', 'A task stays in its project.');
    const state = status === undefined ? {} : { status: read(UpdateTask, { status }).status };
    const checked = { ...(known ? read(UpdateTask, rest) : read(CreateTask, rest)), ...state };
    return {
      ...checked,
      ...(assignee !== undefined && { assignee_id: assignee }),
      ...(sprint !== undefined && { sprint_id: sprint }),
      ...this.#completion(state.status, completed_at as string | undefined, known),
      project,
      parent,
    };
  }

  async write(items: readonly ImportItem<Task>[]): Promise<ImportOutcome<Task>[]> {
    const parents = await this.records(
      items.flatMap(({ known, values }) => (known ? [] : ((values.parent as string | undefined) ?? []))),
      { lock: true },
    );
    const stored = items.map((item) => ({ ...item, stored: this.#stored(item, parents) }));
    await this.#checkNames(stored);
    const outcomes = await this.writeAll(stored);
    return outcomes.map((outcome, index) => {
      const { known, values } = items[index]!;
      return known || !values.parent || outcome.record.parent_id ? outcome : { ...outcome, warnings: [APART] };
    });
  }

  override matches(_field: string, titles: readonly string[], projects: readonly string[]): Promise<Task[]> {
    return this.store.findAll(['project_id = any(?::text[]) and lower(title) = any(?::text[])', projects, titles]);
  }

  /** Tasks stay on which somebody has commented, logged time, or worked by a subtask of their own or a changed one. */
  override async remove(records: readonly Task[], made: MadeRevisions): Promise<Task[]> {
    const ids = records.map(({ id }) => id);
    const subtasks = await this.repository.subtasksOf(ids);
    const used = await this.repository.withWork([...ids, ...subtasks.map(({ id }) => id)]);
    const revisions = await made(subtasks.map(({ id }) => id));
    const isRemovable = ({ id, revision }: Pick<Task, 'id' | 'revision'>) =>
      revisions.get(id) === revision && !used.has(id);
    for (const subtask of subtasks) if (!isRemovable(subtask)) used.add(subtask.parent_id!);
    const gone = new Set<string>();
    for (const task of records.toSorted((one) => (one.parent_id ? 1 : -1))) {
      if (used.has(task.id) || (task.parent_id && gone.has(task.parent_id))) continue;
      await this.tasks.remove(task, {});
      gone.add(task.id);
    }
    return records.filter(({ id }) => used.has(id));
  }

  #completion(status: string | undefined, completed_at: string | undefined, known: Task | null): Input<Task> {
    if (status === undefined) return {};
    if (status !== 'done') return { completed_at: null };
    return { completed_at: completed_at ?? known?.completed_at ?? this.clock.iso() };
  }

  #stored({ known, values }: ImportItem<Task>, parents: ReadonlyMap<string, Task>): Input<Task> {
    const { project, parent, ...stored } = values;
    if (known) return stored;
    const above = parent === undefined ? null : parents.get(parent as string);
    if (above === undefined) throw invalidField('parent', 'not_found', `There is no task ${parent as string}.`);
    const project_id = (project as string | undefined) ?? above?.project_id;
    if (project_id === undefined) throw invalidField('project', 'required', 'A task needs a project.');
    return {
      ...stored,
      project_id,
      parent_id: above && above.project_id === project_id ? (above.parent_id ?? above.id) : null,
      rank: placeAtEnd(this.clock.now()),
    };
  }

  /** Checks each distinct assignee and sprint once. */
  async #checkNames(items: readonly { known: Task | null; stored: Input<Task> }[]): Promise<void> {
    const assignees = new Set(items.flatMap(({ stored }) => stored.assignee_id ?? []));
    for (const assignee_id of assignees) await this.checks.names({ assignee_id }, [], []);
    const sprints = Map.groupBy(
      items.filter(({ known, stored }) => stored.sprint_id && stored.sprint_id !== known?.sprint_id),
      ({ stored }) => stored.sprint_id!,
    );
    for (const [sprint_id, some] of sprints)
      await this.checks.names(
        { sprint_id },
        [],
        [...new Set(some.map(({ known, stored }) => known?.project_id ?? stored.project_id!))],
      );
  }
}
