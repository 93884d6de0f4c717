import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ProjectHooks } from '../projects/project-hooks.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { Sprint } from './sprint.entity.js';
import { SprintRepository } from './sprint.repository.js';
import { SprintsController, SprintsOfProjectController } from './sprints.controller.js';
import { Task } from '../tasks/task.entity.js';
import { SprintImportKind } from './sprint-import.js';
import { SprintsService } from './sprints.service.js';

@Module({
  imports: [ProjectsModule, StoresModule.forFeature(Sprint, Task)],
  controllers: [SprintsOfProjectController, SprintsController],
  providers: [SprintImportKind, SprintRepository, SprintsService],
})
export class SprintsModule {
  constructor(hooks: ProjectHooks, repository: SprintRepository) {
    hooks.beforeDelete((project) => repository.removeAll(project));
  }
}
