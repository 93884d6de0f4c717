import { Injectable } from '@nestjs/common';
import {
  Clock,
  daysBetween,
  daysLater,
  failure,
  InjectStore,
  type Input,
  invalidField,
  newId,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import type { CreateProject } from '../projects/project.dto.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectsService } from '../projects/projects.service.js';
import { placeAtEnd } from '../tasks/ranks.js';
import { Task } from '../tasks/task.entity.js';
import type { CreateTemplate, SaveAsTemplate, UpdateTemplate } from './template.dto.js';
import { Template, type TemplateTask } from './template.entity.js';
import { TemplateRepository } from './template.repository.js';
import { MAX_TASKS, templates } from './template.resource.js';

const MAX_TEMPLATES = 100;
const MAX_TOP_TASKS = 500;
const MAX_SUBTASKS = 50;
const MAX_DAYS = 3_650;

@Injectable()
export class TemplatesService extends ResourceService<Template> {
  constructor(
    @InjectStore(Template) store: ResourceStore<Template>,
    @InjectStore(Task) private readonly tasks: ResourceStore<Task>,
    private readonly projects: ProjectsService,
    private readonly repository: TemplateRepository,
    private readonly clock: Clock,
  ) {
    super(store);
  }

  override async create(input: CreateTemplate): Promise<Template> {
    checkSize(input.tasks);
    if ((await this.repository.count()) >= MAX_TEMPLATES) throw failure(templates, 'tooMany');
    return this.store.create(input);
  }

  override async update(template: Template, changes: UpdateTemplate): Promise<Template> {
    checkSize(changes.tasks);
    return this.store.update(template, changes);
  }

  /** Creates a project, with the tasks of a template if given. Fields of the request override those of the template. */
  async createProject(input: CreateProject): Promise<Project> {
    if (!input.template_id) return this.projects.create(input);
    const template = await this.store.find(input.template_id);
    if (!template) throw invalidField('template_id', 'not_found', `There is no template ${input.template_id}.`);
    const { description = template.description, target_date = targetOf(template, input.start_date) } = input;
    const project = await this.projects.create({ ...input, description, target_date });
    await this.#fill(project, template);
    return project;
  }

  /** Makes the tasks of a new project. */
  async #fill({ id: project_id, start_date }: Project, template: Template): Promise<void> {
    const made = template.tasks.flatMap(({ subtasks, due_offset_days: days, ...task }) => {
      const id = newId('task');
      const due_date = start_date && days !== null ? dateFrom(start_date, days) : null;
      const parent = [{ ...task, project_id, due_date, rank: this.#place() }, { id }] as const;
      return [
        parent,
        ...subtasks.map(({ title }) => [{ title, project_id, parent_id: id, rank: this.#place() }] as const),
      ];
    });
    await this.tasks.createMany(made satisfies (readonly [Input<Task>, { id?: string }?])[]);
  }

  /** Saves a project as a template, with due dates as days from its start. */
  async save(project: Project, input: SaveAsTemplate): Promise<Template> {
    const { start_date, target_date } = project;
    const all = await this.tasks.findAll(['project_id = ?', project.id]);
    const sorted = all.toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
    const subtasks = Map.groupBy(sorted, ({ parent_id }) => parent_id);
    const top = subtasks.get(null) ?? [];
    const sizes = [...subtasks].map(([parent, { length }]) => (parent === null ? 0 : length));
    if (top.length > MAX_TOP_TASKS || all.length > MAX_TASKS || sizes.some((size) => size > MAX_SUBTASKS))
      throw failure(templates, 'tooLarge');
    const members = await this.repository.rolesIn(project);
    return this.create({
      ...input,
      default_duration_days: start_date && target_date ? within(daysBetween(start_date, target_date)) : null,
      members,
      tasks: top.map(({ id, title, description, priority, labels, due_date }) => ({
        title,
        description,
        priority,
        labels,
        due_offset_days: start_date && due_date ? within(daysBetween(start_date, due_date)) : null,
        subtasks: (subtasks.get(id) ?? []).map((subtask) => ({ title: subtask.title })),
      })),
    });
  }

  #place(): string {
    return placeAtEnd(this.clock.now());
  }
}

/** Target date of a project from this template. */
const targetOf = ({ default_duration_days: days }: Template, start: string | null | undefined): string | null =>
  start && days !== null ? dateFrom(start, days) : null;

/** Offset in days, if a template can store it, else none. */
const within = (days: number): number | null => (Math.abs(days) <= MAX_DAYS ? days : null);

function dateFrom(start: string, days: number): string {
  const date = daysLater(start, days);
  if (!date) throw invalidField('start_date', 'out_of_range', 'start_date must not lead to dates after the year 9999.');
  return date;
}

function checkSize(tasks: readonly TemplateTask[] = []): void {
  const all = tasks.reduce((sum, { subtasks }) => sum + 1 + subtasks.length, 0);
  if (all > MAX_TASKS)
    throw invalidField('tasks', 'too_many', `tasks must have at most ${MAX_TASKS} tasks and subtasks in all.`);
}
