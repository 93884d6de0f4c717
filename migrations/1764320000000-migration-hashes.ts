import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MigrationHashes1764320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table migration_hashes (
        -- Where the migration stands: migrations, or that of an extension, stock_migrations.
        table_name text not null,
        name text not null,
        -- Of its text when it ran.
        hash text not null,
        primary key (table_name, name)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table migration_hashes');
  }
}
