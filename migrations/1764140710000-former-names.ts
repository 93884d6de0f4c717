import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the records that had a name by the entries of the change that took it away. Few changes are of a name. */
export class FormerNames1764140710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index audit_entries_names on audit_entries using gin (
        workspace_id, search_vector(changes #>> '{title,from}', changes #>> '{name,from}')
      ) with (gin_pending_list_limit = 512) where changes ?| array['title', 'name'];
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit_entries_names');
  }
}
