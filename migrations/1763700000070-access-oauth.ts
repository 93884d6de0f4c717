import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessOauth1763700000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_clients (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        type text not null,
        -- SHA-256 of the secret, in hex; null for public clients.
        secret_hash text,
        redirect_uris text[] not null,
        scopes text[] not null,
        revoked_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      -- A request names its client before its workspace is known.
      create unique index oauth_clients_id on oauth_clients (id);
      create index oauth_clients_created on oauth_clients (workspace_id, created_at, id);

      create table oauth_artifacts (
        workspace_id text not null references workspaces,
        -- SHA-256, in hex, of the authorization code, the refresh token or the id of the interaction.
        hash text not null,
        model text not null,
        -- The grant, for codes and refresh tokens.
        session_id text,
        payload jsonb not null,
        consumed_at timestamptz(3),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, hash),
        foreign key (workspace_id, session_id) references sessions on delete cascade
      );
      create unique index oauth_artifacts_hash on oauth_artifacts (hash);
      create index oauth_artifacts_session on oauth_artifacts (workspace_id, session_id) where session_id is not null;
      create index oauth_artifacts_end on oauth_artifacts (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table oauth_artifacts, oauth_clients');
  }
}
