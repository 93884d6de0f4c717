import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, notFrozen } from '../../platform/index.js';
import { EFFECTIVE_ROLES, GROUPS } from '../users/user.repository.js';
import type { ApiKey } from './api-key.entity.js';

/** Counts the active keys of a workspace, for `WorkspaceBounds`. */
export const ACTIVE_KEYS = `
  select count(*) from api_keys
   where workspace_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`;

/** Orphaned keys per query. */
const MAX_ORPHANS = 500;

export type StoredKey = Pick<
  ApiKey,
  'workspace_id' | 'id' | 'scopes' | 'created_by' | 'made_through' | 'expires_at' | 'revoked_at' | 'operator'
> & {
  /** Whether the grant with which it was created, or its app, has ended. */
  orphaned: boolean;
  /** The OAuth client of that grant, or null. */
  client_id: string | null;
  /** Status of its creator; null if deleted. */
  maker: string | null;
  /** Effective roles of its creator. */
  effective_roles: string[];
  groups: string[];
};

/** The last use of a key. `at`: ISO 8601. */
export interface KeyUse {
  workspace_id: string;
  id: string;
  at: string;
  ip: string | null;
}

/** Select of keys with their creators. */
const STORED_KEY = `select k.workspace_id, k.id, k.scopes, k.created_by, k.made_through, least(k.expires_at, s.expires_at) as expires_at,
         k.revoked_at, k.operator, u.status as maker, ${EFFECTIVE_ROLES} as effective_roles, ${GROUPS} as groups,
         s.client_id, k.made_through is not null
           and (s.id is null or s.revoked_at is not null or c.revoked_at is not null) as orphaned
    from api_keys k left join users u on u.workspace_id = k.workspace_id and u.id = k.created_by
      left join sessions s on s.workspace_id = k.workspace_id and s.id = k.made_through
      left join oauth_clients c on c.workspace_id = s.workspace_id and c.id = s.client_id`;

/** Looks up keys for authentication. Raw SQL, because the workspace is not known yet and roles are joined. */
@Injectable()
export class ApiKeyRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A key by hash, active or not. */
  async withHash(hash: string): Promise<StoredKey | null> {
    const { rows } = await this.database.execute<StoredKey>(`${STORED_KEY} where k.hash = $1`, [hash]);
    return rows[0] ?? null;
  }

  /** A key of the workspace by id, active or not. */
  async withId(id: string): Promise<StoredKey | null> {
    const { workspaceId } = currentContext();
    const [key] = await this.database.read<StoredKey>(`${STORED_KEY} where k.workspace_id = $1 and k.id = $2`, [
      workspaceId,
      id,
    ]);
    return key ?? null;
  }

  /** Ids of active keys of a user, at most `limit`. */
  async activeOf(userId: string, limit: number): Promise<string[]> {
    const made = await this.database.read<Pick<ApiKey, 'id'>>(
      `select id from api_keys where workspace_id = $1 and created_by = $2 and revoked_at is null
          and (expires_at is null or expires_at > $3) order by id limit $4`,
      [currentContext().workspaceId, userId, this.clock.iso(), limit],
    );
    return made.map(({ id }) => id);
  }

  /** Keys of all workspaces that are not revoked although their grant has ended. */
  async orphans(): Promise<Pick<ApiKey, 'workspace_id' | 'id'>[]> {
    const { rows } = await this.database.execute<Pick<ApiKey, 'workspace_id' | 'id'>>(
      `select workspace_id, id from api_keys k where made_through is not null and revoked_at is null
          and not exists (select from sessions s where s.workspace_id = k.workspace_id and s.id = k.made_through
            and s.revoked_at is null and s.expires_at > $1)
          and ${notFrozen()} limit ${MAX_ORPHANS}`,
      [this.clock.iso()],
    );
    return rows;
  }

  /** Updates last uses, without a new revision. */
  async noteUses(uses: readonly KeyUse[]): Promise<void> {
    await this.database.execute(
      `update api_keys k set last_used_at = u.at, last_used_ip = u.ip
         from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as u (workspace_id, id, at, ip)
        where k.workspace_id = u.workspace_id and k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
      [
        uses.map(({ workspace_id }) => workspace_id),
        uses.map(({ id }) => id),
        uses.map(({ at }) => at),
        uses.map(({ ip }) => ip),
      ],
    );
  }
}
