import { Module } from '@nestjs/common';
import { AccessModule } from '../../../access/index.js';
import { StoresModule } from '../../../platform/index.js';
import { Pipeline } from '../pipeline.entity.js';
import { ForecastController } from './forecast.controller.js';
import { ForecastRepository } from './forecast.repository.js';
import { ForecastService } from './forecast.service.js';

@Module({
  imports: [AccessModule, StoresModule.forFeature(Pipeline)],
  controllers: [ForecastController],
  providers: [ForecastService, ForecastRepository],
})
export class ForecastModule {}
