import { Injectable } from '@nestjs/common';
import { contextIfAny, Database, ABANDONED } from '../../platform/index.js';

/** A key pair, both halves encrypted; a retired one has only its public half. */
export interface StoredKey {
  id: number;
  private_key: string | null;
  public_key: string;
  created_at: string;
  retired_at: string | null;
}

/** Keys of the deployment and of imported workspaces. Raw SQL, because most belong to no workspace. */
@Injectable()
export class SigningKeyRepository {
  constructor(private readonly database: Database) {}

  /** Keys of the deployment and of the current workspace, current first, without abandoned ones. */
  all(): Promise<StoredKey[]> {
    return this.database.read<StoredKey>(
      `select id, private_key, public_key, created_at, retired_at from audit_keys
        where public_key <> '${ABANDONED}' and (imported_workspace_id is null or imported_workspace_id = $1)
        order by retired_at is not null, id desc`,
      [contextIfAny()?.workspaceId ?? ''],
    );
  }

  /** Adds a public key of another deployment, for the imported trail of one workspace. */
  async adopt(
    workspaceId: string,
    { public_key, created_at, retired_at }: Omit<StoredKey, 'id' | 'private_key'>,
  ): Promise<void> {
    await this.database.write(
      'insert into audit_keys (imported_workspace_id, public_key, created_at, retired_at) values ($1, $2, $3, $4)',
      [workspaceId, public_key, created_at, retired_at],
    );
  }

  /** Retires the current key and inserts its successor. Returns its id. */
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

  /** Lock against concurrent rotation, until the end of the unit of work. */
  async lock(): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.audit-keys'))`);
  }
}
