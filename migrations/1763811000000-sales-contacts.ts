import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'sales.contact', 'status', 'owner_id', 'deleted=deleted_at is not null', 'tags', 'prefixes=contact_prefixes(search)'`;

export class SalesContacts1763811000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Both read the column "search": the words of a contact, each behind a blank.
      create function contact_words(workspace text, search text) returns tsvector language sql immutable parallel safe
      return array_to_tsvector(in_workspace(workspace, string_to_array(ltrim(search), ' ')));
      -- The beginnings of its words by which contacts are counted. Long ones, and those with more than three characters
      -- from the first digit on, tell few contacts apart, so that they can be counted one by one.
      create function contact_prefixes(search text) returns text[] language sql immutable parallel safe
      return array(
        select distinct left(word, n) from unnest(string_to_array(ltrim(search), ' ')) word,
          generate_series(1, least(length(word), 12, length(substring(word from '^[^0-9]*')) + 3)) n
        order by 1
      );

      create table sales_contacts (
        workspace_id text not null,
        id text not null,
        display_name text,
        email text,
        organization_name text,
        phone text,
        custom_fields jsonb not null,
        owner_id text,
        tags text[] not null,
        external_id text,
        status text not null,
        merged_into_id text,
        search text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create unique index sales_contacts_external_id on sales_contacts (workspace_id, external_id)
        where external_id is not null and deleted_at is null;
      create index sales_contacts_created on sales_contacts (workspace_id, status, created_at, id);
      create index sales_contacts_updated on sales_contacts (workspace_id, status, updated_at, id);
      create index sales_contacts_name on sales_contacts (workspace_id, status, coalesce(display_name, ''), id);
      create index sales_contacts_owner on sales_contacts (workspace_id, owner_id, created_at, id);
      create index sales_contacts_email on sales_contacts (workspace_id, lower(email), created_at, id)
        where email is not null;
      create index sales_contacts_merged on sales_contacts (workspace_id, merged_into_id) where merged_into_id is not null;
      create index sales_contacts_tags on sales_contacts using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create statistics sales_contacts_tags_often on (in_workspace(workspace_id, tags)) from sales_contacts;
      create index sales_contacts_words on sales_contacts using gin (contact_words(workspace_id, search));
      create index sales_contacts_purge on sales_contacts (purge_at) where purge_at is not null;

      create trigger sales_contacts_added after insert on sales_contacts referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger sales_contacts_removed after delete on sales_contacts referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger sales_contacts_changed after update on sales_contacts for each row
        when ((old.status, old.owner_id, old.tags, old.search, old.deleted_at is null)
          is distinct from (new.status, new.owner_id, new.tags, new.search, new.deleted_at is null))
        execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sales_contacts;
      drop function contact_words, contact_prefixes;
      delete from record_counts where resource = 'sales.contact';
    `);
  }
}
