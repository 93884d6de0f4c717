import { Controller } from '@nestjs/common';
import { ResourceController } from '../../platform/index.js';
import { CreatePipeline, PipelineQuery, PipelineView, UpdatePipeline } from './pipeline.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { PipelinesService } from './pipelines.service.js';

@Controller('v1/careers/pipelines')
export class PipelinesController extends ResourceController(Pipeline, PipelinesService, {
  view: PipelineView,
  list: PipelineQuery,
  create: { body: CreatePipeline, errors: ['tooMany'] },
  update: UpdatePipeline,
  remove: { errors: ['isDefault', 'hasJobs'] },
}) {}
