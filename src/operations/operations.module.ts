import { Module } from '@nestjs/common';
import { ArchivesModule } from './archives/archives.module.js';
import { BacklogController } from './backlog/backlog.controller.js';
import { BacklogRepository } from './backlog/backlog.repository.js';
import { BacklogService } from './backlog/backlog.service.js';
import { BackupsController } from './backups/backups.controller.js';
import { DeploymentController } from './cells/deployment.controller.js';
import { DirectoryController } from './cells/directory.controller.js';
import { CellsRepository } from './cells/cells.repository.js';
import { ExtensionsController } from './extensions/extensions.controller.js';
import { ExtensionsService } from './extensions/extensions.service.js';
import { FreezesModule } from './freezes/freezes.module.js';
import { MovesModule } from './moves/moves.module.js';
import { QueuesController } from './queues/queues.controller.js';
import { QueuesService } from './queues/queues.service.js';
import { TasksController } from './tasks/tasks.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageRepository } from './usage/usage.repository.js';
import { TasksService } from './tasks/tasks.service.js';

/**
 * The background work of the deployment, for operators (D-RUN-8). What a workspace has of it (exports, imports, replays)
 * stands beside what it belongs to, for the admins of the workspace.
 */
@Module({
  imports: [ArchivesModule, FreezesModule, MovesModule],
  controllers: [
    BacklogController,
    BackupsController,
    DeploymentController,
    DirectoryController,
    ExtensionsController,
    QueuesController,
    TasksController,
    UsageController,
  ],
  providers: [
    BacklogRepository,
    BacklogService,
    CellsRepository,
    ExtensionsService,
    QueuesService,
    TasksService,
    UsageRepository,
  ],
})
export class OperationsModule {}
