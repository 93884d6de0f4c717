import { Module } from '@nestjs/common';
import { QueuesController } from './queues/queues.controller.js';
import { QueuesService } from './queues/queues.service.js';
import { TasksController } from './tasks/tasks.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { TasksService } from './tasks/tasks.service.js';

/**
 * The background work of the deployment, for operators (D-RUN-8). What a workspace has of it (exports, imports, replays)
 * stands beside what it belongs to, for the admins of the workspace.
 */
@Module({
  controllers: [QueuesController, TasksController, UsageController],
  providers: [QueuesService, TasksService],
})
export class OperationsModule {}
