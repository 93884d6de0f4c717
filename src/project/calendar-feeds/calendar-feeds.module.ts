import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { CalendarController, CalendarFeedsController } from './calendar-feeds.controller.js';
import { CalendarFeedsService } from './calendar-feeds.service.js';
import { Project } from '../projects/project.entity.js';
import { Sprint } from '../sprints/sprint.entity.js';
import { Task } from '../tasks/task.entity.js';
import { CalendarFeedRepository } from './calendar-feed.repository.js';

/** Due dates and sprints in other people's calendar programs. */
@Module({
  imports: [AccessModule, ProjectsModule, StoresModule.forFeature(CalendarFeed, Project, Sprint, Task), TasksModule],
  controllers: [CalendarFeedsController, CalendarController],
  providers: [CalendarFeedsService, CalendarFeedRepository],
})
export class CalendarFeedsModule {}
