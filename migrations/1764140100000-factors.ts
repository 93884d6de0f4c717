import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors of users, their recovery codes, and forms of a sign-in that have been used up. */
export class Factors1764140100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table factors (
        workspace_id text not null,
        id text not null,
        user_id text not null,
        type text not null,
        name text not null,
        -- Of a TOTP factor: the shared secret, encrypted, and the last time step of which a code was accepted.
        secret text,
        last_step bigint,
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      );
      create index factors_user on factors (workspace_id, user_id, created_at, id);
      create index factors_created on factors (workspace_id, created_at, id);
      create unique index factors_totp on factors (workspace_id, user_id) where type = 'totp';

      create table recovery_codes (
        workspace_id text not null,
        user_id text not null,
        -- SHA-256 of the code, in hex.
        hash text not null,
        primary key (workspace_id, user_id, hash),
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recovery_codes, factors');
  }
}
