import { Injectable } from '@nestjs/common';
import {
  productScopes,
  type App,
  Clock,
  type Credential,
  Database,
  expandScopes,
  hashOf,
  Notifications,
  NotifiedCache,
  refusalOf as refusal,
  type Scope,
  UserDirectory,
} from '../../platform/index.js';
import { SESSIONS_CHANNEL } from '../sessions/sessions.service.js';
import { principalsOf } from '../users/user-credential.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeyRepository, type StoredKey } from './api-key.repository.js';

/** Cache of API key credentials. */
@Injectable()
export class ApiKeyCache {
  readonly #cache: NotifiedCache<Credential>;

  constructor(
    private readonly keys: ApiKeyRepository,
    database: Database,
    notifications: Notifications,
    private readonly clock: Clock,
    directory: UserDirectory,
  ) {
    directory.answersKeys(({ id, scopes }) => this.withId(id, scopes));
    this.#cache = new NotifiedCache(database, notifications, clock, 'suite_api_keys', [SESSIONS_CHANNEL]);
  }

  /** The credential of a key, or null if there is no such key. */
  credentialOf(token: string): Promise<Credential | null> {
    const hash = hashOf(token);
    return this.#cache.get(hash, async () => {
      const key = await this.keys.withHash(hash);
      return key
        ? {
            value: toCredential(key),
            about: [key.id, key.created_by, key.workspace_id].concat(key.made_through ?? [], key.client_id ?? []),
          }
        : null;
    });
  }

  /** The credential of an active key by id, for background work on its behalf; else null. */
  async withId(id: string, scopes: readonly Scope[]): Promise<Credential | null> {
    const key = await this.keys.withId(id);
    const credential = key && toCredential(key);
    if (!credential || refusal(credential, this.clock.now())) return null;
    return { ...credential, scopes: new Set(scopes.filter((scope) => credential.scopes.has(scope))) };
  }

  /** Invalidates a key in every process when the current unit of work commits. */
  forget({ id }: Pick<ApiKey, 'id'>): Promise<void> {
    return this.#cache.forget(id);
  }

  /** Invalidates all keys of a creator, whose status they depend on. */
  forgetMadeBy(userId: string): Promise<void> {
    return this.#cache.forget(userId);
  }
}

function toCredential(key: StoredKey): Credential {
  const scopes = expandScopes(key.scopes);
  // A key has access to the whole workspace within its scopes.
  const reaches = (app: App) => scopes.has(`${app}:read`) || scopes.has(`${app}:write`);
  return {
    kind: 'api_key',
    id: key.id,
    workspace_id: key.workspace_id,
    actor: { type: 'api_key', id: key.id, email: null },
    user_id: key.created_by,
    basis: key.id,
    principals: [`api_key:${key.id}`, ...principalsOf({ ...key, id: key.created_by }, key.client_id)],
    app: key.client_id === null ? null : { client_id: key.client_id, grant_id: key.made_through! },
    scopes,
    isAdmin: reaches,
    isEditor: reaches,
    isOwner: productScopes().every((scope) => scopes.has(scope)),
    isOperator: key.operator,
    proven_at: null,
    refusal: refusalOf(key),
    expires_at: key.expires_at ? Date.parse(key.expires_at) : null,
  };
}

function refusalOf({ revoked_at, maker, orphaned }: StoredKey): string | null {
  if (revoked_at) return 'The API key has been revoked.';
  if (orphaned) return 'The access with which the API key was made has ended.';
  if (maker === null) return 'The user who created the API key has been deleted.';
  return maker === 'suspended' ? 'The user who created the API key is suspended.' : null;
}
