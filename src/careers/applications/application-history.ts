import { Injectable } from '@nestjs/common';
import { currentContext, Database, StageHistory } from '../../platform/index.js';
import type { Application } from './application.entity.js';

/** The history of applications in the stages of their job's pipeline. */
@Injectable()
export class ApplicationHistory extends StageHistory<Application> {
  constructor(database: Database) {
    super(database, {
      table: 'careers_stage_history',
      stages: 'careers_stages',
      status: 'active',
      parentOf: ({ job_id }) => job_id,
      moverOf: () => currentContext().actor,
    });
  }
}
