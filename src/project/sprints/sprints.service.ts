import { Injectable } from '@nestjs/common';
import {
  Clock,
  failure,
  InjectStore,
  invalidField,
  type Page,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import { Task } from '../tasks/task.entity.js';
import {
  type CompletedSprint,
  type CreateSprint,
  type Progress,
  type SprintQuery,
  SprintView,
  type UpdateSprint,
} from './sprint.dto.js';
import { Sprint } from './sprint.entity.js';
import { SprintRepository } from './sprint.repository.js';
import { sprints } from './sprint.resource.js';

const NOTHING: Progress = { total: 0, todo: 0, in_progress: 0, in_review: 0, done: 0, cancelled: 0 };

@Injectable()
export class SprintsService extends ResourceService<Sprint> {
  constructor(
    @InjectStore(Sprint) store: ResourceStore<Sprint>,
    @InjectStore(Task) private readonly tasks: ResourceStore<Task>,
    private readonly repository: SprintRepository,
    private readonly clock: Clock,
  ) {
    super(store);
  }

  async listOf(project: Project, query: SprintQuery): Promise<Page<SprintView>> {
    const page = await this.store.page(query, SprintView, { project_id: project.id });
    const progress = await this.#progress(page.data);
    return { ...page, data: page.data.map((sprint) => ({ ...sprint, progress: progress.get(sprint.id) ?? NOTHING })) };
  }

  override async show(sprint: Sprint): Promise<SprintView> {
    const progress = await this.#progress([sprint]);
    return { ...sprint, progress: progress.get(sprint.id) ?? NOTHING };
  }

  add(project: Project, input: CreateSprint): Promise<Sprint> {
    checkDates(input);
    return this.store.create({ ...input, project_id: project.id });
  }

  override update(sprint: Sprint, changes: UpdateSprint): Promise<Sprint> {
    const { start_date = sprint.start_date, end_date = sprint.end_date } = changes;
    checkDates({ start_date, end_date });
    return this.store.update(sprint, changes);
  }

  /** Its tasks are kept, without a sprint. */
  override async remove(sprint: Sprint): Promise<void> {
    await this.store.lock(sprint);
    const planned = await this.tasks.findAll(['sprint_id = ?', sprint.id], { deleted: true, lock: true, unseen: true });
    await this.#move(planned, null);
    await this.store.remove(sprint);
  }

  async start(sprint: Sprint): Promise<Sprint> {
    if (sprint.status === 'active') return sprint;
    if (sprint.status === 'completed') throw failure(sprints, 'completed');
    return this.store.transition(sprint, 'active', { started_at: this.clock.iso() }, { as: 'started' });
  }

  /** Completes a sprint. Open tasks move to another sprint, or to none. */
  async complete(sprint: Sprint, target: string | null): Promise<CompletedSprint> {
    await this.store.lock(sprint);
    if (target !== null) {
      const next = target === sprint.id ? null : await this.store.find(target, { lock: true });
      if (next?.project_id !== sprint.project_id || next.status === 'completed')
        throw invalidField(
          'move_open_tasks_to',
          'not_found',
          `There is no other sprint ${target} in this project that is not completed.`,
        );
    }
    if (sprint.status !== 'active') throw failure(sprints, 'notActive');
    const isOpen = ['sprint_id = ? and status not in (?, ?)', sprint.id, 'done', 'cancelled'] as const;
    const open = await this.tasks.findAll([...isOpen], { lock: true, unseen: true });
    await this.#move(open, target);
    const completed_at = this.clock.iso();
    const completed = await this.store.transition(sprint, 'completed', { completed_at }, { as: 'completed' });
    return { sprint: await this.show(completed), moved_count: open.length };
  }

  #move(tasks: Task[], sprint_id: string | null): Promise<Task[]> {
    return this.tasks.updateMany(tasks.map((task) => [task, { sprint_id }]));
  }

  async #progress(of: readonly { id: string }[]): Promise<Map<string, Progress>> {
    const made = new Map<string, Progress>(of.map(({ id }) => [id, { ...NOTHING }]));
    if (!made.size) return made;
    for (const { sprint_id, status, n } of await this.repository.progress([...made.keys()])) {
      const progress = made.get(sprint_id)!;
      progress[status] = n;
      progress.total += n;
    }
    return made;
  }
}

/** 400 if a sprint ends before it begins. */
export function checkDates({ start_date, end_date }: Pick<Sprint, 'start_date' | 'end_date'>): void {
  if (start_date && end_date && end_date < start_date)
    throw invalidField('end_date', 'out_of_range', 'end_date must not be before start_date.');
}
