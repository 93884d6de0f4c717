import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookReplaysOfAll1763843000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The replays of a workspace, whichever webhooks they are of.
      create index webhook_replays_all on webhook_replays (workspace_id, created_at, id);
      create index webhook_replays_all_status on webhook_replays (workspace_id, status, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index webhook_replays_all_status;
      drop index webhook_replays_all;
    `);
  }
}
