import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that people look into by name, which had no words yet. A workspace has few rows of each. */
const TABLES = ['api_keys', 'identity_providers', 'sales_pipelines', 'careers_pipelines', 'project_templates'];

export class MoreSearch1764140700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`
        alter table ${table} add column search tsvector generated always as (search_vector(name)) stored;
        create index ${table}_search on ${table} using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} drop column search`);
  }
}
