import type { MigrationInterface, QueryRunner } from 'typeorm';
import { IN_WORKSPACE } from './schema/in-workspace.ts';
import { SEARCH_VECTOR } from './schema/search-vector.ts';

export class Access1764000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${IN_WORKSPACE}
      ${SEARCH_VECTOR}

      create table users (
        workspace_id text not null,
        id text not null,
        email text not null,
        display_name text not null,
        status text not null,
        roles text[] not null,
        password_hash text,
        external_id text,
        given_name text,
        family_name text,
        -- Whether they may look after the background work of the deployment. Only the command line sets it.
        operator boolean not null default false,
        search tsvector generated always as (search_vector(display_name, email)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index users_email on users (workspace_id, lower(email));
      create index users_created on users (workspace_id, created_at, id);
      create index users_email_anywhere on users (lower(email));
      create index users_updated on users (workspace_id, updated_at, id);
      create index users_email_order on users (workspace_id, email, id);
      create index users_name_order on users (workspace_id, display_name, id);
      create index users_status on users (workspace_id, status, created_at, id);
      create index users_name_prefix on users (workspace_id, lower(display_name) text_pattern_ops);
      create index users_owners on users (workspace_id) where roles @> '{workspace:owner}';
      create unique index users_external_id on users (workspace_id, external_id) where external_id is not null;
      create index users_search on users using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create index users_roles on users using gin (in_workspace(workspace_id, roles)) where roles <> '{}';

      -- Users who were deleted a short time ago. Their names may still stand in records.
      create table deleted_users (
        workspace_id text not null,
        user_id text not null,
        deleted_at timestamptz(3) not null,
        -- The next search of records that name them.
        look_at timestamptz(3) not null,
        primary key (workspace_id, user_id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index deleted_users_look on deleted_users (look_at);

      create table groups (
        workspace_id text not null,
        id text not null,
        name text not null,
        description text not null,
        roles text[] not null,
        member_count integer not null,
        external_id text,
        search tsvector generated always as (search_vector(name)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index groups_name on groups (workspace_id, lower(name));
      create index groups_created on groups (workspace_id, created_at, id);
      create unique index groups_external_id on groups (workspace_id, external_id) where external_id is not null;
      create index groups_updated on groups (workspace_id, updated_at, id);
      create index groups_name_order on groups (workspace_id, name, id);
      create index groups_size on groups (workspace_id, member_count, id);
      create index groups_search on groups using gin (workspace_id, search) with (gin_pending_list_limit = 512);

      create table group_members (
        workspace_id text not null,
        group_id text not null,
        user_id text not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, group_id, user_id),
        foreign key (workspace_id, group_id) references groups(workspace_id, id) on delete cascade,
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      );
      create index group_members_user on group_members (workspace_id, user_id);

      -- One link of a kind per user: a new link replaces the older one.
      create table user_links (
        workspace_id text not null,
        user_id text not null,
        kind text not null,
        -- SHA-256 of the token, in hex.
        token_hash text not null,
        -- The address it was sent to. The link is void once the user has another address.
        email text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, user_id),
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      );
      create unique index user_links_token on user_links (token_hash);
      create index user_links_end on user_links (expires_at);

      -- Requests for a password reset link. The user is looked up after the answer, so the answer does not tell whether one
      -- exists.
      create table link_requests (
        id text not null,
        email text not null,
        created_at timestamptz(3) not null,
        primary key (id)
      );

      create table api_keys (
        workspace_id text not null,
        id text not null,
        name text not null,
        scopes text[] not null,
        hash text not null,
        key_prefix text not null,
        last_four text not null,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        -- Set when a rotation gave it a last day; until then its status is "expiring".
        rotated_at timestamptz(3),
        -- The expiry before a rotation shortened it.
        planned_end timestamptz(3),
        rotated_from text,
        last_used_at timestamptz(3),
        last_used_ip text,
        operator boolean not null default false,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index api_keys_hash on api_keys (hash);
      create index api_keys_created on api_keys (workspace_id, created_at, id);
      create index api_keys_created_by on api_keys (workspace_id, created_by);
      create index api_keys_updated on api_keys (workspace_id, updated_at, id);
      create index api_keys_name on api_keys (workspace_id, name, id);

      create table oauth_clients (
        workspace_id text not null,
        id text not null,
        name text not null,
        type text not null,
        -- SHA-256 of the secret, in hex; null for public clients.
        secret_hash text,
        redirect_uris text[] not null,
        scopes text[] not null,
        revoked_at timestamptz(3),
        -- The secret before the last rotation, and until when it is accepted.
        previous_secret_hash text,
        previous_secret_expires_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      -- A request names its client before its workspace is known.
      create unique index oauth_clients_id on oauth_clients (id);
      create index oauth_clients_created on oauth_clients (workspace_id, created_at, id);

      create table sessions (
        workspace_id text not null,
        id text not null,
        user_id text not null,
        auth_method text not null,
        -- The OAuth client of a grant.
        client_id text,
        -- SHA-256 of the cookie of a browser session, in hex.
        cookie_hash text,
        ip_address text,
        user_agent text,
        last_active_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        -- Null for a session that merely expires.
        revoked_at timestamptz(3),
        reason text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      );
      create unique index sessions_cookie on sessions (cookie_hash) where cookie_hash is not null;
      create index sessions_created on sessions (workspace_id, created_at, id);
      create index sessions_user on sessions (workspace_id, user_id, created_at, id);
      create index sessions_client on sessions (workspace_id, client_id) where client_id is not null;
      create index sessions_end on sessions (coalesce(revoked_at, expires_at));
      create index sessions_active_order on sessions (workspace_id, last_active_at, id);
      create index sessions_end_order on sessions (workspace_id, expires_at, id);
      create index sessions_open on sessions (workspace_id, expires_at) where revoked_at is null;
      create index sessions_revoked on sessions (workspace_id, created_at, id) where revoked_at is not null;
      create index sessions_end_day on sessions (workspace_id, ((expires_at at time zone 'UTC')::date), created_at, id)
        where revoked_at is null;

      create table access_tokens (
        workspace_id text not null,
        -- SHA-256 of the token, in hex.
        hash text not null,
        session_id text not null,
        scopes text[] not null,
        payload jsonb not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        -- The first request with the token.
        used_at timestamptz(3),
        primary key (workspace_id, hash),
        foreign key (workspace_id, session_id) references sessions(workspace_id, id) on delete cascade
      );
      create unique index access_tokens_hash on access_tokens (hash);
      create index access_tokens_session on access_tokens (workspace_id, session_id);
      create index access_tokens_end on access_tokens (expires_at);

      -- Authorization codes, refresh tokens and interactions of the OAuth server.
      create table oauth_artifacts (
        workspace_id text not null,
        -- SHA-256 of the code, the refresh token or the id of the interaction, in hex.
        hash text not null,
        model text not null,
        -- The grant of a code or refresh token.
        session_id text,
        payload jsonb not null,
        consumed_at timestamptz(3),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        -- The answer that a refresh token gave, encrypted, while it may be asked for again.
        answer text,
        primary key (workspace_id, hash),
        foreign key (workspace_id) references workspaces(id),
        foreign key (workspace_id, session_id) references sessions(workspace_id, id) on delete cascade
      );
      create unique index oauth_artifacts_hash on oauth_artifacts (hash);
      create index oauth_artifacts_session on oauth_artifacts (workspace_id, session_id) where session_id is not null;
      create index oauth_artifacts_end on oauth_artifacts (expires_at);
      create index oauth_artifacts_answered on oauth_artifacts (consumed_at) where answer is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table oauth_artifacts, access_tokens, sessions, oauth_clients, api_keys, link_requests, user_links,
        group_members, groups, deleted_users, users;
      drop function in_workspace, search_vector;
    `);
  }
}
