import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { Template } from './template.entity.js';
import { NewProjectsController, SaveAsTemplateController, TemplatesController } from './templates.controller.js';
import { Task } from '../tasks/task.entity.js';
import { TemplateRepository } from './template.repository.js';
import { TemplatesService } from './templates.service.js';

@Module({
  imports: [ProjectsModule, StoresModule.forFeature(Task, Template)],
  controllers: [TemplatesController, NewProjectsController, SaveAsTemplateController],
  providers: [TemplatesService, TemplateRepository],
})
export class TemplatesModule {}
