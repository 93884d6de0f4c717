import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { TimeEntriesController } from './time-entries.controller.js';
import { TimeEntriesService } from './time-entries.service.js';
import { TimeEntryImportKind } from './time-entry-import.js';
import { TimeEntry } from './time-entry.entity.js';
import { TimeEntryRepository } from './time-entry.repository.js';

@Module({
  imports: [StoresModule.forFeature(TimeEntry)],
  controllers: [TimeEntriesController],
  providers: [TimeEntriesService, TimeEntryImportKind, TimeEntryRepository],
  exports: [TimeEntryRepository],
})
export class TimeEntriesModule {}
