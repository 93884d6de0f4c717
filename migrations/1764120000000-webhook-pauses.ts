import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookPauses1764120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When a webhook was paused. An event that happened in between is not for it, whenever it is dispatched.
      create table webhook_pauses (
        workspace_id text not null,
        webhook_id text not null,
        began_at timestamptz(3) not null,
        -- Null while it lasts.
        ended_at timestamptz(3),
        primary key (workspace_id, webhook_id, began_at),
        foreign key (workspace_id, webhook_id) references webhooks(workspace_id, id) on delete cascade
      );
      create index webhook_pauses_ended on webhook_pauses (ended_at) where ended_at is not null;
      insert into webhook_pauses (workspace_id, webhook_id, began_at)
        select workspace_id, id, updated_at from webhooks where status = 'paused';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_pauses');
  }
}
