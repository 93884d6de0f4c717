import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { Session } from '../sessions/session.entity.js';
import { AccountController } from './account.controller.js';

/** The page on which people look after their account. */
@Module({
  imports: [PagesModule, PasswordsModule, SessionsModule, SignInModule, StoresModule.forFeature(Session)],
  controllers: [AccountController],
})
export class AccountModule {}
