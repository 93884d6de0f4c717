import type { MigrationInterface, QueryRunner } from 'typeorm';

/** References to deleted users are leased work: a failed attempt delays one deletion only and is shown to operators. */
export class DeletedUsersLeased1764303000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table deleted_users add column attempts integer not null default 0, add column error text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table deleted_users drop column attempts, drop column error');
  }
}
