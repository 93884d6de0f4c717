import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'sales.contact', 'status', 'owner_id', 'deleted=deleted_at is not null', 'tags'`;
const PREFIXES = `'prefixes=contact_prefixes(search)'`;

const counting = (by: string, changed: string) => `
  drop trigger sales_contacts_added on sales_contacts;
  drop trigger sales_contacts_removed on sales_contacts;
  drop trigger sales_contacts_changed on sales_contacts;
  create trigger sales_contacts_added after insert on sales_contacts referencing new table as added
    for each statement execute function count_record(${by});
  create trigger sales_contacts_removed after delete on sales_contacts referencing old table as removed
    for each statement execute function count_record(${by});
  create trigger sales_contacts_changed after update on sales_contacts for each row
    when ((${changed.replaceAll('#', 'old')}) is distinct from (${changed.replaceAll('#', 'new')}))
    execute function count_record(${by});`;

/** The words are noted where one of these columns changes. */
const noting = (changed: string) => `
  drop trigger sales_contacts_words_changed on sales_contacts;
  create trigger sales_contacts_words_changed after update on sales_contacts for each row
    when ((${changed.replaceAll('#', 'old')}) is distinct from (${changed.replaceAll('#', 'new')}))
    execute function note_contact_words();`;

export class SalesContactWords1763840000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How many contacts have a word, or one that begins with it, and whether it is kept as bits. They were counted with the
      -- records before, in the transactions that write contacts.
      create table sales_contact_words (
        workspace_id text not null,
        word text not null,
        n integer not null,
        in_bits boolean not null default false,
        primary key (workspace_id, word)
      ) with (fillfactor = 80);
      create index sales_contact_words_in_bits on sales_contact_words (workspace_id, word) where in_bits;
      ${counting(COUNTED, '#.status, #.owner_id, #.tags, #.deleted_at is null')}
      delete from record_counts where resource = 'sales.contact' and kind like 'prefixes=%';
      update record_counts set dims = dims - 'prefixes' where resource = 'sales.contact' and kind = 'new';

      -- So many letters of a word are counted at most: long beginnings, and those with more than three characters from the first
      -- digit on, tell few contacts apart.
      create function counted_length(word text) returns integer language sql immutable parallel safe
      return least(length(word), 12, length(substring(word from '^[^0-9]*')) + 3);
      drop function contact_prefixes;

      -- What else lists of contacts are filtered by, as words that no text has: a contact's status ('any=': also in the trash),
      -- its owner and its tags.
      create function contact_keys(status text, deleted_at timestamptz, owner_id text, tags text[]) returns text[]
        language sql immutable parallel safe
      return array_remove(array['any=' || status, case when deleted_at is null then 'status=' || status end,
        'owner_id=' || owner_id], null) || array(select 'tag=' || tag from unnest(tags) tag);

      alter table sales_contact_changes add keys text[];
      create or replace function note_contact_words() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into sales_contact_changes (workspace_id, contact_id, n, search, keys)
            select workspace_id, id, 1, search, contact_keys(status, deleted_at, owner_id, tags) from added;
        elsif tg_op = 'DELETE' then
          insert into sales_contact_changes (workspace_id, contact_id, n, search, keys)
            select workspace_id, id, -1, search, contact_keys(status, deleted_at, owner_id, tags) from removed;
        else
          insert into sales_contact_changes (workspace_id, contact_id, n, search, keys) values
            (old.workspace_id, old.id, -1, old.search, contact_keys(old.status, old.deleted_at, old.owner_id, old.tags)),
            (new.workspace_id, new.id, 1, new.search, contact_keys(new.status, new.deleted_at, new.owner_id, new.tags));
        end if;
        return null;
      end $$;
      ${noting('#.status, #.search, #.owner_id, #.tags, #.deleted_at is null')}

      -- Every contact has a number from here on. A task adds them all up anew.
      truncate sales_contact_bits, sales_contact_numbers, sales_contact_changes;
      insert into sales_contact_changes (workspace_id, contact_id, n, search, keys)
        select workspace_id, id, 1, search, contact_keys(status, deleted_at, owner_id, tags) from sales_contacts
        order by workspace_id, created_at, id;
      alter table sales_contact_changes alter keys set not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function contact_prefixes(search text) returns text[] language sql immutable parallel safe
      return array(
        select distinct left(word, n) from unnest(string_to_array(ltrim(search), ' ')) word,
          generate_series(1, least(length(word), 12, length(substring(word from '^[^0-9]*')) + 3)) n
        order by 1
      );
      ${counting(`${COUNTED}, ${PREFIXES}`, '#.status, #.owner_id, #.tags, #.search, #.deleted_at is null')}
      insert into record_counts (workspace_id, resource, kind, dims, n)
        select workspace_id, 'sales.contact', 'prefixes=' || word,
          jsonb_build_object('status', status, 'deleted', deleted_at is not null, 'prefixes', array[word]), count(*)
        from sales_contacts, unnest(contact_prefixes(search)) word group by workspace_id, word, status, deleted_at is not null;

      create or replace function note_contact_words() returns trigger language plpgsql as $$
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
      ${noting('#.status, #.search, #.deleted_at is null')}
      truncate sales_contact_bits, sales_contact_numbers, sales_contact_changes;
      insert into sales_contact_numbers (workspace_id, number, contact_id)
        select workspace_id, row_number() over (partition by workspace_id order by created_at, id) - 1, id
        from sales_contacts where status = 'active' and deleted_at is null;
      alter table sales_contact_changes drop keys;
      drop function contact_keys, counted_length;
      drop table sales_contact_words;
    `);
  }
}
