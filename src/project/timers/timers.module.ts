import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { DueWorkModule } from '../due-work/due-work.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TimeEntriesModule } from '../time-entries/time-entries.module.js';
import { Timer } from './timer.entity.js';
import { TimerRepository } from './timer.repository.js';
import { TimerUpkeep } from './timer-upkeep.js';
import { TimerController, TimersController } from './timers.controller.js';
import { ProjectSettings } from '../settings/settings.entity.js';
import { TimeEntry } from '../time-entries/time-entry.entity.js';
import { TimersService } from './timers.service.js';

@Module({
  imports: [
    DueWorkModule,
    ProjectsModule,
    SettingsModule,
    StoresModule.forFeature(ProjectSettings, TimeEntry, Timer),
    TimeEntriesModule,
  ],
  controllers: [TimersController, TimerController],
  providers: [TimerRepository, TimersService, TimerUpkeep],
})
export class TimersModule {}
