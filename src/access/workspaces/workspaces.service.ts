import { Injectable } from '@nestjs/common';
import {
  allScopes,
  asSystem,
  currentContext,
  Database,
  InjectStore,
  newId,
  type ResourceStore,
  Seeds,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { OWNER } from '../roles/roles.js';
import { User } from '../users/user.entity.js';
import { FIRST_OWNER, FIRST_WORKSPACE } from './first-owner.js';
import { TOGETHER_SECONDS } from './first-sign-in.js';
import type { WorkspaceSummary } from './workspace.dto.js';
import { type NamedWorkspace, WorkspaceRepository } from './workspace.repository.js';

const FIRST_KEY = 'First key';

export interface NewWorkspace {
  workspace: NamedWorkspace;
  owner: { id: string; email: string };
  api_key: string;
}

/** Makes workspaces: for the first start and the command line, never over HTTP. */
@Injectable()
export class Workspaces {
  constructor(
    private readonly database: Database,
    private readonly repository: WorkspaceRepository,
    private readonly keys: ApiKeysService,
    private readonly seeds: Seeds,
    calendar: WorkspaceCalendar,
    @InjectStore(User) private readonly users: ResourceStore<User>,
    @InjectStore(ApiKey) private readonly apiKeys: ResourceStore<ApiKey>,
  ) {
    calendar.answers((id) => this.find(id));
  }

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
        await this.repository.lockFirst();
        const existing = await this.repository.first();
        if (!existing) return this.#create(FIRST_WORKSPACE, FIRST_OWNER, token, true);
        return token ? null : this.#replaceFirstKey(existing, alone);
      }),
    );
  }

  /** The workspace with its settings, or null. */
  find(id: string): Promise<WorkspaceSummary | null> {
    return this.repository.find(id);
  }

  async #replaceFirstKey(workspace: NamedWorkspace, alone: boolean): Promise<NewWorkspace | null> {
    currentContext().workspaceId = workspace.id;
    const which = { alone, seconds: TOGETHER_SECONDS };
    const unused = await this.repository.unusedKey(workspace.id, FIRST_KEY, which);
    if (!unused) return null;
    const key = await this.apiKeys.get(unused.id, { lock: true });
    await this.keys.revoke(key);
    const { name, scopes, expires_at, created_by, operator } = key;
    const { key: api_key } = await this.keys.mint({ name, scopes, expires_at, created_by, operator });
    return { workspace, owner: { id: unused.owner_id, email: unused.email }, api_key };
  }

  async #create(name: string, ownerEmail: string, token?: string, operator = false): Promise<NewWorkspace> {
    const { workspaceId: id } = currentContext();
    await this.repository.add({ id, name });
    const facts = {
      email: ownerEmail,
      display_name: ownerEmail.split('@')[0]!,
      status: 'active',
      roles: [OWNER],
      operator,
    };
    // Without events: the workspace is new, so there are no subscribers.
    const owner = await this.users.create({ ...facts, password_hash: null }, { as: 'seeded' });
    const scopes = allScopes();
    const { key } = await this.keys.mint(
      { name: FIRST_KEY, scopes, expires_at: null, created_by: owner.id, operator },
      token,
      'seeded',
    );
    await this.seeds.sow();
    return { workspace: { id, name }, owner: { id: owner.id, email: ownerEmail }, api_key: key };
  }
}
