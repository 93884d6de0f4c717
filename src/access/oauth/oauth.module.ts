import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { PagesModule } from '../pages/pages.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccessTokens } from './access-tokens.js';
import { Artifacts } from './artifacts.js';
import { AuthorizationServer } from './authorization-server.js';
import { BearerStrategy } from './bearer.strategy.js';
import { Grants } from './grants.js';
import { InteractionsService } from './interactions.service.js';
import { OAuthAdapters } from './oauth.adapters.js';
import { OAuthController } from './oauth.controller.js';
import { OAuthErrors } from './oauth.errors.js';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthClientsController } from './oauth-clients.controller.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { Redemptions } from './redemptions.js';
import { Session } from '../sessions/session.entity.js';
import { SessionUsage } from './session-usage.js';

@Module({
  imports: [PagesModule, SessionsModule, StoresModule.forFeature(OAuthClient, Session)],
  controllers: [OAuthController, OAuthClientsController],
  providers: [
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
  ],
})
export class OAuthModule {}
