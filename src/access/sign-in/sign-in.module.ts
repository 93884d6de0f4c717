import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.service.js';
import { Throttle } from './throttle.js';

@Module({
  imports: [PagesModule, PasswordsModule],
  controllers: [SignInController],
  providers: [SignIn, Throttle],
  exports: [Throttle],
})
export class SignInModule {}
