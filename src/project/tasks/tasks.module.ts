import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TaskChecks } from './task-checks.js';
import { Task } from './task.entity.js';
import { TaskImportKind } from './task-import.js';
import { TaskRepository } from './task.repository.js';
import { TasksController, TasksOfProjectController } from './tasks.controller.js';
import { TasksService } from './tasks.service.js';

@Module({
  imports: [ProjectsModule, StoresModule.forFeature(Task)],
  controllers: [TasksOfProjectController, TasksController],
  providers: [TaskChecks, TaskImportKind, TaskRepository, TasksService],
  exports: [TasksService],
})
export class TasksModule {}
