import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, hashOf } from '../../platform/index.js';
import type { IdentityProvider } from '../identity-providers/identity-provider.entity.js';
import type { User } from '../users/user.entity.js';

type ProviderKey = Pick<IdentityProvider, 'workspace_id' | 'id' | 'issuer'>;

/** Retention of used values; longer than answers and logout tokens are valid. */
const RETENTION_SECONDS = 3_600;

/** Links from issuers and their subjects (`sub`) to users. Raw SQL, because they are not API records. */
@Injectable()
export class IdentityRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The user linked to a subject, or null. Needs a unit of work. */
  async userOf({ workspace_id, id, issuer }: ProviderKey, subject: string): Promise<string | null> {
    const [found] = await this.database.write<{ user_id: string }>(
      'select user_id from identities where workspace_id = $1 and provider_id = $2 and issuer = $3 and subject = $4',
      [workspace_id, id, issuer, subject],
    );
    return found?.user_id ?? null;
  }

  /** The user of an address (case-insensitive), and whether the provider is linked already. Needs a unit of work. */
  async withAddress(
    { workspace_id, id, issuer }: ProviderKey,
    email: string,
  ): Promise<{ id: string; linked: boolean } | null> {
    const [found] = await this.database.write<{ id: string; linked: boolean }>(
      `select u.id, exists (select from identities i
                             where i.workspace_id = u.workspace_id and i.user_id = u.id and i.provider_id = $3
                               and i.issuer = $4) as linked
         from users u where u.workspace_id = $1 and lower(u.email) = lower($2)`,
      [workspace_id, email, id, issuer],
    );
    return found ?? null;
  }

  /** Needs a unit of work. */
  async add({ workspace_id, id, issuer }: ProviderKey, subject: string, userId: string): Promise<void> {
    await this.database.write(
      `insert into identities (workspace_id, provider_id, issuer, subject, user_id, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [workspace_id, id, issuer, subject, userId, this.clock.iso()],
    );
  }

  /** Consumes a value that works once in the current workspace. False if it was used before. Needs a unit of work. */
  async useOnce(value: string): Promise<boolean> {
    const used = await this.database.write(
      `insert into used_challenges (workspace_id, hash, expires_at) values ($1, $2, $3) on conflict do nothing returning 1`,
      [currentContext().workspaceId, hashOf(value), this.clock.iso(RETENTION_SECONDS)],
    );
    return used.length > 0;
  }

  /** Serializes first sign-ins at this provider until the end of the transaction. Needs a unit of work. */
  async lockProvider({ workspace_id, id }: Pick<ProviderKey, 'workspace_id' | 'id'>): Promise<void> {
    // Not its row: a session that begins holds that, after the user whom a first sign-in may still wait for.
    await this.database.write(
      `select pg_advisory_xact_lock(hashtextextended('first sign-in ' || $1 || ' ' || $2, 0))`,
      [workspace_id, id],
    );
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
