import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { DueWorkModule } from '../due-work/due-work.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { Recurrence } from './recurrence.entity.js';
import { RecurrenceRepository } from './recurrence.repository.js';
import { RecurrencesController } from './recurrences.controller.js';
import { RecurrencesListener } from './recurrences.listener.js';
import { Task } from '../tasks/task.entity.js';
import { RecurrencesService } from './recurrences.service.js';

@Module({
  imports: [DueWorkModule, ProjectsModule, StoresModule.forFeature(Recurrence, Task), TasksModule],
  controllers: [RecurrencesController],
  providers: [RecurrenceRepository, RecurrencesListener, RecurrencesService],
})
export class RecurrencesModule {}
