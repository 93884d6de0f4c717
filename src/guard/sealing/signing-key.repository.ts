import { Injectable } from '@nestjs/common';
import { contextIfAny, Database, ABANDONED } from '../../platform/index.js';

/** A pair of keys, both halves encrypted; of a retired one only the public half is left. */
export interface StoredKey {
  id: number;
  private_key: string | null;
  public_key: string;
  created_at: string;
  retired_at: string | null;
}

/** The keys of the deployment, and those that came with imported workspaces. As SQL, because most belong to no workspace. */
@Injectable()
export class SigningKeyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Those of the deployment and of the workspace of the context, the current one first, without those that were given up together
   * with the key of the deployment that encrypted them.
   */
  all(): Promise<StoredKey[]> {
    return this.database.read<StoredKey>(
      `select id, private_key, public_key, created_at, retired_at from audit_keys
        where public_key <> '${ABANDONED}' and (imported_workspace_id is null or imported_workspace_id = $1)
        order by retired_at is not null, id desc`,
      [contextIfAny()?.workspaceId ?? ''],
    );
  }

  /** Adds the public half of a key of another deployment, for the trail of one workspace. */
  async adopt(
    workspaceId: string,
    { public_key, created_at, retired_at }: Omit<StoredKey, 'id' | 'private_key'>,
  ): Promise<void> {
    await this.database.write(
      'insert into audit_keys (imported_workspace_id, public_key, created_at, retired_at) values ($1, $2, $3, $4)',
      [workspaceId, public_key, created_at, retired_at],
    );
  }

  /** Retires the current key and adds the next one. Answers its id. */
  async replace({ private_key, public_key, created_at }: Omit<StoredKey, 'id' | 'retired_at'>): Promise<number> {
    await this.database.write('update audit_keys set private_key = null, retired_at = $1 where retired_at is null', [
      created_at,
    ]);
    const [row] = await this.database.write<{ id: number }>(
      'insert into audit_keys (private_key, public_key, created_at) values ($1, $2, $3) returning id',
      [private_key, public_key, created_at],
    );
    return row!.id;
  }

  /** Nobody else replaces the key until the unit of work ends. */
  async lock(): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.audit-keys'))`);
  }
}
