import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import { ScorecardRepository } from './scorecard.repository.js';
import { Scorecard } from './scorecard.entity.js';
import { ScorecardsController } from './scorecards.controller.js';
import { ScorecardsService } from './scorecards.service.js';

@Module({
  imports: [StoresModule.forFeature(Application, Scorecard)],
  controllers: [ScorecardsController],
  providers: [ApplicationRepository, ScorecardRepository, ScorecardsService],
  exports: [ScorecardRepository],
})
export class ScorecardsModule {}
