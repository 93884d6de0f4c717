import { Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { FactorsModule } from './factors/factors.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { IdentityProvidersModule } from './identity-providers/identity-providers.module.js';
import { LinkPagesModule } from './link-pages/link-pages.module.js';
import { MeModule } from './me/me.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { PagesModule } from './pages/pages.module.js';
import { PeopleModule } from './people/people.module.js';
import { ProviderSignInModule } from './provider-sign-in/provider-sign-in.module.js';
import { RolesModule } from './roles/roles.module.js';
import { ScimModule } from './scim/scim.module.js';
import { AccessSettingsModule } from './settings/settings.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UserManagementModule } from './users/management/user-management.module.js';
import { UsersModule } from './users/users.module.js';
import { WorkspacesModule } from './workspaces/workspaces.module.js';

@Module({
  imports: [
    UserManagementModule,
    UsersModule,
    GroupsModule,
    RolesModule,
    MeModule,
    PagesModule,
    PeopleModule,
    SessionsModule,
    AccessSettingsModule,
    FactorsModule,
    IdentityProvidersModule,
    ApiKeysModule,
    WorkspacesModule,
    SignInModule,
    ProviderSignInModule,
    LinkPagesModule,
    AccountModule,
    OAuthModule,
    ScimModule,
  ],
  exports: [ApiKeysModule, PagesModule, UsersModule, WorkspacesModule],
})
export class AccessModule {}
