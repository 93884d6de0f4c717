import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { ScorecardRepository } from './scorecard.repository.js';
import { Scorecard } from './scorecard.entity.js';
import { ScorecardsController } from './scorecards.controller.js';
import { ScorecardsService } from './scorecards.service.js';

@Module({
  imports: [ApplicationsModule, StoresModule.forFeature(Application, Scorecard)],
  controllers: [ScorecardsController],
  providers: [ScorecardRepository, ScorecardsService],
  exports: [ScorecardRepository],
})
export class ScorecardsModule {}
