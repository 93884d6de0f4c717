import { Injectable } from '@nestjs/common';
import { Clock, Database, type Language, newId, notFrozen } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';

/** Password reset requests, not bound to a workspace. Raw SQL, because they are leased work. */
@Injectable()
export class LinkRequestRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(email: string, language: Language): Promise<void> {
    await this.database.execute(
      'insert into link_requests (id, email, language, next_attempt_at, created_at) values ($1, $2, $3, $4, $4)',
      [newId('lrq'), email, language, this.clock.iso()],
    );
  }

  /** The users of an address who may choose a password, in all workspaces that are not frozen. */
  usersOf(email: string): Promise<Pick<User, 'workspace_id' | 'id'>[]> {
    return this.database.read<Pick<User, 'workspace_id' | 'id'>>(
      `select workspace_id, id from users where lower(email) = lower($1) and status in ('active', 'pending')
          and ${notFrozen()} order by workspace_id`,
      [email],
    );
  }
}
