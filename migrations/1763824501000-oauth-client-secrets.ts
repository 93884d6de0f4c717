import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OauthClientSecrets1763824501000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The secret before the last rotation, as a hash, and how long it still works.
      alter table oauth_clients add previous_secret_hash text, add previous_secret_expires_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_clients drop previous_secret_hash, drop previous_secret_expires_at');
  }
}
