import { Injectable } from '@nestjs/common';
import {
  productScopes,
  withExtensions,
  type Scope,
  appOf,
  asSystem,
  Clock,
  currentContext,
  Database,
  expandScopes,
  failure,
  forbidden,
  hashOf,
  InjectStore,
  invalidField,
  type Page,
  ResourceService,
  type ResourceStore,
  Settings,
  WorkspaceBounds,
} from '../../platform/index.js';
import { OWNER } from '../roles/roles.js';
import { type ApiKeyQuery, ApiKeyView, type CreateApiKey, type UpdateApiKey } from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';
import { ACTIVE_KEYS, ApiKeyRepository } from './api-key.repository.js';
import { apiKeys } from './api-key.resource.js';
import { newToken } from './api-key.token.js';
import { ApiKeyCache } from './api-keys.cache.js';

@Injectable()
export class ApiKeysService extends ResourceService<ApiKey> {
  constructor(
    @InjectStore(ApiKey) store: ResourceStore<ApiKey>,
    private readonly cache: ApiKeyCache,
    private readonly repository: ApiKeyRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly bounds: WorkspaceBounds,
  ) {
    super(store);
    bounds.counts('api_keys', ACTIVE_KEYS);
  }

  override async list(query: ApiKeyQuery): Promise<Page<object>> {
    const page = await this.store.page(query, ApiKeyView);
    return { ...page, data: page.data.map((key) => this.show(key as unknown as ApiKey)) };
  }

  override show(key: ApiKey): ApiKey & { status: string } {
    return { ...key, status: statusOf(key, this.clock.now()) };
  }

  /** A key created by a key expires with it, unless it expires earlier. */
  override async create({ name, scopes: asked, expires_at = endOfCaller() }: CreateApiKey) {
    const scopes = withExtensions(asked, mayGrant);
    this.#checkMayMake(scopes);
    this.#checkExpiry(expires_at);
    this.#checkOutlives(expires_at);
    return this.mint({ name, scopes, expires_at, created_by: currentContext().credential!.user_id });
  }

  /** Creates a key without permission checks: also for the command line and the first start. */
  async mint(
    facts: Pick<ApiKey, 'name' | 'scopes' | 'expires_at' | 'created_by'> &
      Partial<Pick<ApiKey, 'rotated_from' | 'operator'>>,
    token = newToken(this.settings.keyEnvironment, currentContext().workspaceId),
    as = 'created',
  ) {
    await this.bounds.refuseBeyond('api_keys');
    const key = await this.store.create(
      {
        ...facts,
        made_through: currentContext().credential?.app?.grant_id ?? null,
        hash: hashOf(token),
        key_prefix: token.slice(0, 15),
        last_four: token.slice(-4),
      },
      { as },
    );
    return { ...this.show(key), key: token };
  }

  override async update(key: ApiKey, { name, scopes: asked, expires_at }: UpdateApiKey) {
    this.#checkMayMake(key.scopes);
    const scopes = asked && withExtensions(asked, mayGrant);
    if (scopes) this.#checkMayMake(scopes);
    if (expires_at !== undefined) this.#checkExpiry(expires_at);
    this.#checkAlive(key);
    this.#checkOutlives(expires_at === undefined ? key.expires_at : expires_at);
    const updated = await this.store.update(key, { name, scopes, expires_at });
    await this.cache.forget(key);
    return updated;
  }

  /**
   * Rotation: a new key with the same name, scopes and expiry, created by the caller. The old one stays valid for the grace
   * period, at most until its own expiry.
   */
  async rotate(key: ApiKey, graceSeconds: number) {
    this.#checkMayMake(key.scopes);
    const { credential } = currentContext();
    if (key.operator && !credential!.isOperator)
      throw forbidden('The key belongs to an operator. Only an operator can manage it.');
    this.#checkAlive(key);
    const graceEnd = this.clock.iso(graceSeconds);
    const expires_at = key.expires_at && key.expires_at < graceEnd ? key.expires_at : graceEnd;
    // A second rotation keeps the original expiry.
    const planned_end = key.rotated_at ? key.planned_end : key.expires_at;
    this.#checkOutlives(planned_end);
    await this.store.update(key, { expires_at, planned_end, rotated_at: this.clock.iso() }, { as: 'rotated' });
    await this.cache.forget(key);
    const { name, scopes, operator } = key;
    return this.mint({
      name,
      scopes: withExtensions(scopes, mayGrant),
      operator,
      expires_at: planned_end,
      created_by: credential!.user_id,
      rotated_from: key.id,
    });
  }

  async revoke(key: ApiKey): Promise<void> {
    this.#checkScopes(key.scopes);
    if (!key.revoked_at) await this.#revoke(key);
  }

  /** Revokes at most `limit` keys of a deleted user. Returns their number. Needs a unit of work. */
  async revokeMadeBy(userId: string, limit: number): Promise<number> {
    const made = await this.repository.activeOf(userId, limit);
    for (const id of made) await this.#revoke(await this.store.get(id, { lock: true }));
    return made.length;
  }

  /** Revokes keys whose grant has ended. They are refused from that moment on; this records it (D-WH-11). */
  async revokeOrphaned(): Promise<void> {
    for (const { workspace_id, id } of await this.repository.orphans())
      await asSystem(workspace_id, () =>
        this.database.transaction(async () => {
          const key = await this.store.find(id, { lock: true });
          if (key && !key.revoked_at) await this.#revoke(key);
        }),
      );
  }

  async #revoke(key: ApiKey): Promise<void> {
    await this.store.update(key, { revoked_at: this.clock.iso() }, { as: 'revoked' });
    await this.cache.forget(key);
  }

  /**
   * Privilege check: a key may not have more rights than the caller. Within its scopes a key acts as admin, even if read-only,
   * and with all scopes as owner (D-ACC-6).
   */
  #checkMayMake(scopes: string[]): void {
    this.#checkScopes(scopes);
    const own = currentContext().credential;
    if (!own) return;
    const given = [...expandScopes(scopes)];
    const beyond = given.find((scope) => !own.isAdmin(appOf(scope)));
    if (beyond)
      throw forbidden(`A key with the scope ${beyond} acts as ${appOf(beyond)}:admin, a role that you do not have.`);
    if (productScopes().every((scope) => given.includes(scope)) && !own.isOwner)
      throw forbidden(`A key with every scope acts as ${OWNER}, a role that you do not have.`);
  }

  /** Revoking a key needs its scopes. */
  #checkScopes(scopes: string[]): void {
    const own = currentContext().credential;
    const missing = own && [...expandScopes(scopes)].find((scope) => !own.scopes.has(scope));
    if (missing) throw forbidden(`The key has the scope ${missing}, which you do not have.`);
  }

  #checkExpiry(expires_at: string | null): void {
    if (expires_at !== null && Date.parse(expires_at) <= this.clock.now()) {
      throw invalidField('expires_at', 'out_of_range', 'expires_at must be in the future.');
    }
  }

  /** A key may not outlive the key that creates or changes it (D-ACC-1). */
  #checkOutlives(expires_at: string | null): void {
    const end = endOfCaller();
    if (end !== null && (expires_at === null || Date.parse(expires_at) > Date.parse(end)))
      throw forbidden(`expires_at must not be later than the expiry of your credential, ${end}.`);
  }

  #checkAlive(key: ApiKey): void {
    if (['expired', 'revoked'].includes(statusOf(key, this.clock.now()))) throw failure(apiKeys, 'ended');
  }
}

/** Whether the caller may put a scope into a key. The command line may put all. */
const mayGrant = (scope: Scope): boolean => {
  const { credential } = currentContext();
  return !credential || (credential.scopes.has(scope) && credential.isAdmin(appOf(scope)));
};

/** Expiry of the calling key (ISO 8601); null if it has none, or for other credentials. */
function endOfCaller(): string | null {
  const { kind, expires_at = null } = currentContext().credential ?? {};
  return kind === 'api_key' && expires_at !== null ? new Date(expires_at).toISOString() : null;
}

/** The status of a key at a time (milliseconds since 1970). */
export function statusOf(key: Pick<ApiKey, 'revoked_at' | 'expires_at' | 'rotated_at'>, now: number): string {
  if (key.revoked_at) return 'revoked';
  if (key.expires_at && Date.parse(key.expires_at) <= now) return 'expired';
  return key.rotated_at && key.expires_at ? 'expiring' : 'active';
}
