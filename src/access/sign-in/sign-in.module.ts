import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecurityLog } from './security-log.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.service.js';
import { User } from '../users/user.entity.js';
import { Throttle } from './throttle.js';

@Module({
  imports: [PagesModule, PasswordsModule, StoresModule.forFeature(User)],
  controllers: [SignInController],
  providers: [SignIn, SecurityLog, Throttle],
  exports: [Throttle],
})
export class SignInModule {}
