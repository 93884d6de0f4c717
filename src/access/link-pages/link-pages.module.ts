import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ForgotPasswordController } from './forgot-password.controller.js';
import { LinkRequestRepository } from './link-request.repository.js';
import { LinkRequests } from './link-requests.js';
import { LinkUse } from './link-use.js';
import { LinksModule } from '../links/links.module.js';
import { User } from '../users/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { Workspace } from '../workspaces/workspace.entity.js';
import { UserLinksController } from './user-links.controller.js';

/** The pages on which people ask for a link, and those that it leads to. */
@Module({
  imports: [
    LinksModule,
    PagesModule,
    PasswordsModule,
    SignInModule,
    StoresModule.forFeature(User, Workspace),
    UsersModule,
  ],
  controllers: [ForgotPasswordController, UserLinksController],
  providers: [LinkRequestRepository, LinkRequests, LinkUse],
})
export class LinkPagesModule {}
