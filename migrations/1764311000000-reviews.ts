import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Policies that ask for approvals, and the requests that wait for them. */
export class Reviews1764311000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table policies
        add column approvers jsonb not null default '[]',
        add column approvals integer not null default 1,
        add column expires_in_hours integer not null default 72;
      create table reviews (
        workspace_id text not null,
        id text not null,
        status text not null,
        method text not null,
        path text not null,
        policies text[] not null,
        needs jsonb not null,
        -- All approvers as principals: role:sales:admin.
        approvers text[] not null,
        requested_by text not null,
        requested_through text not null,
        holder jsonb not null,
        resource_ids text[] not null,
        seen jsonb not null,
        -- Encrypted.
        request text,
        preview text not null,
        fingerprint text not null,
        approved_by text[] not null,
        decided_by text,
        decided_at timestamptz(3),
        reason text,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index reviews_waiting on reviews (workspace_id, fingerprint) where status = 'pending';
      create index reviews_created on reviews (workspace_id, created_at, id);
      create index reviews_status on reviews (workspace_id, status, created_at, id);
      create index reviews_requested_by on reviews (workspace_id, requested_by, created_at, id);
      create index reviews_decided_by on reviews (workspace_id, decided_by) where decided_by is not null;
      create index reviews_resources on reviews using gin (workspace_id, resource_ids);
      create table review_expiries (
        workspace_id text not null references workspaces,
        id text not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3),
        error text,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index review_expiries_due on review_expiries (next_attempt_at) where next_attempt_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table review_expiries;
      drop table reviews;
      alter table policies drop column approvers, drop column approvals, drop column expires_in_hours;
    `);
  }
}
