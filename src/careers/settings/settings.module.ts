import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { CareersSettings } from './settings.entity.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [StoresModule.for(CareersSettings)],
  controllers: [SettingsController],
  providers: [SettingsService],
})
export class SettingsModule {}
