import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Mails1763600003500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Messages on their way. One that was sent is gone from here; one that nobody will take stays for a while.
      create table mails (
        workspace_id text not null,
        id text not null,
        -- Who gets it, subject and text: encrypted with SECRETS_KEY, as links in it may open accounts.
        message text not null,
        attempts integer not null default 0,
        -- Null when nothing more is tried. A worker that takes a message moves this ahead; should it die, another one
        -- takes over then.
        next_attempt_at timestamptz(3),
        error text,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;
      create index mails_given_up on mails (created_at) where next_attempt_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table mails;`);
  }
}
