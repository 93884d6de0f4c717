import { Injectable } from '@nestjs/common';
import { Clock, Database, hashOf, notFrozen } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';

/** A valid link, found by the hash of its token. */
interface StoredLink {
  workspace_id: string;
  user_id: string;
  /** The address that it was sent to. */
  email: string;
  workspace_name: string;
}

interface NewLink {
  user: User;
  kind: string;
  token: string;
  /** Seconds. */
  lifetime: number;
  /** Invalidate the other links of the user. */
  only: boolean;
}

/** Links of users. Raw SQL, because they are not API records. */
@Injectable()
export class UserLinkRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A valid link in any workspace. */
  async find(token: string, kind: string): Promise<StoredLink | null> {
    const [found] = await this.database.read<StoredLink>(
      `select l.workspace_id, l.user_id, l.email, w.name as workspace_name
         from user_links l join workspace_settings w on w.workspace_id = l.workspace_id
        where l.token_hash = $1 and l.kind = $2 and l.expires_at > $3`,
      [hashOf(token), kind, this.clock.iso()],
    );
    return found ?? null;
  }

  /** Inserts a link and returns the name of the workspace. Needs a unit of work. */
  async add({ user, kind, token, lifetime, only }: NewLink): Promise<string> {
    if (only) await this.removeOf(user);
    const [workspace] = await this.database.write<{ name: string }>(
      `with written as (
         insert into user_links (workspace_id, user_id, kind, token_hash, email, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7))
       select name from workspace_settings where workspace_id = $1`,
      [user.workspace_id, user.id, kind, hashOf(token), user.email, this.clock.iso(), this.clock.iso(lifetime)],
    );
    return workspace!.name;
  }

  /** Consumes a link of a locked user; false if it does not exist. Needs a unit of work. */
  async remove(token: string, { workspace_id, id, email }: User): Promise<boolean> {
    const removed = await this.database.write(
      'delete from user_links where workspace_id = $1 and user_id = $2 and token_hash = $3 and email = $4 returning 1',
      [workspace_id, id, hashOf(token), email],
    );
    return removed.length === 1;
  }

  /** Removes all links of a user. Needs a unit of work. */
  async removeOf({ workspace_id, id }: User): Promise<void> {
    await this.database.write('delete from user_links where workspace_id = $1 and user_id = $2', [workspace_id, id]);
  }

  /** Deletes expired links. Returns their number. */
  async removeExpired(): Promise<number> {
    const { count } = await this.database.execute(`delete from user_links where expires_at <= $1 and ${notFrozen()}`, [
      this.clock.iso(),
    ]);
    return count;
  }
}
