import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity providers of workspaces, and the users that they know. */
export class IdentityProviders1764140200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table identity_providers (
        workspace_id text not null,
        id text not null,
        name text not null,
        issuer text not null,
        client_id text not null,
        -- Encrypted; null for a public client.
        client_secret text,
        domains text[] not null,
        status text not null,
        provisioning text not null,
        default_roles text[] not null,
        groups_claim text,
        group_map jsonb not null,
        enforced boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      -- A browser comes back to a provider before its workspace is known.
      create unique index identity_providers_id on identity_providers (id);
      create index identity_providers_created on identity_providers (workspace_id, created_at, id);
      create index identity_providers_domains on identity_providers using gin (domains) where status = 'active';

      create table identities (
        workspace_id text not null,
        provider_id text not null,
        -- The claim sub: what the provider knows the user by.
        subject text not null,
        user_id text not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, provider_id, subject),
        foreign key (workspace_id, provider_id) references identity_providers(workspace_id, id) on delete cascade,
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      );
      create unique index identities_user on identities (workspace_id, user_id, provider_id);

      alter table sessions
        -- The provider at which the session began, and the session there (claim sid).
        add column provider_id text,
        add column provider_session text;
      create index sessions_provider on sessions (workspace_id, provider_id) where provider_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index sessions_provider;
      alter table sessions drop column provider_id, drop column provider_session;
      drop table identities, identity_providers;
    `);
  }
}
