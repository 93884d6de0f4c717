import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Group } from '../groups/group.entity.js';
import { GroupsModule } from '../groups/groups.module.js';
import { IdentityProvidersModule } from '../identity-providers/identity-providers.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { User } from '../users/user.entity.js';
import { UserManagementModule } from '../users/management/user-management.module.js';
import { AccessSettingsModule } from '../settings/settings.module.js';
import { IdentityRepository } from './identity.repository.js';
import { Identities } from './identities.service.js';
import { Refusals } from './refusals.js';
import { ProviderSignInController } from './provider-sign-in.controller.js';

/** Signing in at the identity provider of a company. */
@Module({
  imports: [
    AccessSettingsModule,
    GroupsModule,
    IdentityProvidersModule,
    PagesModule,
    SessionsModule,
    SignInModule,
    StoresModule.forFeature(Group, User),
    UserManagementModule,
  ],
  controllers: [ProviderSignInController],
  providers: [Identities, IdentityRepository, Refusals],
})
export class ProviderSignInModule {}
