import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EventsPrivate1763700003100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The user whom alone, beside admins of the app, the event may be told; empty: all who may read the app.
      alter table outbox add private_to text not null default '';
      alter table events add private_to text not null default '';

      -- The apps whose private events a webhook gets as well. Those that exist go on as they were.
      alter table webhooks add sees_private text[] not null default '{}';
      update webhooks set sees_private = apps;
      alter table webhooks alter sees_private drop default;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhooks drop sees_private;
      alter table events drop private_to;
      alter table outbox drop private_to;
    `);
  }
}
