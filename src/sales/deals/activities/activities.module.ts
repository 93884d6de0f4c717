import { Module } from '@nestjs/common';
import { StoresModule } from '../../../platform/index.js';
import { Deal } from '../deal.entity.js';
import { ActivitiesController } from './activities.controller.js';
import { Activity } from './activity.entity.js';

@Module({
  imports: [StoresModule.forFeature(Activity, Deal)],
  controllers: [ActivitiesController],
})
export class ActivitiesModule {}
