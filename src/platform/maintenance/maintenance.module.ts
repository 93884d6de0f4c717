import { Global, Module } from '@nestjs/common';
import { Backlogs } from './backlogs.js';
import { Maintenance } from './maintenance.js';
import { Partitions } from './partitions.js';
import { Removal } from './removal.js';
import { TaskRuns } from './task-runs.js';
import { Trash } from './trash.js';

/** The maintenance tasks of the platform, and the place where apps add theirs. */
@Global()
@Module({
  providers: [Backlogs, Maintenance, TaskRuns, Removal, Partitions, Trash],
  exports: [Backlogs, Maintenance, TaskRuns, Removal, Partitions],
})
export class MaintenanceModule {}
