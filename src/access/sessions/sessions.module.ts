import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Session } from './session.entity.js';
import { SessionCleanup } from './sessions.cleanup.js';
import { MySessionsController, SessionsController, UserSessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [StoresModule.forFeature(Session)],
  controllers: [SessionsController, UserSessionsController, MySessionsController],
  providers: [SessionsService, SessionCleanup],
  exports: [SessionsService],
})
export class SessionsModule {}
