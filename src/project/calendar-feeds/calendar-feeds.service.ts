import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { UsersPort } from '../../access/index.js';
import {
  asSystem,
  currentContext,
  Database,
  Guardrails,
  hashOf,
  InjectStore,
  isId,
  notFound,
  ResourceService,
  type ResourceStore,
  Settings,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { ProjectHooks } from '../projects/project-hooks.js';
import { Project } from '../projects/project.entity.js';
import { Sprint } from '../sprints/sprint.entity.js';
import { Task } from '../tasks/task.entity.js';
import { type CalendarEvent, calendarText } from './calendar.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import type { CreateCalendarFeed, NewCalendarFeed } from './calendar-feed.dto.js';
import { CalendarFeedRepository, type FoundFeed } from './calendar-feed.repository.js';

/** Past days that a calendar includes. */
const DAYS_BACK = 90;

/**
 * A feed shows what its user can see, and is 404 once the user is suspended, deleted or has lost `project:read`. A feed created
 * through an app ends with the OAuth grant.
 */
@Injectable()
export class CalendarFeedsService extends ResourceService<CalendarFeed> {
  constructor(
    @InjectStore(CalendarFeed) store: ResourceStore<CalendarFeed>,
    @InjectStore(Project) private readonly projects: ResourceStore<Project>,
    @InjectStore(Task) private readonly tasks: ResourceStore<Task>,
    @InjectStore(Sprint) private readonly sprints: ResourceStore<Sprint>,
    private readonly repository: CalendarFeedRepository,
    private readonly users: UsersPort,
    private readonly guardrails: Guardrails,
    private readonly settings: Settings,
    private readonly calendar: WorkspaceCalendar,
    private readonly database: Database,
    hooks: ProjectHooks,
  ) {
    super(store);
    hooks.beforeDelete(({ id }) => repository.removeAll(id));
  }

  override async create({ project_id }: CreateCalendarFeed): Promise<CalendarFeed & NewCalendarFeed> {
    const token = randomBytes(32).toString('base64url');
    const feed = await this.store.create({
      project_id,
      token_hash: hashOf(token),
      made_through: currentContext().credential!.app?.grant_id ?? null,
    });
    const url = `${this.settings.BASE_URL}/v1/project/projects/${project_id}/calendar.ics?token=${token}`;
    return { ...feed, url };
  }

  /** The calendar of a token; 404 if the token is invalid or has ended. */
  async read(projectId: string, token: unknown): Promise<string> {
    const feed =
      typeof token === 'string' && isId('prj', projectId) ? await this.repository.find(projectId, token) : null;
    if (feed) await this.database.refuseMoved(feed.workspace_id);
    const calendar = feed && (await asSystem(feed.workspace_id, () => this.#read(feed, projectId)));
    if (!calendar) throw notFound('No calendar exists at this URL.');
    return calendar;
  }

  /** Runs as the user, with their policies. */
  async #read({ workspace_id, user_id, id, made_through }: FoundFeed, projectId: string): Promise<string | null> {
    const credential = await this.users.credentialOf(user_id, id, ['project:read'], made_through);
    if (!credential?.scopes.has('project:read')) return null;
    Object.assign(currentContext(), { credential, actor: credential.actor });
    await this.guardrails.apply(workspace_id, credential.principals);
    const project = await this.projects.find(projectId, { unseen: true });
    if (!project) return null;
    await this.projects.refuse('read', [project]);
    for (const store of [this.tasks, this.sprints]) {
      store.refuseType('read');
      store.refuseType('export');
    }
    const events = [...(await this.#tasksOf(project)), ...(await this.repository.sprints(project.id))];
    return calendarText(project.name, events);
  }

  async #tasksOf(project: Project): Promise<CalendarEvent[]> {
    const from = (await this.calendar.here()).today(-DAYS_BACK);
    const tasks = await this.tasks.findAll(this.repository.openTasks(project, from));
    return tasks.map(({ id: taskId, title, description, due_date, labels, updated_at }) => ({
      id: taskId,
      first: due_date!,
      last: due_date!,
      title,
      description,
      labels,
      updated_at,
    }));
  }
}
