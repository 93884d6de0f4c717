import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules of a workspace for signing in, and sessions that end when they are idle. */
export class AccessSettings1764140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table access_settings (
        workspace_id text not null,
        id text not null,
        mfa text not null,
        password_sign_in text not null,
        session_idle_minutes integer not null,
        session_max_days integer not null,
        apps text not null,
        updated_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index access_settings_workspace on access_settings (workspace_id);

      alter table sessions
        -- How the user proved their identity, in the words of RFC 8176, and when they did it last.
        add column amr text[] not null default '{}',
        add column auth_time timestamptz(3),
        -- The latest end of a browser session: each use moves expires_at, up to this. Null for grants.
        add column max_expires_at timestamptz(3);
      update sessions set max_expires_at = expires_at, amr = '{pwd}', auth_time = created_at where client_id is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sessions drop column amr, drop column auth_time, drop column max_expires_at;
      drop table access_settings;
    `);
  }
}
