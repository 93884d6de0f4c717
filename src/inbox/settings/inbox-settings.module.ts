import { Module } from '@nestjs/common';
import { InboxSettingsController } from './inbox-settings.controller.js';
import { InboxSettingsRepository } from './inbox-settings.repository.js';
import { InboxSettingsService } from './inbox-settings.service.js';

@Module({
  controllers: [InboxSettingsController],
  providers: [InboxSettingsRepository, InboxSettingsService],
  exports: [InboxSettingsRepository],
})
export class InboxSettingsModule {}
