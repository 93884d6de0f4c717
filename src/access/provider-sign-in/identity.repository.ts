import { Injectable } from '@nestjs/common';
import { Clock, Database } from '../../platform/index.js';
import type { IdentityProvider } from '../identity-providers/identity-provider.entity.js';
import type { User } from '../users/user.entity.js';

type ProviderKey = Pick<IdentityProvider, 'workspace_id' | 'id'>;

/** Links from provider subjects (`sub`) to users. Raw SQL, because they are not API records. */
@Injectable()
export class IdentityRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The user linked to a subject, or null. Needs a unit of work. */
  async userOf({ workspace_id, id }: ProviderKey, subject: string): Promise<string | null> {
    const [found] = await this.database.write<{ user_id: string }>(
      'select user_id from identities where workspace_id = $1 and provider_id = $2 and subject = $3',
      [workspace_id, id, subject],
    );
    return found?.user_id ?? null;
  }

  /** The user of an address (case-insensitive), and whether the provider is linked already. Needs a unit of work. */
  async withAddress({ workspace_id, id }: ProviderKey, email: string): Promise<{ id: string; linked: boolean } | null> {
    const [found] = await this.database.write<{ id: string; linked: boolean }>(
      `select u.id, exists (select from identities i
                             where i.workspace_id = u.workspace_id and i.user_id = u.id and i.provider_id = $3) as linked
         from users u where u.workspace_id = $1 and lower(u.email) = lower($2)`,
      [workspace_id, email, id],
    );
    return found ?? null;
  }

  /** Needs a unit of work. */
  async add({ workspace_id, id }: ProviderKey, subject: string, userId: string): Promise<void> {
    await this.database.write(
      `insert into identities (workspace_id, provider_id, subject, user_id, created_at) values ($1, $2, $3, $4, $5)`,
      [workspace_id, id, subject, userId, this.clock.iso()],
    );
  }

  /** Serializes first sign-ins at this provider until the end of the transaction. Needs a unit of work. */
  async lockProvider({ workspace_id, id }: ProviderKey): Promise<void> {
    await this.database.write('select 1 from identity_providers where workspace_id = $1 and id = $2 for update', [
      workspace_id,
      id,
    ]);
  }

  /** The ids of the groups of a user. */
  async groupsOf({ workspace_id, id }: Pick<User, 'workspace_id' | 'id'>): Promise<Set<string>> {
    const mine = await this.database.read<{ group_id: string }>(
      'select group_id from group_members where workspace_id = $1 and user_id = $2',
      [workspace_id, id],
    );
    return new Set(mine.map(({ group_id }) => group_id));
  }
}
