import { Controller } from '@nestjs/common';
import { ResourceController } from '../../platform/index.js';
import { CreatePipeline, PipelineItem, PipelineQuery, PipelineView, UpdatePipeline } from './pipeline.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { PipelinesService } from './pipelines.service.js';

@Controller('v1/sales/pipelines')
export class PipelinesController extends ResourceController(Pipeline, PipelinesService, {
  view: PipelineView,
  list: { query: PipelineQuery, returns: PipelineItem },
  create: { body: CreatePipeline, errors: ['tooMany'] },
  update: UpdatePipeline,
  remove: { errors: ['openDeals'] },
}) {}
