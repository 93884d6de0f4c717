import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { MemberRepository } from './member.repository.js';
import { Project } from './project.entity.js';
import { ProjectImportKind } from './project-import.js';
import { ProjectHooks } from './project-hooks.js';
import { ProjectRepository } from './project.repository.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [AccessModule, StoresModule.forFeature(Project)],
  controllers: [ProjectsController],
  providers: [MemberRepository, ProjectHooks, ProjectImportKind, ProjectRepository, ProjectsService],
  exports: [ProjectHooks, ProjectsService],
})
export class ProjectsModule {}
