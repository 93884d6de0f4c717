import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Template } from './template.entity.js';
import { SaveAsTemplateController, TemplatesController } from './templates.controller.js';
import { Task } from '../tasks/task.entity.js';
import { TemplatesService } from './templates.service.js';

@Module({
  imports: [StoresModule.forFeature(Task, Template)],
  controllers: [TemplatesController, SaveAsTemplateController],
  providers: [TemplatesService],
  exports: [TemplatesService],
})
export class TemplatesModule {}
