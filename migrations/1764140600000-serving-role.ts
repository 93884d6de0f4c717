import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTION = 'ensure_partitions(text, timestamptz, timestamptz)';

/** Partitions are made as the owner of the tables, also for a role that cannot change the schema. */
export class ServingRole1764140600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter function ${FUNCTION} security definer set search_path = public, pg_temp`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter function ${FUNCTION} security invoker reset search_path`);
  }
}
