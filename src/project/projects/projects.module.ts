import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { Members } from './members.js';
import { Project } from './project.entity.js';
import { ProjectHooks } from './project-hooks.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsPort } from './projects.port.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [AccessModule, StoresModule.forFeature(Project), TemplatesModule],
  controllers: [ProjectsController],
  providers: [Members, ProjectHooks, ProjectsPort, ProjectsService],
  exports: [Members, ProjectHooks, ProjectsPort, ProjectsService],
})
export class ProjectsModule {}
