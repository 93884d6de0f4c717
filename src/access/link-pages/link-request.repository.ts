import { Injectable } from '@nestjs/common';
import { Clock, Database, newId } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';

interface LinkRequest {
  id: string;
  email: string;
}

/** Queue of password reset requests, not bound to a workspace. Raw SQL, because it is a queue. */
@Injectable()
export class LinkRequestRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(email: string): Promise<void> {
    await this.database.execute('insert into link_requests (id, email, created_at) values ($1, $2, $3)', [
      newId('lrq'),
      email,
      this.clock.iso(),
    ]);
  }

  async any(): Promise<boolean> {
    const { count } = await this.database.execute('select 1 from link_requests limit 1');
    return count > 0;
  }

  /** Claims the oldest request (skip locked); null if there is none. Needs a unit of work. */
  async next(): Promise<LinkRequest | null> {
    const [request] = await this.database.write<LinkRequest>(
      'select id, email from link_requests order by id limit 1 for update skip locked',
    );
    return request ?? null;
  }

  /** Needs a unit of work. */
  async remove({ id }: LinkRequest): Promise<void> {
    await this.database.write('delete from link_requests where id = $1', [id]);
  }

  /** The users of an address who may choose a password, in all workspaces. */
  usersOf(email: string): Promise<Pick<User, 'workspace_id' | 'id'>[]> {
    return this.database.read<Pick<User, 'workspace_id' | 'id'>>(
      `select workspace_id, id from users where lower(email) = lower($1) and status in ('active', 'pending')
        order by workspace_id`,
      [email],
    );
  }
}
