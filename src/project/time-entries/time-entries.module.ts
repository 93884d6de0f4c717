import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { TimeEntriesController } from './time-entries.controller.js';
import { TimeEntriesService } from './time-entries.service.js';
import { TimeEntry } from './time-entry.entity.js';
import { TimeLog } from './time-log.js';

@Module({
  imports: [StoresModule.for(TimeEntry)],
  controllers: [TimeEntriesController],
  providers: [TimeEntriesService, TimeLog],
  exports: [TimeLog],
})
export class TimeEntriesModule {}
