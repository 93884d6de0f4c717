import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AccountController } from './account.controller.js';

/** The page on which people look after their account. */
@Module({
  imports: [PagesModule, PasswordsModule, SessionsModule, SignInModule],
  controllers: [AccountController],
})
export class AccountModule {}
