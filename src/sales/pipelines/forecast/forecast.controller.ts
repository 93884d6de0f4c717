import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, Endpoint, Loaded } from '../../../platform/index.js';
import { Pipeline } from '../pipeline.entity.js';
import { pipelines } from '../pipeline.resource.js';
import { ForecastQuery, ForecastView } from './forecast.dto.js';
import { ForecastService } from './forecast.service.js';

@Controller('v1/sales/pipelines/:id/forecast')
export class ForecastController {
  constructor(private readonly forecast: ForecastService) {}

  @Get()
  @ApiOperation({ operationId: 'salesPipelinesShow' })
  @Endpoint(pipelines, { returns: ForecastView, counts: 'sales.deal', summary: 'Forecast the deals of a pipeline' })
  get(@Param('id', Loaded(Pipeline)) pipeline: Pipeline, @Query() query: ForecastQuery) {
    return this.forecast.of(pipeline, query);
  }
}
