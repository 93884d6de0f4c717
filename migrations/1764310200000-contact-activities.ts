import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Activities of contacts, and those that a merge has moved. */
export class ContactActivities1764310200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sales_contact_activities (
        workspace_id text not null,
        id text not null,
        contact_id text not null,
        type text not null,
        note text not null,
        mentions text[] not null,
        occurred_at timestamptz(3) not null,
        search tsvector generated always as (search_vector(note)) stored,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, contact_id) references sales_contacts(workspace_id, id) on delete cascade
      );
      create index sales_contact_activities_contact on sales_contact_activities (workspace_id, contact_id, occurred_at, id);
      create index sales_contact_activities_created_by on sales_contact_activities (workspace_id, created_by);
      create index sales_contact_activities_search on sales_contact_activities using gin (workspace_id,
        search) with (gin_pending_list_limit = 512);
      alter table sales_contact_merges add column activity_ids text[] not null default '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table sales_contact_activities; alter table sales_contact_merges drop column activity_ids;',
    );
  }
}
