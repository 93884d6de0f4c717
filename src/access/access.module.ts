import { Module } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { ScimModule } from './scim/scim.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UsersModule } from './users/users.module.js';
import { Workspaces } from './workspaces/workspaces.service.js';

@Module({
  imports: [UsersModule, SessionsModule, ApiKeysModule, SignInModule, OAuthModule, ScimModule],
  providers: [Workspaces],
  exports: [UsersModule, ApiKeysModule, Workspaces],
})
export class AccessModule {}
