import { Module } from '@nestjs/common';
import { ProjectsModule } from './projects/projects.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { TasksModule } from './tasks/tasks.module.js';

@Module({
  imports: [ProjectsModule, SettingsModule, TasksModule],
  exports: [ProjectsModule],
})
export class ProjectModule {}
