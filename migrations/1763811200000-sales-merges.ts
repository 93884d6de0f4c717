import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SalesMerges1763811200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sales_contact_merges (
        workspace_id text not null,
        id bigint generated always as identity,
        primary_id text not null,
        duplicate_id text not null,
        before jsonb not null,
        after jsonb not null,
        deals jsonb not null,
        earlier_ids text[] not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, primary_id) references sales_contacts on delete cascade,
        foreign key (workspace_id, duplicate_id) references sales_contacts on delete cascade
      );
      create index sales_contact_merges_primary on sales_contact_merges (workspace_id, primary_id);
      create index sales_contact_merges_duplicate on sales_contact_merges (workspace_id, duplicate_id);

      -- Deals that name a contact forget it when it is removed for good, by whatever removes it. Their ETag changes with that.
      create function sales_contact_removed() returns trigger language plpgsql as $$
      begin
        update sales_deals set contact_ids = array_remove(contact_ids, old.id), revision = revision + 1
          where workspace_id = old.workspace_id and contact_ids <> '{}'
            and in_workspace(workspace_id, contact_ids) @> array[old.workspace_id || ' ' || old.id];
        return null;
      end $$;
      create trigger sales_contacts_unlinked after delete on sales_contacts for each row
        execute function sales_contact_removed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger sales_contacts_unlinked on sales_contacts;
      drop function sales_contact_removed;
      drop table sales_contact_merges;
    `);
  }
}
