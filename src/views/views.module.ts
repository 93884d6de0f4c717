import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/index.js';
import { FormerMakersListener } from './former-makers.listener.js';
import { MissingRecords } from './missing-records.js';
import { SavedView } from './view.entity.js';
import { ViewRepository } from './view.repository.js';
import { ViewsController } from './views.controller.js';
import { ViewsService } from './views.service.js';

@Module({
  imports: [StoresModule.forFeature(SavedView)],
  controllers: [ViewsController],
  providers: [ViewsService, ViewRepository, MissingRecords, FormerMakersListener],
})
export class ViewsModule {}
