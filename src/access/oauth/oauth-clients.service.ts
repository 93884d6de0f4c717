import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import {
  asSystem,
  Clock,
  currentContext,
  Database,
  type Detail,
  failure,
  forbidden,
  hashOf,
  InjectStore,
  invalid,
  isId,
  Maintenance,
  notFound,
  type Page,
  type ResourceStore,
  type Scope,
} from '../../platform/index.js';
import { SessionsService } from '../sessions/sessions.service.js';
import {
  type CreateOAuthClient,
  type OAuthClientQuery,
  OAuthClientView,
  type UpdateOAuthClient,
} from './oauth-client.dto.js';
import { flawsOf } from './redirect-uri.js';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthClientRepository } from './oauth-client.repository.js';
import { oauthClients } from './oauth-client.resource.js';

/** Grants revoked per transaction. */
const BATCH_SIZE = 200;

/** Registered OAuth clients. Others are in `ConnectedApps`. */
@Injectable()
export class OAuthClientsService {
  constructor(
    @InjectStore(OAuthClient) private readonly store: ResourceStore<OAuthClient>,
    private readonly sessions: SessionsService,
    private readonly repository: OAuthClientRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'oauth-clients',
      description: 'Revokes the grants of deleted OAuth clients.',
      every: 60_000,
      run: () => this.endGrants(),
    });
  }

  async page(query: OAuthClientQuery): Promise<Page<object>> {
    const page = await this.store.page(query, OAuthClientView);
    return { ...page, data: page.data.map((client) => shown(client as unknown as OAuthClient)) };
  }

  get(client: OAuthClient) {
    this.#checkAlive(client);
    return shown(client);
  }

  /** Creates a client on behalf of a credential, which must have its scopes. */
  async register(input: CreateOAuthClient) {
    this.#checkScopes(input.scopes);
    const client = await this.create(input);
    return { ...client, id: client.client_id };
  }

  /** Changing a client needs all of its scopes, because redirect URIs decide who receives codes. */
  async update(client: OAuthClient, { name, redirect_uris, scopes }: UpdateOAuthClient) {
    this.#checkAlive(client);
    this.#checkScopes([...client.scopes, ...(scopes ?? [])]);
    if (client.metadata_url !== null && (name ?? redirect_uris) !== undefined)
      throw failure(oauthClients, 'documented');
    const flaws = flawsOf(redirect_uris ?? [], client.type === 'public').map(([index, flaw]): Detail => {
      const field = `redirect_uris[${index}]`;
      return { field, code: 'invalid_value', message: `${field} ${flaw}` };
    });
    if (flaws.length) throw invalid(flaws);
    const changes = { name, redirect_uris: redirect_uris && [...new Set(redirect_uris)], scopes };
    const updated = await this.store.update(client, changes);
    await this.sessions.credentials.forget(client.id);
    return shown(updated);
  }

  /** Rotates the secret; the previous one is valid for the grace period. Tokens stay valid. */
  async rotateSecret(client: OAuthClient, graceSeconds: number) {
    this.#checkAlive(client);
    this.#checkScopes(client.scopes);
    if (client.secret_hash === null) throw failure(oauthClients, 'noSecret');
    const client_secret = newSecret();
    const changes = {
      secret_hash: hashOf(client_secret),
      previous_secret_hash: client.secret_hash,
      previous_secret_expires_at: this.clock.iso(graceSeconds),
    };
    const rotated = await this.store.update(client, changes, { as: 'secret_rotated' });
    return { ...shown(rotated), client_secret };
  }

  /** Revokes a client and thereby its tokens. Its grants are revoked here, or by the maintenance task if there are many. */
  async remove(client: OAuthClient): Promise<void> {
    this.#checkAlive(client);
    this.#checkScopes(client.scopes);
    await this.#end(client.id);
    await this.sessions.endAll({ client_id: client.id }, 'client_revoked', { limit: BATCH_SIZE });
  }

  /** Revokes remaining grants of revoked clients. */
  async endGrants(): Promise<void> {
    for (const { workspace_id, id } of await this.repository.endedWithGrants())
      await asSystem(workspace_id, () => this.revoke(id));
  }

  /** Creates a client; a confidential one gets its secret only here. Needs a unit of work. */
  async create({ name, type, redirect_uris, scopes }: CreateOAuthClient) {
    const secret = type === 'confidential' ? newSecret() : null;
    const client = await this.store.create({
      name,
      type,
      redirect_uris: [...new Set(redirect_uris)],
      scopes: [...new Set(scopes)],
      secret_hash: secret && hashOf(secret),
    });
    return { ...view(client), ...(secret !== null && { client_secret: secret }) };
  }

  /** Active clients of the workspace, oldest first. */
  async list(): Promise<OAuthClientView[]> {
    const clients = await this.store.findAll(['revoked_at is null']);
    return clients.map(view);
  }

  /** An active client in any workspace, or null. */
  async find(id: unknown): Promise<OAuthClient | null> {
    return isId('cli', id) ? this.repository.find(id) : null;
  }

  /**
   * Revokes a client, and then its grants in batches, each in its own transaction, because there may be many. If interrupted,
   * call it again. Not to be called in a unit of work.
   */
  async revoke(id: string): Promise<OAuthClientView & { revoked_sessions: number }> {
    const client = await this.database.transaction(() => this.#end(id));
    const endSome = () => this.sessions.endAll({ client_id: id }, 'client_revoked', { limit: BATCH_SIZE });
    let revoked_sessions = 0;
    for (;;) {
      const ended = await this.database.transaction(endSome);
      if (!ended) return { ...view(client), revoked_sessions };
      revoked_sessions += ended;
    }
  }

  #checkAlive({ id, revoked_at }: OAuthClient): void {
    if (revoked_at) throw notFound(`There is no oauth client ${id}.`);
  }

  #checkScopes(scopes: string[]): void {
    const own = currentContext().credential;
    const missing = own && scopes.find((scope) => !own.scopes.has(scope as Scope));
    if (missing) throw forbidden(`The client may request the scope ${missing}, which you do not have.`);
  }

  async #end(id: string): Promise<OAuthClient> {
    const client = await this.store.get(id, { lock: true });
    if (client.revoked_at) return client;
    await this.sessions.credentials.forget(id);
    return this.store.update(client, { revoked_at: this.clock.iso() }, { as: 'revoked' });
  }
}

const newSecret = () => `wsc_${randomBytes(32).toString('base64url')}`;

/** Includes the revision, for the ETag. */
const shown = (client: OAuthClient) => ({ ...client, client_id: client.id });

function view({ id, name, redirect_uris, scopes, type, metadata_url, created_at }: OAuthClient): OAuthClientView {
  return { client_id: id, name, redirect_uris, scopes, type, metadata_url, created_at };
}
