import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The inbox of each person, its settings, and mail about it that is due. */
export class Inbox1764310100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table inbox_items (
        workspace_id text not null,
        id text not null,
        user_id text not null,
        kind text not null,
        event text,
        record_type text not null,
        -- The record of the newest event, and the first records that the item stands for.
        record_id text not null,
        record_ids text[] not null,
        -- The type of the part of the record that the item is about, or empty.
        part_type text not null,
        part_id text,
        actor_id text,
        count integer not null,
        -- Tells items apart: there is one of a source for each person.
        source text not null,
        -- False for items that are for a mail alone.
        shown boolean not null,
        -- The mail that the item waits for.
        mail text,
        read_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index inbox_items_source on inbox_items (workspace_id, user_id, source);
      create index inbox_items_updated on inbox_items (workspace_id, user_id, updated_at, id);
      create index inbox_items_kind on inbox_items (workspace_id, user_id, kind, updated_at, id);
      create index inbox_items_unread on inbox_items (workspace_id, user_id, updated_at, id) where read_at is null;
      create index inbox_items_mail on inbox_items (workspace_id, user_id, mail) where mail is not null;
      create index inbox_items_record on inbox_items (workspace_id, record_id);
      create index inbox_items_actor on inbox_items (workspace_id, actor_id);
      create index inbox_items_old on inbox_items using brin (updated_at);
      create table inbox_settings (
        workspace_id text not null,
        user_id text not null,
        kinds jsonb not null,
        mail_hour integer not null,
        primary key (workspace_id, user_id),
        foreign key (workspace_id) references workspaces(id)
      );
      create table inbox_mails (
        workspace_id text not null,
        user_id text not null,
        mode text not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3),
        error text,
        created_at timestamptz(3) not null,
        primary key (workspace_id, user_id, mode),
        foreign key (workspace_id) references workspaces(id)
      );
      create index inbox_mails_due on inbox_mails (next_attempt_at) where next_attempt_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox_mails; drop table inbox_settings; drop table inbox_items;');
  }
}
