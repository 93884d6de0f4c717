import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessSessionsExpired1763800621000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What has expired changes with the time. By the day of its end it does so as a whole, but for today.
      create index sessions_end_day on sessions (workspace_id, ((expires_at at time zone 'UTC')::date), created_at, id)
        where revoked_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index sessions_end_day');
  }
}
