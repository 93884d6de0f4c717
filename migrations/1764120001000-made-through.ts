import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MadeThrough1764120001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The key, or the grant of a user to an OAuth client, with which it was made and ends.
      alter table webhooks add column made_through text;
      -- The grant of a user to an OAuth client with which it was made and ends.
      alter table api_keys add column made_through text;
      create index api_keys_made_through on api_keys (workspace_id, made_through)
        where made_through is not null and revoked_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_keys drop column made_through;
      alter table webhooks drop column made_through;
    `);
  }
}
