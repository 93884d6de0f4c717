import { Injectable } from '@nestjs/common';
import { Clock, InjectStore, Mail, RecordPolicies, type ResourceStore } from '../../platform/index.js';
import { DueWork } from '../due-work/due-work.js';
import { ProjectSettings } from '../settings/settings.entity.js';
import { tasks } from '../tasks/task.resource.js';
import { Timer } from './timer.entity.js';
import { TimerRepository } from './timer.repository.js';
import { timerMail } from './timer.mail.js';
import { TimersService } from './timers.service.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Upkeep of timers: reminds users of long ones, and stops those of users who left. */
@Injectable()
export class TimerUpkeep {
  constructor(
    @InjectStore(Timer) private readonly store: ResourceStore<Timer>,
    private readonly repository: TimerRepository,
    @InjectStore(ProjectSettings) private readonly settings: ResourceStore<ProjectSettings>,
    private readonly policies: RecordPolicies,
    private readonly mail: Mail,
    private readonly clock: Clock,
    timers: TimersService,
    work: DueWork,
  ) {
    const every = MINUTE_MS;
    work.add({
      name: 'timer-reminders',
      description: 'Reminds users of long-running timers.',
      every,
      find: () => repository.forgotten(),
      handle: (id) => this.#remind(id),
    });
    work.add({
      name: 'timers-left',
      description: 'Stops timers of removed or suspended users.',
      every,
      find: () => repository.left(),
      handle: async (id) => void (await timers.finish('id', id)),
    });
  }

  async #remind(id: string): Promise<void> {
    const timer = await this.store.find(id, { lock: true });
    const { timer_reminder_hours: hours } = await this.settings.only();
    if (!timer || timer.reminded_at || hours === null) return;
    const elapsed = this.clock.now() - Date.parse(timer.started_at);
    if (elapsed < hours * HOUR_MS) return;
    const found = await this.repository.reminded(timer);
    if (found) {
      const hidden = await this.policies.refusalTo(
        `user:${timer.user_id}`,
        timer.workspace_id,
        tasks.type,
        timer.task_id,
      );
      const language = await this.mail.languageFor(found.language);
      await this.mail.send(timerMail(found, Math.floor(elapsed / HOUR_MS), Boolean(hidden), language));
    }
    await this.store.update(timer, { reminded_at: this.clock.iso() }, { as: 'reminded' });
  }
}
