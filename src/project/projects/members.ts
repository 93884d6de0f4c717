import { Injectable } from '@nestjs/common';
import { Clock, Database } from '../../platform/index.js';
import type { Project } from './project.entity.js';

export interface Member {
  user_id: string;
  role: string;
}

type Named = Pick<Project, 'workspace_id' | 'id'>;

/** The rows of `project_members`. When a user is deleted, theirs go with them. */
@Injectable()
export class Members {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All, or those of these users, in the order in which they joined. */
  of({ workspace_id, id }: Named, userIds: string[] | null = null): Promise<(Member & Record<string, string>)[]> {
    return this.database.read(
      `select user_id, role from project_members
        where workspace_id = $1 and project_id = $2 and ($3::text[] is null or user_id = any($3)) order by created_at, user_id`,
      [workspace_id, id, userIds],
    );
  }

  /** Adds members, or gives them another role. Answers how many there are then. */
  async put({ workspace_id, id }: Named, members: readonly Member[]): Promise<number> {
    await this.database.write(
      `with held as (
         select id from users where workspace_id = $1 and id = any($3) order by id for key share
       )
       insert into project_members (workspace_id, project_id, user_id, role, created_at)
       select $1, $2, user_id, role, $5 from unnest($3::text[], $4::text[]) as given (user_id, role) join held on id = user_id
       on conflict (workspace_id, project_id, user_id) do update set role = excluded.role`,
      [workspace_id, id, members.map(({ user_id }) => user_id), members.map(({ role }) => role), this.clock.iso()],
    );
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from project_members where workspace_id = $1 and project_id = $2',
      [workspace_id, id],
    );
    return row!.n;
  }

  /** Answers the role of the member that was removed. */
  async remove({ workspace_id, id }: Named, userId: string): Promise<string | undefined> {
    const [removed] = await this.database.write<{ role: string }>(
      'delete from project_members where workspace_id = $1 and project_id = $2 and user_id = $3 returning role',
      [workspace_id, id, userId],
    );
    return removed?.role;
  }

  async removeAll({ workspace_id, id }: Named): Promise<void> {
    await this.database.write('delete from project_members where workspace_id = $1 and project_id = $2', [
      workspace_id,
      id,
    ]);
  }
}
