import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What routes need that anybody may call: limits that hold over all processes, and mail that can be taken back. */
export class PlatformVisitors1763813000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Counts of a minute or so: worth no write-ahead log. Keys are hashes or ids, over all workspaces.
      create unlogged table rate_limits (
        key varchar(255) primary key,
        points integer not null,
        -- Milliseconds since 1970.
        expire bigint
      );
      create index rate_limits_expire on rate_limits (expire);

      -- The record that a message is about, where it may have to be taken back.
      alter table mails add column about text;
      create index mails_about on mails (workspace_id, about) where about is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table rate_limits;
      alter table mails drop column about;
    `);
  }
}
