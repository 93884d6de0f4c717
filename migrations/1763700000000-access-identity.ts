import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessIdentity1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add password_hash text;
      create index users_created on users (workspace_id, created_at, id);
      create index users_email_anywhere on users (lower(email));

      create table groups (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        description text not null,
        roles text[] not null,
        -- Kept by whoever adds and removes members, in the same transaction.
        member_count integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index groups_name on groups (workspace_id, lower(name));
      create index groups_created on groups (workspace_id, created_at, id);

      create table group_members (
        workspace_id text not null,
        group_id text not null,
        user_id text not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, group_id, user_id),
        foreign key (workspace_id, group_id) references groups on delete cascade,
        foreign key (workspace_id, user_id) references users on delete cascade
      );
      create index group_members_user on group_members (workspace_id, user_id);

      create table sessions (
        workspace_id text not null references workspaces,
        id text not null,
        user_id text not null,
        auth_method text not null,
        -- The OAuth client, for grants.
        client_id text,
        -- SHA-256 of the cookie, in hex, for sessions of a browser.
        cookie_hash text,
        ip_address text,
        user_agent text,
        last_active_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        -- When it was revoked; what merely expires has only expires_at.
        revoked_at timestamptz(3),
        reason text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, user_id) references users on delete cascade
      );
      create unique index sessions_cookie on sessions (cookie_hash) where cookie_hash is not null;
      create index sessions_created on sessions (workspace_id, created_at, id);
      create index sessions_user on sessions (workspace_id, user_id, created_at, id);
      create index sessions_client on sessions (workspace_id, client_id) where client_id is not null;
      create index sessions_end on sessions ((coalesce(revoked_at, expires_at)));

      create table access_tokens (
        workspace_id text not null,
        -- SHA-256 of the token, in hex.
        hash text not null,
        session_id text not null,
        scopes text[] not null,
        -- What the authorization server keeps with it.
        payload jsonb not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, hash),
        foreign key (workspace_id, session_id) references sessions on delete cascade
      );
      create unique index access_tokens_hash on access_tokens (hash);
      create index access_tokens_session on access_tokens (workspace_id, session_id);
      create index access_tokens_end on access_tokens (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table access_tokens, sessions, group_members, groups;
      drop index users_created, users_email_anywhere;
      alter table users drop password_hash;
    `);
  }
}
