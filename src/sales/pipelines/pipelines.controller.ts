import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { ForecastQuery, ForecastView } from './forecast/forecast.dto.js';
import { ForecastService } from './forecast/forecast.service.js';
import { CreatePipeline, PipelineItem, PipelineQuery, PipelineView, UpdatePipeline } from './pipeline.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { pipelines } from './pipeline.resource.js';
import { PipelinesService } from './pipelines.service.js';
import { CreatedStage, CreateStage, DeleteStage } from './stages/stage.dto.js';
import { Stage } from './stages/stage.entity.js';
import { stages } from './stages/stage.resource.js';

@Controller('v1/sales/pipelines')
export class PipelinesController extends ResourceController(Pipeline, PipelinesService, {
  view: PipelineView,
  list: { query: PipelineQuery, returns: PipelineItem },
  create: { body: CreatePipeline, errors: ['tooMany'] },
  update: UpdatePipeline,
  remove: { errors: ['openDeals'] },
}) {
  constructor(private readonly forecast: ForecastService) {
    super();
  }

  @Post(':id/stages')
  @Endpoint(stages, { returns: CreatedStage, errors: ['tooMany'], summary: 'Add a stage to a pipeline' })
  addStage(@Param('id', Loaded(Pipeline)) pipeline: Pipeline, @Body() body: CreateStage) {
    return this.service.addStage(pipeline, body);
  }

  @Delete(':id/stages/:stage_id')
  @Endpoint(stages, { errors: ['last'], lasting: true, summary: 'Delete a stage of a pipeline' })
  removeStage(
    @Param('id', Loaded(Pipeline)) pipeline: Pipeline,
    @Param('stage_id', Loaded(Stage)) stage: Stage,
    @Query() query: DeleteStage,
    @Body() body: DeleteStage,
  ) {
    // Some clients drop the body of a DELETE.
    return this.service.removeStage(pipeline, stage, body.migrate_deals_to ?? query.migrate_deals_to);
  }

  @Get(':id/forecast')
  @Endpoint(pipelines, { returns: ForecastView, summary: 'Forecast the deals of a pipeline' })
  show(@Param('id', Loaded(Pipeline)) pipeline: Pipeline, @Query() query: ForecastQuery) {
    return this.forecast.of(pipeline, query);
  }
}
