import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { CareersSettings } from './settings.entity.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [StoresModule.forFeature(CareersSettings)],
  controllers: [SettingsController],
})
export class SettingsModule {}
