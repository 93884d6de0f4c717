import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';

type Owner = Pick<User, 'workspace_id' | 'id'>;

/** Hashes of recovery codes. Raw SQL, because they are not API records. */
@Injectable()
export class RecoveryCodeRepository {
  constructor(private readonly database: Database) {}

  /** Needs a unit of work. */
  async add({ workspace_id, id }: Owner, hashes: readonly string[]): Promise<void> {
    await this.database.write(
      'insert into recovery_codes (workspace_id, user_id, hash) select $1, $2, unnest($3::text[])',
      [workspace_id, id, hashes],
    );
  }

  async count({ workspace_id, id }: Owner): Promise<number> {
    const codes = await this.database.read('select 1 from recovery_codes where workspace_id = $1 and user_id = $2', [
      workspace_id,
      id,
    ]);
    return codes.length;
  }

  /** Consumes a code; false if it does not exist. Needs a unit of work. */
  async remove({ workspace_id, id }: Owner, hash: string): Promise<boolean> {
    const used = await this.database.write(
      'delete from recovery_codes where workspace_id = $1 and user_id = $2 and hash = $3 returning 1',
      [workspace_id, id, hash],
    );
    return used.length > 0;
  }

  /** Needs a unit of work. */
  async removeAll({ workspace_id, id }: Owner): Promise<void> {
    await this.database.write('delete from recovery_codes where workspace_id = $1 and user_id = $2', [
      workspace_id,
      id,
    ]);
  }
}
