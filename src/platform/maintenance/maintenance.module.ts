import { Global, Module } from '@nestjs/common';
import { Maintenance } from './maintenance.js';
import { Partitions } from './partitions.js';
import { RecordCounts } from './record-counts.js';
import { Removal } from './removal.js';
import { Trash } from './trash.js';

/** The maintenance tasks of the platform, and the place where apps add theirs. */
@Global()
@Module({
  providers: [Maintenance, Removal, Partitions, RecordCounts, Trash],
  exports: [Maintenance, Removal, Partitions],
})
export class MaintenanceModule {}
