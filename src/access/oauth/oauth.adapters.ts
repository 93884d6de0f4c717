import { Injectable } from '@nestjs/common';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { currentContext, Settings } from '../../platform/index.js';
import { scopesOf } from '../roles/roles.js';
import { AccessTokens } from './access-tokens.js';
import { ArtifactRepository, type GrantedToken } from './artifact.repository.js';
import { CONSOLE, consoleMetadata } from './console-client.js';
import { Grants } from './grants.js';
import type { ClientDocument } from './client-document.js';
import { ConnectedApps } from './connected-apps.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { type OAuthClient } from './oauth-client.entity.js';
import { Redemptions } from './redemptions.js';
import { resourcesOf } from './resources.js';

/** Adapter of models that are not stored: always empty. */
const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  // Tokens end with their grant, which is revoked separately.
  revokeByGrantId: async () => undefined,
};

/**
 * Storage adapters for oidc-provider. Sessions are not stored here: sign-in state comes from our browser session. Ids of codes,
 * tokens and interactions are secrets, so payloads are stored without them.
 */
@Injectable()
export class OAuthAdapters {
  readonly #resources: ReadonlyMap<string, string>;

  constructor(
    private readonly clients: OAuthClientsService,
    private readonly apps: ConnectedApps,
    private readonly artifacts: ArtifactRepository,
    private readonly grants: Grants,
    private readonly tokens: AccessTokens,
    private readonly redemptions: Redemptions,
    private readonly settings: Settings,
  ) {
    this.#resources = resourcesOf(settings.BASE_URL);
  }

  of(model: string): Adapter {
    switch (model) {
      case 'Client':
        return { ...nothing, find: (id) => this.#findClient(id) };
      case 'Grant':
        return { ...nothing, find: (id) => this.#findGrant(id), destroy: (id) => this.#endGrant(id) };
      case 'Interaction':
        return {
          ...nothing,
          // Without the session, because the user may sign in as somebody else meanwhile.
          upsert: (id, { jti: _jti, session: _session, ...payload }, lifetime) =>
            this.artifacts.keep({ model, id, payload, lifetime: lifetime! }),
          find: async (id) => live(await this.artifacts.find(model, id), id),
          destroy: (id) => this.artifacts.remove(id),
        };
      case 'AuthorizationCode':
        return {
          ...nothing,
          upsert: (id, { jti: _jti, ...payload }, lifetime) =>
            this.artifacts.keep({ model, id, payload, lifetime: lifetime!, session_id: payload.grantId }),
          find: (id) => this.#findGranted(model, id),
          consume: () => this.#consume(),
        };
      case 'RefreshToken':
        return {
          ...nothing,
          upsert: async (token, { jti: _jti, ...payload }) => {
            this.redemptions.current!.refreshToken = { token, payload, scopes: wordsOf(payload.scope) };
          },
          find: (id) => this.#findGranted(model, id),
          consume: () => this.#consume(),
        };
      case 'AccessToken':
        return {
          ...nothing,
          upsert: async (token, { jti: _jti, ...payload }) => {
            if (!payload.scope) throw await nothingLeft();
            this.redemptions.current!.accessToken = { token, payload, scopes: wordsOf(payload.scope) };
          },
          find: async (id) => live(await this.tokens.payloadOf(id), id),
          destroy: (id) => this.tokens.remove(id),
        };
      default:
        return nothing;
    }
  }

  async #findClient(id: string): Promise<AdapterPayload | undefined> {
    if (this.apps.isUrl(id)) return this.#findApp(id);
    const client = id === CONSOLE ? null : await this.clients.find(id);
    if (!client && id !== CONSOLE) return undefined;
    const context = currentContext();
    // For the console the workspace follows from user or token.
    if (client) context.workspaceId = client.workspace_id;
    // Without a user, the client is the actor.
    if (context.actor.type === 'oauth_client') context.actor = { ...context.actor, id };
    return client ? metadataOf(client) : consoleMetadata(this.settings.BASE_URL);
  }

  /** An unregistered app. Its document was accepted before; token requests fetch nothing. */
  async #findApp(url: string): Promise<AdapterPayload | undefined> {
    const isPage = currentContext().route!.path.startsWith('/oauth/authorize');
    const app = await (isPage ? this.apps.find(url) : this.apps.connected(url));
    return app ? documented(url, app) : undefined;
  }

  async #findGrant(id: string): Promise<AdapterPayload | undefined> {
    const source = this.redemptions.current?.source;
    const grant = source?.session_id === id ? source : await this.grants.find(id);
    if (!grant) return undefined;
    const scope = [...scopesOf(grant.effective_roles)].join(' ');
    return live(
      {
        kind: 'Grant',
        accountId: grant.user_id,
        clientId: grant.client_url ?? grant.client_id ?? CONSOLE,
        // All scopes of the current roles; tokens get the granted subset.
        openid: { scope },
        // A resource restricts the audience of a token and adds no scopes.
        resources: Object.fromEntries([...this.#resources.keys()].map((resource) => [resource, scope])),
      },
      id,
    );
  }

  /** Called if a refresh token is revoked, or a code or refresh token is replayed. */
  async #endGrant(id: string): Promise<void> {
    await this.grants.end(id, this.redemptions.current ? 'token_reused' : 'token_revoked');
  }

  async #findGranted(model: string, id: string): Promise<AdapterPayload | undefined> {
    const found = await this.artifacts.findGranted(model, id);
    const { current } = this.redemptions;
    if (!found) return undefined;
    const ofConsole = found.client_id === null;
    const context = currentContext();
    if (ofConsole || found.client_url !== null) context.workspaceId = found.workspace_id;
    if (found.client_url !== null && context.actor.type === 'oauth_client')
      context.actor = { ...context.actor, id: found.client_id };
    if (current) {
      current.source = found;
      // Redeeming a code extends the grant. For the console it is a browser session with its own expiry.
      if (model === 'RefreshToken' || ofConsole) current.endsAt = found.ends_at;
      if (found.consumed_at !== null) current.again = await this.redemptions.answerOf(found);
    }
    // For an idempotent repeat the token looks unused to the library, so that all other checks run again.
    return live({ ...found.payload, ...(current?.again ? {} : consumption(found)) }, id);
  }

  /** Deferred until the whole request has succeeded. */
  async #consume(): Promise<void> {
    this.redemptions.current!.consumes = true;
  }
}

async function nothingLeft(): Promise<Error> {
  const { errors } = await import('oidc-provider');
  return new errors.AccessDenied('The roles of the user no longer grant any of these scopes.');
}

const wordsOf = (scope: unknown): string[] => (typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []);

const consumption = ({ consumed_at }: GrantedToken) =>
  consumed_at === null ? {} : { consumed: Math.floor(Date.parse(consumed_at) / 1000) };

/** Adds the id. Expired artifacts are never found, so the library need not check times. */
function live(payload: Record<string, unknown> | null, id: string): AdapterPayload | undefined {
  return payload ? ({ ...payload, jti: id, exp: Math.floor(Date.now() / 1000) + 60 } as AdapterPayload) : undefined;
}

const documented = (
  url: string,
  { name, redirect_uris, scopes }: Omit<ClientDocument, 'host' | 'url'>,
): AdapterPayload => ({
  client_id: url,
  client_name: name,
  redirect_uris,
  scope: scopes.join(' '),
  token_endpoint_auth_method: 'none',
  application_type: 'native',
});

/** Client metadata for oidc-provider. */
function metadataOf(client: OAuthClient): AdapterPayload {
  const { workspace_id, id, name, type, secret_hash, previous_secret_hash, redirect_uris, scopes } = client;
  return {
    workspace_id,
    client_id: id,
    client_name: name,
    redirect_uris,
    scope: scopes.join(' '),
    // Hashes; see `compareHashedSecrets`.
    ...(secret_hash !== null && { client_secret: [secret_hash, previous_secret_hash ?? []].flat().join(' ') }),
    token_endpoint_auth_method: type === 'public' ? 'none' : 'client_secret_basic',
    // Native: ports of loopback redirect URIs are ignored.
    application_type: 'native',
  };
}
