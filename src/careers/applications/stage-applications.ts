import { Injectable } from '@nestjs/common';
import { ApplicationsPort } from '../applications-port.js';
import type { Stage } from '../stages/stage.entity.js';
import { ApplicationLog } from './application-log.js';
import { ApplicationsService } from './applications.service.js';

/** What jobs and stages ask of applications. */
@Injectable()
export class StageApplications extends ApplicationsPort {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly log: ApplicationLog,
  ) {
    super();
  }

  existFor(jobId: string): Promise<boolean> {
    return this.log.existFor(jobId);
  }

  async activeIn(stageId: string): Promise<boolean> {
    return (await this.log.activeIn(stageId, 1)).length > 0;
  }

  migrate(from: Stage, to: Stage): Promise<void> {
    return this.#each(from, (id) => this.applications.moveTo(to, id));
  }

  disqualifyAll(from: Stage, reason: string): Promise<void> {
    return this.#each(from, (id) => this.applications.disqualifyOne(id, reason));
  }

  /** In batches: of a stage that is being deleted, which nobody can move applications into. */
  async #each({ id }: Stage, work: (applicationId: string) => Promise<unknown>): Promise<void> {
    for (;;) {
      const ids = await this.log.activeIn(id, BATCH);
      for (const applicationId of ids) await work(applicationId);
      if (ids.length < BATCH) return;
    }
  }
}

const BATCH = 500;
