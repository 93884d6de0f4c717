import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SprintsModule } from '../sprints/sprints.module.js';
import { TaskChecks } from './task-checks.js';
import { Task } from './task.entity.js';
import { TaskLog } from './task-log.js';
import { TasksController, TasksOfProjectController } from './tasks.controller.js';
import { TasksService } from './tasks.service.js';

@Module({
  imports: [ProjectsModule, SprintsModule, StoresModule.for(Task)],
  controllers: [TasksOfProjectController, TasksController],
  providers: [TaskChecks, TaskLog, TasksService],
  exports: [TasksService],
})
export class TasksModule {}
