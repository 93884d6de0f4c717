import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { ScorecardsModule } from '../scorecards/scorecards.module.js';
import { PrivacyController } from './privacy.controller.js';
import { PrivacyRepository } from './privacy.repository.js';
import { PrivacyService } from './privacy.service.js';

@Module({
  imports: [ApplicationsModule, ScorecardsModule, StoresModule.forFeature(Application)],
  controllers: [PrivacyController],
  providers: [PrivacyRepository, PrivacyService],
})
export class PrivacyModule {}
