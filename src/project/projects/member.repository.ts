import { Injectable } from '@nestjs/common';
import { Clock, Database, type Row } from '../../platform/index.js';
import type { Project } from './project.entity.js';

export interface Member {
  user_id: string;
  role: string;
  /** Hourly rate; null: that of the project. */
  hourly_rate: number | null;
}

type Named = Pick<Project, 'workspace_id' | 'id'>;

/** Members of projects. Rows of deleted users are deleted by cascade. */
@Injectable()
export class MemberRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Members in order of joining: all, or those of these users. */
  of({ workspace_id, id }: Named, userIds: string[] | null = null): Promise<(Member & Row)[]> {
    return this.database.read(
      `select user_id, role, hourly_rate::float8 as hourly_rate from project_members
        where workspace_id = $1 and project_id = $2 and ($3::text[] is null or user_id = any($3)) order by created_at, user_id`,
      [workspace_id, id, userIds],
    );
  }

  /** Upserts members with role and rate. Returns the number of members. */
  async put({ workspace_id, id }: Named, members: readonly Member[]): Promise<number> {
    await this.database.write(
      `with held as (
         select id from users where workspace_id = $1 and id = any($3) order by id for key share
       )
       insert into project_members (workspace_id, project_id, user_id, role, hourly_rate, created_at)
       select $1, $2, user_id, role, hourly_rate, $6
       from unnest($3::text[], $4::text[], $5::numeric[]) as given (user_id, role, hourly_rate) join held on id = user_id
       on conflict (workspace_id, project_id, user_id)
       do update set role = excluded.role, hourly_rate = excluded.hourly_rate`,
      [
        workspace_id,
        id,
        ...(['user_id', 'role', 'hourly_rate'] as const).map((name) => members.map((member) => member[name])),
        this.clock.iso(),
      ],
    );
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from project_members where workspace_id = $1 and project_id = $2',
      [workspace_id, id],
    );
    return row!.n;
  }

  async remove({ workspace_id, id }: Named, userId: string): Promise<void> {
    await this.database.write(
      'delete from project_members where workspace_id = $1 and project_id = $2 and user_id = $3',
      [workspace_id, id, userId],
    );
  }

  async removeAll({ workspace_id, id }: Named): Promise<void> {
    await this.database.write('delete from project_members where workspace_id = $1 and project_id = $2', [
      workspace_id,
      id,
    ]);
  }
}
