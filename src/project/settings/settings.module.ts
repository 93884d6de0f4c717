import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { SettingsController } from './settings.controller.js';
import { ProjectSettings } from './settings.entity.js';

@Module({
  imports: [StoresModule.forFeature(ProjectSettings)],
  controllers: [SettingsController],
})
export class SettingsModule {}
