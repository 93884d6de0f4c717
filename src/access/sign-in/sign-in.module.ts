import { Module } from '@nestjs/common';
import { AccountController } from '../account/account.controller.js';
import { ForgotPasswordController } from '../links/forgot-password.controller.js';
import { LinkRequests } from '../links/link-requests.js';
import { UserLinksController } from '../links/user-links.controller.js';
import { PagesModule } from '../pages/pages.module.js';
import { Passwords } from '../passwords/passwords.service.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.service.js';
import { Throttle } from './throttle.js';

/** The pages on which people sign in, choose passwords and look after their account. */
@Module({
  imports: [PagesModule, SessionsModule, UsersModule],
  controllers: [SignInController, ForgotPasswordController, UserLinksController, AccountController],
  providers: [SignIn, Passwords, Throttle, LinkRequests],
})
export class SignInModule {}
