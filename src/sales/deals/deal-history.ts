import { Injectable } from '@nestjs/common';
import { Database, StageHistory } from '../../platform/index.js';
import type { Deal } from './deal.entity.js';

@Injectable()
export class DealHistory extends StageHistory<Deal> {
  constructor(database: Database) {
    super(database, {
      table: 'sales_stage_history',
      stages: 'sales_stages',
      status: 'open',
      parentOf: ({ pipeline_id }) => pipeline_id,
      moverOf: ({ updated_by }) => ({ type: updated_by === null ? 'system' : 'user', id: updated_by }),
    });
  }
}
