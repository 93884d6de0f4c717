import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhooksLease1763800300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The lease of the worker that alone sends to the webhook, and until when nobody else may take it. A worker that died
      -- lets this time pass; one that ended its lease leaves null, or the pause that the receiver's rate asks for.
      alter table webhooks rename column turn to lease;
      alter table webhooks rename column turn_until to leased_until;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhooks rename column lease to turn;
      alter table webhooks rename column leased_until to turn_until;
    `);
  }
}
