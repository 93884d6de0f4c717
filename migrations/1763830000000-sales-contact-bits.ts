import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SalesContactBits1763830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- For each word that very many contacts are found by (or its beginning), which those are: a bit for each number, 8192 in
      -- a part. How many have several such words is then counted without reading any of them.
      create table sales_contact_bits (
        workspace_id text not null,
        word text not null,
        part integer not null,
        bits bit(8192) not null,
        primary key (workspace_id, word, part)
      );
      -- Contacts that are neither merged nor in the trash have a number, given when they are first added up.
      create table sales_contact_numbers (
        workspace_id text not null,
        number integer not null,
        contact_id text not null,
        primary key (workspace_id, number),
        unique (workspace_id, contact_id)
      );
      insert into sales_contact_numbers (workspace_id, number, contact_id)
        select workspace_id, row_number() over (partition by workspace_id order by created_at, id) - 1, id
        from sales_contacts where status = 'active' and deleted_at is null;

      -- What the bits do not know yet: words that a contact has from now on (n = 1), or no more (n = -1).
      create table sales_contact_changes (
        workspace_id text not null,
        id bigint generated always as identity,
        contact_id text not null,
        n smallint not null,
        search text not null,
        primary key (workspace_id, id)
      );
      alter table sales_contact_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
      create function note_contact_words() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into sales_contact_changes (workspace_id, contact_id, n, search)
            select workspace_id, id, 1, search from added where status = 'active' and deleted_at is null;
        elsif tg_op = 'DELETE' then
          insert into sales_contact_changes (workspace_id, contact_id, n, search)
            select workspace_id, id, -1, search from removed where status = 'active' and deleted_at is null;
        else
          insert into sales_contact_changes (workspace_id, contact_id, n, search)
            select old.workspace_id, old.id, -1, old.search where old.status = 'active' and old.deleted_at is null
            union all
            select new.workspace_id, new.id, 1, new.search where new.status = 'active' and new.deleted_at is null;
        end if;
        return null;
      end $$;
      create trigger sales_contacts_words_added after insert on sales_contacts referencing new table as added
        for each statement execute function note_contact_words();
      create trigger sales_contacts_words_removed after delete on sales_contacts referencing old table as removed
        for each statement execute function note_contact_words();
      create trigger sales_contacts_words_changed after update on sales_contacts for each row
        when ((old.status, old.search, old.deleted_at is null) is distinct from (new.status, new.search, new.deleted_at is null))
        execute function note_contact_words();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger sales_contacts_words_added on sales_contacts;
      drop trigger sales_contacts_words_removed on sales_contacts;
      drop trigger sales_contacts_words_changed on sales_contacts;
      drop function note_contact_words;
      drop table sales_contact_changes, sales_contact_numbers, sales_contact_bits;
    `);
  }
}
