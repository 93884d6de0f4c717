import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccessSettingsModule } from '../settings/settings.module.js';
import { AccessTokenRepository } from './access-token.repository.js';
import { AccessTokens } from './access-tokens.js';
import { ArtifactRepository } from './artifact.repository.js';
import { AuthorizationServer } from './authorization-server.js';
import { BearerStrategy } from './bearer.strategy.js';
import { ClientDocuments } from './client-documents.js';
import { ConnectedApps } from './connected-apps.js';
import { GrantRepository } from './grant.repository.js';
import { Grants } from './grants.js';
import { InteractionsService } from './interactions.service.js';
import { OAuthAdapters } from './oauth.adapters.js';
import { OAuthController } from './oauth.controller.js';
import { OAuthErrors } from './oauth.errors.js';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthClientRepository } from './oauth-client.repository.js';
import { OAuthClientsController } from './oauth-clients.controller.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { RedemptionRepository } from './redemption.repository.js';
import { Redemptions } from './redemptions.js';
import { UsersModule } from '../users/users.module.js';
import { Session } from '../sessions/session.entity.js';
import { SessionUsage } from './session-usage.js';

@Module({
  imports: [
    AccessSettingsModule,
    OutgoingModule,
    PagesModule,
    SessionsModule,
    StoresModule.forFeature(OAuthClient, Session),
    UsersModule,
  ],
  controllers: [OAuthController, OAuthClientsController],
  providers: [
    AccessTokenRepository,
    AccessTokens,
    ArtifactRepository,
    BearerStrategy,
    ClientDocuments,
    ConnectedApps,
    SessionUsage,
    OAuthClientRepository,
    OAuthClientsService,
    GrantRepository,
    Grants,
    RedemptionRepository,
    Redemptions,
    OAuthAdapters,
    OAuthErrors,
    AuthorizationServer,
    InteractionsService,
  ],
})
export class OAuthModule {}
