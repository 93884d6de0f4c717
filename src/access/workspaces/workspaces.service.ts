import { Injectable } from '@nestjs/common';
import {
  asSystem,
  Clock,
  currentContext,
  Database,
  InjectStore,
  newId,
  type ResourceStore,
  SCOPES,
  Seeds,
} from '../../platform/index.js';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { OWNER } from '../roles/roles.js';
import { User } from '../users/user.entity.js';
import { FIRST_OWNER } from './first-owner.js';
import { TOGETHER_SECONDS } from './first-sign-in.js';

const FIRST_KEY = 'First key';

export interface NewWorkspace {
  workspace: { id: string; name: string };
  owner: { id: string; email: string };
  api_key: string;
}

/** Makes workspaces: for the first start and the command line, never over HTTP. */
@Injectable()
export class Workspaces {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: ApiKeysService,
    private readonly seeds: Seeds,
    @InjectStore(User) private readonly users: ResourceStore<User>,
    @InjectStore(ApiKey) private readonly apiKeys: ResourceStore<ApiKey>,
  ) {}

  /** A workspace with its owner and an API key that has every scope. `token` sets the key's value. */
  create(name: string, ownerEmail: string, token?: string): Promise<NewWorkspace> {
    return asSystem(newId('ws'), () => this.database.transaction(() => this.#create(name, ownerEmail, token)));
  }

  /**
   * Makes the first workspace of an empty database, whose owner and key are operators. Where there is one, and no request has
   * come with its first key, a new key replaces it, because the start that made it may not have printed it (D-RUN-3). Null
   * where there is nothing to print. `alone`: there is no other process that could have just printed the key.
   */
  createFirst(token?: string, { alone = false } = {}): Promise<NewWorkspace | null> {
    return asSystem(newId('ws'), () =>
      this.database.transaction(async () => {
        await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.first-workspace'))`);
        const sql = 'select id, name from workspaces order by created_at, id limit 1';
        const [existing] = await this.database.read<NewWorkspace['workspace']>(sql);
        if (!existing) return this.#create('Default', FIRST_OWNER, token, true);
        return token ? null : this.#replaceFirstKey(existing, alone);
      }),
    );
  }

  /** The workspace, or null. */
  async find(id: string): Promise<NewWorkspace['workspace'] | null> {
    const sql = 'select id, name from workspaces where id = $1';
    const [found] = await this.database.lookup<NewWorkspace['workspace']>(sql, [id]);
    return found ?? null;
  }

  async #replaceFirstKey(workspace: NewWorkspace['workspace'], alone: boolean): Promise<NewWorkspace | null> {
    currentContext().workspaceId = workspace.id;
    // The last use is written every five seconds; changes are in the audit trail at once.
    const [unused] = await this.database.read<{ id: string; owner_id: string; email: string }>(
      `select k.id, u.id as owner_id, u.email
         from api_keys k join users u on u.workspace_id = k.workspace_id and u.id = k.created_by
        where k.workspace_id = $1 and k.name = $2 and k.operator and k.revoked_at is null and k.rotated_at is null
          and k.last_used_at is null and ($3 or k.created_at <= $4)
          and not exists (select from audit_entries a where a.workspace_id = k.workspace_id and a.actor_id = k.id)
        order by k.created_at, k.id limit 1`,
      [workspace.id, FIRST_KEY, alone, this.clock.iso(-TOGETHER_SECONDS)],
    );
    if (!unused) return null;
    const key = await this.apiKeys.get(unused.id, { lock: true });
    await this.keys.revoke(key);
    const { name, scopes, expires_at, created_by, operator } = key;
    const { key: api_key } = await this.keys.mint({ name, scopes, expires_at, created_by, operator });
    return { workspace, owner: { id: unused.owner_id, email: unused.email }, api_key };
  }

  async #create(name: string, ownerEmail: string, token?: string, operator = false): Promise<NewWorkspace> {
    const { workspaceId: id } = currentContext();
    await this.database.write('insert into workspaces (id, name, created_at) values ($1, $2, $3)', [
      id,
      name,
      this.clock.iso(),
    ]);
    const facts = {
      email: ownerEmail,
      display_name: ownerEmail.split('@')[0]!,
      status: 'active',
      roles: [OWNER],
      operator,
    };
    // Not told as an event: the workspace begins with its owner, and nobody can have been listening.
    const owner = await this.users.create({ ...facts, password_hash: null }, { as: 'seeded' });
    const scopes = Object.keys(SCOPES);
    const { key } = await this.keys.mint(
      { name: FIRST_KEY, scopes, expires_at: null, created_by: owner.id, operator },
      token,
    );
    await this.seeds.sow();
    return { workspace: { id, name }, owner: { id: owner.id, email: ownerEmail }, api_key: key };
  }
}
