import { Global, Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module.js';
import { Maintenance } from './maintenance.js';
import { MAINTENANCE_QUEUE, MaintenanceProcessor } from './maintenance.processor.js';
import { Partitions } from './partitions.js';
import { RecordCounts } from './record-counts.js';
import { Removal } from './removal.js';
import { Trash } from './trash.js';

/** Chores of the platform, and the place where apps add theirs. */
@Global()
@Module({
  imports: [QueuesModule.queue(MAINTENANCE_QUEUE)],
  providers: [Maintenance, MaintenanceProcessor, Removal, Partitions, RecordCounts, Trash],
  exports: [Maintenance, Removal, Partitions],
})
export class MaintenanceModule {}
