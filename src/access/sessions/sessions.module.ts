import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { UsersModule } from '../users/users.module.js';
import { Session } from './session.entity.js';
import { SessionRepository } from './session.repository.js';
import { SessionCleanup } from './sessions.cleanup.js';
import { MySessionsController, SessionsController, UserSessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [StoresModule.forFeature(Session), UsersModule],
  controllers: [SessionsController, UserSessionsController, MySessionsController],
  providers: [SessionRepository, SessionsService, SessionCleanup],
  exports: [SessionRepository, SessionsService],
})
export class SessionsModule {}
