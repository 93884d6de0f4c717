import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { LinksModule } from '../links/links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { User } from '../users/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { BreachedPasswords } from './breached-passwords.js';
import { PasswordRules } from './password-rules.js';
import { Passwords } from './passwords.service.js';

@Module({
  imports: [LinksModule, SessionsModule, StoresModule.forFeature(User), UsersModule],
  providers: [Passwords, PasswordRules, BreachedPasswords],
  exports: [Passwords, PasswordRules],
})
export class PasswordsModule {}
