import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/resource/stores.module.js';
import { AccountController } from './account/account.controller.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeyStrategy } from './api-keys/api-key.strategy.js';
import { ApiKeyCache } from './api-keys/api-keys.cache.js';
import { ApiKeyCleanup } from './api-keys/api-keys.cleanup.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { ApiKeyUsage } from './api-keys/api-keys.usage.js';
import { Group } from './groups/group.entity.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsService } from './groups/groups.service.js';
import { MeController } from './me/me.controller.js';
import { ForgotPasswordController } from './links/forgot-password.controller.js';
import { LinkRequests } from './links/link-requests.js';
import { UserLinksController } from './links/user-links.controller.js';
import { UserLinks } from './links/user-links.service.js';
import { AccessTokens } from './oauth/access-tokens.js';
import { Artifacts } from './oauth/artifacts.js';
import { AuthorizationServer } from './oauth/authorization-server.js';
import { BearerStrategy } from './oauth/bearer.strategy.js';
import { Grants } from './oauth/grants.js';
import { InteractionsService } from './oauth/interactions.service.js';
import { OAuthAdapters } from './oauth/oauth.adapters.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthErrors } from './oauth/oauth.errors.js';
import { OAuthClient } from './oauth/oauth-client.entity.js';
import { OAuthClientsService } from './oauth/oauth-clients.service.js';
import { Redemptions } from './oauth/redemptions.js';
import { SessionUsage } from './oauth/session-usage.js';
import { BrowserSessions } from './pages/browser-session.js';
import { Cookies } from './pages/cookies.js';
import { Csrf } from './pages/csrf.js';
import { Layout } from './pages/layout.js';
import { PagesController } from './pages/pages.controller.js';
import { PageErrors } from './pages/pages.errors.js';
import { Owners } from './roles/owners.js';
import { Passwords } from './passwords/passwords.service.js';
import { RolesController } from './roles/roles.controller.js';
import { ScimDescriptionsController } from './scim/descriptions.controller.js';
import { ScimDescriptions } from './scim/descriptions.service.js';
import { ScimErrors } from './scim/scim.errors.js';
import { ScimGroupsController } from './scim/scim-groups.controller.js';
import { ScimGroupsService } from './scim/scim-groups.service.js';
import { ScimUsersController } from './scim/scim-users.controller.js';
import { ScimUsersService } from './scim/scim-users.service.js';
import { Session } from './sessions/session.entity.js';
import { SessionCleanup } from './sessions/sessions.cleanup.js';
import { MySessionsController, SessionsController, UserSessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignIn } from './sign-in/sign-in.service.js';
import { Throttle } from './sign-in/throttle.js';
import { User } from './users/user.entity.js';
import { UserReferences } from './users/user-references.js';
import { UsersController } from './users/users.controller.js';
import { UsersPort } from './users/users.port.js';
import { UsersService } from './users/users.service.js';
import { Workspaces } from './workspaces/workspaces.service.js';

@Module({
  imports: [StoresModule.for(User, Group, Session, ApiKey, OAuthClient)],
  controllers: [
    MeController,
    UsersController,
    GroupsController,
    RolesController,
    SessionsController,
    UserSessionsController,
    MySessionsController,
    ApiKeysController,
    PagesController,
    OAuthController,
    SignInController,
    ForgotPasswordController,
    UserLinksController,
    AccountController,
    ScimDescriptionsController,
    ScimUsersController,
    ScimGroupsController,
  ],
  providers: [
    UsersPort,
    UsersService,
    UserReferences,
    GroupsService,
    Owners,
    SessionsService,
    SessionCleanup,
    Layout,
    PageErrors,
    Cookies,
    Csrf,
    BrowserSessions,
    UserLinks,
    LinkRequests,
    Passwords,
    Throttle,
    SignIn,
    AccessTokens,
    BearerStrategy,
    SessionUsage,
    OAuthClientsService,
    Grants,
    Artifacts,
    Redemptions,
    OAuthAdapters,
    OAuthErrors,
    AuthorizationServer,
    InteractionsService,
    ScimDescriptions,
    ScimUsersService,
    ScimGroupsService,
    ScimErrors,
    ApiKeysService,
    ApiKeyCache,
    ApiKeyUsage,
    ApiKeyCleanup,
    ApiKeyStrategy,
    Workspaces,
  ],
  exports: [UsersPort, ApiKeysService, Workspaces],
})
export class AccessModule {}
