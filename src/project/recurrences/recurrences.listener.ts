import { Injectable } from '@nestjs/common';
import { currentContext, EventListener, type StoredEvent } from '../../platform/index.js';
import { DueWork } from '../due-work/due-work.js';
import { RecurrenceRepository } from './recurrence.repository.js';
import { NEXT_TASKS } from './recurrences.service.js';

/** Reacts to finished recurring tasks. */
@Injectable()
export class RecurrencesListener extends EventListener {
  readonly name = 'project-recurrences';
  override readonly types = ['project.task.completed'];

  constructor(
    private readonly repository: RecurrenceRepository,
    private readonly work: DueWork,
  ) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    const due = await this.repository.makeDueNow(events.map(({ payload }) => String(payload.task_id)));
    if (due) currentContext().unitOfWork!.afterCommit(() => void this.work.wake(NEXT_TASKS));
  }
}
