import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import {
  asSystem,
  Clock,
  currentContext,
  Guardrails,
  InjectStore,
  Mail,
  Maintenance,
  type Notice,
  Notices,
  type ResourceStore,
  UserDirectory,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { DueWork } from '../due-work/due-work.js';
import { Project } from '../projects/project.entity.js';
import { ProjectsService } from '../projects/projects.service.js';
import { tasks as taskResource } from '../tasks/task.resource.js';
import { ProjectSettings } from '../settings/settings.entity.js';
import { dueMail } from './due.mail.js';
import { UpkeepRepository } from './upkeep.repository.js';

const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;
/** Time of the daily mail in the zone of the workspace. */
const MORNING = '08:00';

/** Upkeep of tasks and projects, as the settings say: sends reminders of due dates and archives projects. */
@Injectable()
export class UpkeepService {
  constructor(
    @InjectStore(Project) private readonly projects: ResourceStore<Project>,
    private readonly projectsService: ProjectsService,
    private readonly repository: UpkeepRepository,
    @InjectStore(ProjectSettings) private readonly settings: ResourceStore<ProjectSettings>,
    private readonly users: UsersPort,
    private readonly directory: UserDirectory,
    private readonly guardrails: Guardrails,
    private readonly mail: Mail,
    private readonly notices: Notices,
    private readonly calendar: WorkspaceCalendar,
    private readonly clock: Clock,
    work: DueWork,
    maintenance: Maintenance,
  ) {
    const every = 5 * MINUTE_MS;
    work.add({
      name: 'due-reminders',
      description: 'Mails users their due tasks in the morning.',
      every,
      find: () => repository.unreminded(),
      handle: (id) => this.#remind(id),
    });
    work.add({
      name: 'auto-archive',
      description: 'Archives projects some time after their completion.',
      every,
      find: () => repository.finished(),
      handle: (id) => this.#archive(id),
    });
    maintenance.add({
      name: 'project.due-reminders-sent',
      description: 'Removes records of reminders sent on past days.',
      every: 60 * MINUTE_MS,
      run: () => repository.forget(),
    });
  }

  /** Sends one daily mail with all due tasks, except those hidden by policies. */
  async #remind(userId: string): Promise<void> {
    const { due_reminder_days: days } = await this.settings.only();
    const calendar = await this.calendar.here();
    const today = calendar.today();
    if (days === null || !(await this.repository.remind(userId, today))) return;
    const { workspaceId } = currentContext();
    const names = await this.directory.namesOf(`user:${userId}`);
    const bound = await this.guardrails.of(workspaceId, names);
    const user = await this.users.find(userId);
    const tasks = await asSystem(workspaceId, () => this.repository.dueTasks(userId, today, days), bound);
    if (user?.status !== 'active' || !tasks.length) return;
    await this.notices.tell(
      ...tasks.flatMap(({ id, due_date }): Notice[] => {
        const record = { type: taskResource.type, id };
        return due_date === today ? [{ kind: 'due', users: [userId], record, source: `due:${id}:${today}` }] : [];
      }),
    );
    const language = await this.mail.languageFor(user.language);
    await this.mail.send(dueMail(user, tasks, today, language), { at: calendar.at(today, MORNING) });
  }

  async #archive(id: string): Promise<void> {
    const project = await this.projects.find(id, { lock: true });
    const { auto_archive_days: days } = await this.settings.only();
    if (project?.status !== 'completed' || days === null) return;
    if (project.updated_at <= this.clock.iso(-days * DAY_SECONDS)) await this.projectsService.archive(project);
  }
}
