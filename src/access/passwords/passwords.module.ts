import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Passwords } from './passwords.service.js';

@Module({
  imports: [LinksModule, SessionsModule],
  providers: [Passwords],
  exports: [Passwords],
})
export class PasswordsModule {}
