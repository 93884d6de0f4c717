import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessApiKeys1763600001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        workspace_id text not null references workspaces,
        id text not null,
        email text not null,
        display_name text not null,
        status text not null,
        roles text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index users_email on users (workspace_id, lower(email));

      create table api_keys (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        scopes text[] not null,
        hash text not null,
        key_prefix text not null,
        last_four text not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        -- Set when a rotation gave it a last day: until then its status is "expiring".
        rotated_at timestamptz(3),
        -- The end it had before that.
        planned_end timestamptz(3),
        rotated_from text,
        last_used_at timestamptz(3),
        last_used_ip text,
        primary key (workspace_id, id)
      );
      create unique index api_keys_hash on api_keys (hash);
      create index api_keys_created on api_keys (workspace_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table api_keys, users;`);
  }
}
