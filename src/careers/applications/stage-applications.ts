import { Injectable } from '@nestjs/common';
import { Clock, InjectStore, type Input, type ResourceStore } from '../../platform/index.js';
import { ApplicationsPort } from '../applications-port.js';
import { disqualified } from './application-changes.js';
import { Application } from './application.entity.js';
import { ApplicationHistory } from './application-history.js';
import { ApplicationRepository } from './application.repository.js';

/** What jobs and stages ask of applications. */
@Injectable()
export class StageApplications extends ApplicationsPort {
  constructor(
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    private readonly history: ApplicationHistory,
    private readonly repository: ApplicationRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  existFor(jobId: string): Promise<boolean> {
    return this.repository.existFor(jobId);
  }

  giveTo(ownerId: string, jobId: string): Promise<void> {
    return this.repository.giveTo(ownerId, jobId);
  }

  activeIn(stageId: string): Promise<boolean> {
    return this.repository.activeIn(stageId);
  }

  migrate(from: string, to: string): Promise<void> {
    return this.#changeAll(from, { stage_id: to }, 'stage_changed');
  }

  disqualifyAll(stageId: string, reason: string): Promise<void> {
    const changes = { status: 'disqualified' as const, ...disqualified(reason, this.clock.iso()) };
    return this.#changeAll(stageId, changes, 'disqualified');
  }

  /** A few statements for each portion. Nobody comes into the stage meanwhile. */
  async #changeAll(stageId: string, changes: Input<Application>, as: string): Promise<void> {
    for (;;) {
      const found = await this.store.findAll(this.repository.someActiveIn(stageId), { lock: true });
      if (!found.length) return;
      const changed = await this.store.updateMany(found.map((application) => [application, changes, { as }]));
      await this.history.record(found.map((application, index) => [application, changed[index]!]));
    }
  }
}
