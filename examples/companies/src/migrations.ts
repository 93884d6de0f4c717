import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Companies1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table companies (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        domain text,
        city text,
        owner_id text not null,
        status text not null,
        merged_into_id text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        search tsvector generated always as (search_vector(name, domain, city)) stored,
        primary key (workspace_id, id)
      );
      create unique index companies_domain on companies (workspace_id, domain);
      create index companies_created on companies (workspace_id, created_at, id) include (deleted_at);
      create index companies_updated on companies (workspace_id, updated_at, id) include (deleted_at);
      create index companies_name on companies (workspace_id, name, id) include (deleted_at);
      create index companies_status on companies (workspace_id, status, created_at, id) include (deleted_at);
      create index companies_owner on companies (workspace_id, owner_id, created_at, id) include (deleted_at);
      create index companies_into on companies (workspace_id, merged_into_id) where merged_into_id is not null;
      create index companies_purge on companies (purge_at) where purge_at is not null;
      create index companies_search on companies using gin (workspace_id, search);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table companies');
  }
}

export class CompaniesMemberships1795000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table companies_memberships (
        workspace_id text not null references workspaces,
        id text not null,
        company_id text not null,
        contact_id text not null,
        position text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index companies_memberships_once on companies_memberships (workspace_id, company_id, contact_id);
      create index companies_memberships_created on companies_memberships (workspace_id, created_at, id);
      create index companies_memberships_updated on companies_memberships (workspace_id, updated_at, id);
      create index companies_memberships_company on companies_memberships (workspace_id, company_id, created_at, id);
      create index companies_memberships_contact on companies_memberships (workspace_id, contact_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table companies_memberships');
  }
}

export class CompaniesMerges1795000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table companies_merges (
        workspace_id text not null references workspaces,
        id text not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3),
        error text,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index companies_merges_due on companies_merges (next_attempt_at) where next_attempt_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table companies_merges');
  }
}
