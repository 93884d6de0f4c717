import { Injectable } from '@nestjs/common';
import { Clock, InjectStore, type Input, type ResourceStore } from '../../platform/index.js';
import { ApplicationsPort } from '../applications-port.js';
import { disqualified, intoStage } from './application-changes.js';
import { Application } from './application.entity.js';
import { ApplicationLog } from './application-log.js';

/** What jobs and stages ask of applications. */
@Injectable()
export class StageApplications extends ApplicationsPort {
  constructor(
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    private readonly log: ApplicationLog,
    private readonly clock: Clock,
  ) {
    super();
  }

  existFor(jobId: string): Promise<boolean> {
    return this.log.existFor(jobId);
  }

  activeIn(stageId: string): Promise<boolean> {
    return this.log.activeIn(stageId);
  }

  migrate(from: string, to: string): Promise<void> {
    return this.#changeAll(from, intoStage(to), 'stage_changed');
  }

  disqualifyAll(stageId: string, reason: string): Promise<void> {
    const changes = { status: 'disqualified' as const, ...disqualified(reason, this.clock.iso()) };
    return this.#changeAll(stageId, changes, 'disqualified');
  }

  /** A few statements for each portion. Nobody comes into the stage meanwhile. */
  async #changeAll(stageId: string, changes: Input<Application>, as: string): Promise<void> {
    for (;;) {
      const found = await this.store.findAll(this.log.someActiveIn(stageId), { lock: true });
      if (!found.length) return;
      await this.store.updateMany(found.map((application) => [application, changes, { as }]));
    }
  }
}
