import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conditions of webhooks, by type of event. */
export class WebhookConditions1764305100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhooks add column "where" jsonb not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhooks drop column "where"');
  }
}
