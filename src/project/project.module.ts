import { Module } from '@nestjs/common';
import { CalendarFeedsModule } from './calendar-feeds/calendar-feeds.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { RecurrencesModule } from './recurrences/recurrences.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SprintsModule } from './sprints/sprints.module.js';
import { TasksModule } from './tasks/tasks.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TimeEntriesModule } from './time-entries/time-entries.module.js';
import { TimeReportModule } from './time-report/time-report.module.js';
import { TimersModule } from './timers/timers.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';

@Module({
  imports: [
    CalendarFeedsModule,
    CommentsModule,
    ProjectsModule,
    RecurrencesModule,
    SettingsModule,
    SprintsModule,
    TasksModule,
    TemplatesModule,
    TimeEntriesModule,
    TimeReportModule,
    TimersModule,
    UpkeepModule,
  ],
  exports: [ProjectsModule],
})
export class ProjectModule {}
