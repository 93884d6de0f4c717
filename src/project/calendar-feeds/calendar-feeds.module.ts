import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { CalendarController, CalendarFeedsController } from './calendar-feeds.controller.js';
import { CalendarFeedsService } from './calendar-feeds.service.js';
import { CalendarLog } from './calendar-log.js';

/** Due dates and sprints in other people's calendar programs. */
@Module({
  imports: [AccessModule, ProjectsModule, StoresModule.for(CalendarFeed), TasksModule],
  controllers: [CalendarFeedsController, CalendarController],
  providers: [CalendarFeedsService, CalendarLog],
})
export class CalendarFeedsModule {}
