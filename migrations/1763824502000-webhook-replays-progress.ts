import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookReplaysProgress1763824502000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How many events were handed on so far.
      alter table webhook_replays add handed_on integer not null default 0;
      create index webhook_replays_created on webhook_replays (workspace_id, webhook_id, created_at, id);
      create index webhook_replays_status on webhook_replays (workspace_id, webhook_id, status, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index webhook_replays_status;
      drop index webhook_replays_created;
      alter table webhook_replays drop handed_on;
    `);
  }
}
