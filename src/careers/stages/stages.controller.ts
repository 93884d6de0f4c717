import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import {
  CreateStage,
  OrderStages,
  RemoveStage,
  StageList,
  StageQuery,
  StageView,
  UpdateStage,
} from '../pipelines/stage.dto.js';
import { Stage } from '../pipelines/stage.entity.js';
import { stages } from '../pipelines/stage.resource.js';
import { StagesService } from './stages.service.js';

@Controller('v1/careers/pipelines/:pipeline_id/stages')
export class PipelineStagesController {
  constructor(private readonly stages: StagesService) {}

  @Get()
  @Endpoint(stages, { returns: StageView, page: true })
  list(@Param('pipeline_id', Loaded(Pipeline)) pipeline: Pipeline, @Query() query: StageQuery) {
    return this.stages.list(pipeline, query);
  }

  @Post()
  @Endpoint(stages, { returns: StageView, errors: ['tooMany'] })
  create(@Param('pipeline_id', Loaded(Pipeline)) pipeline: Pipeline, @Body() body: CreateStage) {
    return this.stages.create(pipeline, body);
  }

  @Put('order')
  @Endpoint(stages, {
    returns: StageList,
    action: 'reordered',
    summary: 'Reorder the stages of a pipeline',
  })
  async reorder(@Param('pipeline_id', Loaded(Pipeline)) pipeline: Pipeline, @Body() { stage_ids }: OrderStages) {
    return { data: await this.stages.reorder(pipeline, stage_ids) };
  }
}

@Controller('v1/careers/stages')
export class StagesController {
  constructor(private readonly stages: StagesService) {}

  @Get(':id')
  @Endpoint(stages, { returns: StageView })
  get(@Param('id', Loaded(Stage)) stage: Stage) {
    return this.stages.show(stage);
  }

  @Patch(':id')
  @Endpoint(stages, { returns: StageView })
  update(@Param('id', Loaded(Stage)) stage: Stage, @Body() body: UpdateStage) {
    return this.stages.update(stage, body);
  }

  @Delete(':id')
  @Endpoint(stages, { errors: ['last'] })
  remove(@Param('id', Loaded(Stage)) stage: Stage, @Query() query: RemoveStage, @Body() body: RemoveStage) {
    return this.stages.remove(stage, {
      migrate_applications_to: body.migrate_applications_to ?? query.migrate_applications_to,
      disqualify_candidates: body.disqualify_candidates ?? query.disqualify_candidates,
    });
  }
}
