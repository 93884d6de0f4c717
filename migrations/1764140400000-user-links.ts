import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A user may have several links at a time, so that nobody voids the link of another by asking for one. */
export class UserLinks1764140400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table user_links
        drop constraint user_links_pkey,
        add primary key (workspace_id, user_id, token_hash);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from user_links l using user_links newer
       where newer.workspace_id = l.workspace_id and newer.user_id = l.user_id
         and (newer.created_at, newer.token_hash) > (l.created_at, l.token_hash);
      alter table user_links
        drop constraint user_links_pkey,
        add primary key (workspace_id, user_id);
    `);
  }
}
