import { Module } from '@nestjs/common';
import { SettingsModule } from './settings/settings.module.js';

@Module({
  imports: [SettingsModule],
})
export class ProjectModule {}
