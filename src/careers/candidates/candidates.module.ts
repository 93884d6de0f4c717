import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { CandidatesController } from './candidates.controller.js';

@Module({ imports: [StoresModule.forFeature(Application)], controllers: [CandidatesController] })
export class CandidatesModule {}
