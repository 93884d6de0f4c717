import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Database } from '../../platform/database/database.js';
import { Clock } from '../../platform/database/clock.js';
import { isId } from '../../platform/fields/ids.js';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { hashOf } from '../../platform/security/hash.js';
import type { CreateOAuthClient, OAuthClientView } from './oauth-client.dto.js';
import { OAuthClient } from './oauth-client.entity.js';

/** Grants that end in one transaction. */
const BATCH = 200;

/** OAuth clients: registered by operators, never by themselves. */
@Injectable()
export class OAuthClientsService {
  constructor(
    @InjectStore(OAuthClient) private readonly store: ResourceStore<OAuthClient>,
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A new client; one that can keep a secret gets it here, and only here. Needs a unit of work. */
  async create({ name, type, redirect_uris, scopes }: CreateOAuthClient) {
    const secret = type === 'confidential' ? `wsc_${randomBytes(32).toString('base64url')}` : null;
    const client = await this.store.create({
      name,
      type,
      redirect_uris: [...new Set(redirect_uris)],
      scopes: [...new Set(scopes)],
      secret_hash: secret && hashOf(secret),
      revoked_at: null,
    });
    return { ...view(client), ...(secret !== null && { client_secret: secret }) };
  }

  /** The clients of the workspace that may be used, oldest first. */
  async list(): Promise<OAuthClientView[]> {
    const clients = await this.store
      .query('client')
      .andWhere('client.revoked_at is null')
      .orderBy('client.created_at')
      .addOrderBy('client.id')
      .getMany();
    return clients.map(view);
  }

  /** A client that may be used, of whichever workspace, or null. */
  async find(id: unknown): Promise<OAuthClient | null> {
    if (!isId('cli', id)) return null;
    const [client] = await this.database.lookup<OAuthClient>(
      `select workspace_id, id, name, type, secret_hash, redirect_uris, scopes
         from oauth_clients where id = $1 and revoked_at is null`,
      [id],
    );
    return client ?? null;
  }

  /**
   * Ends a client, whose tokens are void with that, and then all its grants. They may be very many, so each batch is a
   * transaction of its own: whoever is interrupted calls it again. Not to be called in a unit of work.
   */
  async revoke(id: string): Promise<OAuthClientView & { revoked_sessions: number }> {
    const client = await this.database.transaction(() => this.#end(id));
    const endSome = () => this.sessions.endAll({ client_id: id }, 'client_revoked', { limit: BATCH });
    let revoked_sessions = 0;
    for (;;) {
      const ended = await this.database.transaction(endSome);
      if (!ended) return { ...view(client), revoked_sessions };
      revoked_sessions += ended;
    }
  }

  async #end(id: string): Promise<OAuthClient> {
    const client = await this.store.get(id, { lock: true });
    if (client.revoked_at) return client;
    await this.sessions.credentials.forget(id);
    return this.store.update(client, { revoked_at: this.clock.iso() }, { as: 'revoked' });
  }
}

function view({ id, name, redirect_uris, scopes, type, created_at }: OAuthClient): OAuthClientView {
  return { client_id: id, name, redirect_uris, scopes, type, created_at };
}
