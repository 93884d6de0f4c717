import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessScim1763700000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What identity providers call users and groups, and the parts of a user's name.
      alter table users add external_id text, add given_name text, add family_name text;
      alter table groups add external_id text;
      create unique index users_external_id on users (workspace_id, external_id) where external_id is not null;
      create unique index groups_external_id on groups (workspace_id, external_id) where external_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table groups drop external_id;
      alter table users drop external_id, drop given_name, drop family_name;
    `);
  }
}
