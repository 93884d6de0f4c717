import { Injectable } from '@nestjs/common';
import { Clock, InjectStore, type Input, type ResourceStore } from '../../platform/index.js';
import { disqualified } from './application-changes.js';
import { Application } from './application.entity.js';
import { ApplicationHistory } from './application-history.js';
import { ApplicationRepository } from './application.repository.js';

/** The applications in a stage that is deleted. All of it happens in the running transaction. */
@Injectable()
export class StageApplications {
  constructor(
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    private readonly history: ApplicationHistory,
    private readonly repository: ApplicationRepository,
    private readonly clock: Clock,
  ) {}

  /** Whether active applications are in the stage. */
  activeIn(stageId: string): Promise<boolean> {
    return this.repository.activeIn(stageId);
  }

  /** Moves all active applications of a stage to another one. */
  migrate(from: string, to: string): Promise<void> {
    return this.#changeAll(from, { stage_id: to }, 'stage_changed');
  }

  /** Disqualifies all active applications of a stage. */
  disqualifyAll(stageId: string, reason: string): Promise<void> {
    const changes = { status: 'disqualified' as const, ...disqualified(reason, this.clock.iso()) };
    return this.#changeAll(stageId, changes, 'disqualified');
  }

  /** A few statements for each portion. Nobody comes into the stage meanwhile. */
  async #changeAll(stageId: string, changes: Input<Application>, as: string): Promise<void> {
    for (;;) {
      const found = await this.store.findAll(this.repository.someActiveIn(stageId), { lock: true, unseen: true });
      if (!found.length) return;
      const changed = await this.store.updateMany(found.map((application) => [application, changes, { as }]));
      await this.history.record(found.map((application, index) => [application, changed[index]!]));
    }
  }
}
