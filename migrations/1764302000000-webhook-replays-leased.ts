import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replays are leased work: a worker claims one, and an attempt that fails is shown to operators. */
export class WebhookReplaysLeased1764302000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_replays
        add column lease_until timestamptz(3),
        add column attempts integer not null default 0,
        add column error text;
      create index webhook_replays_due on webhook_replays (coalesce(lease_until, created_at)) where status = 'running';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index webhook_replays_due;
      alter table webhook_replays drop column lease_until, drop column attempts, drop column error;
    `);
  }
}
