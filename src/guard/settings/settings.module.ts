import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { SettingsController } from './settings.controller.js';
import { GuardSettings } from './settings.entity.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [StoresModule.forFeature(GuardSettings)],
  controllers: [SettingsController],
  providers: [SettingsService],
  exports: [SettingsService],
})
export class SettingsModule {}
