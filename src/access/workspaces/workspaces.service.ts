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
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { OWNER } from '../roles/roles.js';
import { User } from '../users/user.entity.js';
import { FIRST_OWNER } from './first-owner.js';

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
  ) {}

  /** A workspace with its owner and an API key that has every scope. `token` sets the key's value. */
  create(name: string, ownerEmail: string, token?: string): Promise<NewWorkspace> {
    return asSystem(newId('ws'), () => this.database.transaction(() => this.#create(name, ownerEmail, token)));
  }

  /** Makes the first workspace of an empty database, whose owner and key are operators; null where there is one. Safe with several processes starting. */
  createFirst(token?: string): Promise<NewWorkspace | null> {
    return asSystem(newId('ws'), () =>
      this.database.transaction(async () => {
        await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.first-workspace'))`);
        const [existing] = await this.database.read('select id from workspaces limit 1');
        return existing ? null : this.#create('Default', FIRST_OWNER, token, true);
      }),
    );
  }

  /** The workspace, or null. */
  async find(id: string): Promise<NewWorkspace['workspace'] | null> {
    const sql = 'select id, name from workspaces where id = $1';
    const [found] = await this.database.lookup<NewWorkspace['workspace']>(sql, [id]);
    return found ?? null;
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
      { name: 'First key', scopes, expires_at: null, created_by: owner.id, operator },
      token,
    );
    await this.seeds.sow();
    return { workspace: { id, name }, owner: { id: owner.id, email: ownerEmail }, api_key: key };
  }
}
