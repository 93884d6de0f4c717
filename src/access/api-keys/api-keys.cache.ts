import { Injectable } from '@nestjs/common';
import { currentContext } from '../../platform/context/request-context.js';
import { Database } from '../../platform/database/database.js';
import { Notifications } from '../../platform/database/notifications.js';
import { type App, type Credential, expandScopes } from '../../platform/security/credential.js';
import { ApiKey } from './api-key.entity.js';
import { hashOf } from './api-key.token.js';

const CHANNEL = 'suite_api_keys';
const MAX_CACHED = 50_000;

type StoredKey = Pick<ApiKey, 'workspace_id' | 'id' | 'scopes' | 'created_by' | 'expires_at' | 'revoked_at'>;

/**
 * Credentials by the hash of their key. A change of a key is told to every process by PostgreSQL with the commit of the
 * change; a process that cannot hear asks the database every time.
 */
@Injectable()
export class ApiKeyCache {
  readonly #byHash = new Map<string, Credential>();
  readonly #hashes = new Map<string, string>();
  /** Grows with everything that is forgotten, so that an answer older than that is not kept. */
  #forgotten = 0;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {
    notifications.on(CHANNEL, (id) => this.#drop(id));
    notifications.onLive(() => this.#clear());
  }

  /** The credential behind a key, or null where there is no such key. */
  async credentialOf(token: string): Promise<Credential | null> {
    const hash = hashOf(token);
    const known = this.notifications.live ? this.#byHash.get(hash) : undefined;
    if (known) return known;
    const forgotten = this.#forgotten;
    const { rows } = await this.database.execute<StoredKey>(
      'select workspace_id, id, scopes, created_by, expires_at, revoked_at from api_keys where hash = $1',
      [hash],
    );
    const credential = rows[0] ? toCredential(rows[0]) : null;
    if (credential && this.notifications.live && forgotten === this.#forgotten) {
      if (this.#byHash.size >= MAX_CACHED) this.#clear();
      this.#byHash.set(hash, credential);
      this.#hashes.set(credential.id, hash);
    }
    return credential;
  }

  /** Makes every process forget a key when the running unit of work commits. */
  async forget({ id }: Pick<ApiKey, 'id'>): Promise<void> {
    await this.database.query('select pg_notify($1, $2)', [CHANNEL, id]);
    currentContext().unitOfWork?.afterCommit(() => this.#drop(id));
  }

  #drop(id: string): void {
    this.#forgotten++;
    const hash = this.#hashes.get(id);
    if (hash) this.#byHash.delete(hash);
    this.#hashes.delete(id);
  }

  #clear(): void {
    this.#forgotten++;
    this.#byHash.clear();
    this.#hashes.clear();
  }
}

function toCredential(key: StoredKey): Credential {
  const scopes = expandScopes(key.scopes);
  // A key reaches the whole workspace within its scopes.
  const reaches = (app: App) => scopes.has(`${app}:read`) || scopes.has(`${app}:write`);
  return {
    kind: 'api_key',
    id: key.id,
    workspace_id: key.workspace_id,
    actor: { type: 'api_key', id: key.id, email: null },
    user_id: key.created_by,
    scopes,
    isAdmin: reaches,
    isEditor: reaches,
    refusal: key.revoked_at ? 'The API key has been revoked.' : null,
    expires_at: key.expires_at ? Date.parse(key.expires_at) : null,
  };
}
