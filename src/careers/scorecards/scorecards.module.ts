import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationLog } from '../applications/application-log.js';
import { ScoreLog } from './score-log.js';
import { Scorecard } from './scorecard.entity.js';
import { ScorecardsController } from './scorecards.controller.js';
import { ScorecardsService } from './scorecards.service.js';

@Module({
  imports: [StoresModule.for(Application, Scorecard)],
  controllers: [ScorecardsController],
  providers: [ApplicationLog, ScoreLog, ScorecardsService],
  exports: [ScoreLog],
})
export class ScorecardsModule {}
