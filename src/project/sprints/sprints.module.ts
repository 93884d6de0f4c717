import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ProjectHooks } from '../projects/project-hooks.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { Sprint } from './sprint.entity.js';
import { SprintLog } from './sprint-log.js';
import { SprintsController, SprintsOfProjectController } from './sprints.controller.js';
import { SprintsService } from './sprints.service.js';

@Module({
  imports: [ProjectsModule, StoresModule.for(Sprint)],
  controllers: [SprintsOfProjectController, SprintsController],
  providers: [SprintLog, SprintsService],
  exports: [SprintLog],
})
export class SprintsModule {
  constructor(hooks: ProjectHooks, log: SprintLog) {
    hooks.beforeDelete((project) => log.removeAll(project));
  }
}
