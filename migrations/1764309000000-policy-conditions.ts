import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conditions of policies. */
export class PolicyConditions1764309000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table policies add column "when" jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table policies drop column "when"');
  }
}
