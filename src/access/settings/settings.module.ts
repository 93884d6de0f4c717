import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessSettingsController } from './settings.controller.js';
import { AccessSettings } from './settings.entity.js';
import { AccessSettingsService } from './settings.service.js';

@Module({
  imports: [SessionsModule, StoresModule.forFeature(AccessSettings), UsersModule],
  controllers: [AccessSettingsController],
  providers: [AccessSettingsService],
  exports: [AccessSettingsService],
})
export class AccessSettingsModule {}
