import { Body, Controller, Delete, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, Endpoint, Loaded } from '../../platform/index.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { CreatedStage, CreateStage, DeleteStage } from '../pipelines/stage.dto.js';
import { Stage } from '../pipelines/stage.entity.js';
import { stages } from '../pipelines/stage.resource.js';
import { StagesService } from './stages.service.js';

@Controller('v1/sales/pipelines/:id/stages')
export class StagesController {
  constructor(private readonly stages: StagesService) {}

  @Post()
  @ApiOperation({ operationId: 'salesPipelinesAddStage' })
  @Endpoint(stages, { returns: CreatedStage, errors: ['tooMany'], summary: 'Add a stage to a pipeline' })
  create(@Param('id', Loaded(Pipeline)) pipeline: Pipeline, @Body() body: CreateStage) {
    return this.stages.add(pipeline, body);
  }

  @Delete(':stage_id')
  @ApiOperation({ operationId: 'salesPipelinesRemoveStage' })
  @Endpoint(stages, { errors: ['last'], lasting: true, summary: 'Delete a stage of a pipeline' })
  remove(
    @Param('id', Loaded(Pipeline)) pipeline: Pipeline,
    @Param('stage_id', Loaded(Stage)) stage: Stage,
    @Query() query: DeleteStage,
    @Body() body: DeleteStage,
  ) {
    // Some clients drop the body of a DELETE.
    return this.stages.remove(pipeline, stage, body.migrate_deals_to ?? query.migrate_deals_to);
  }
}
