import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlatformTagStatistics1763800599000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A GIN index has no statistics of its expression. Without them PostgreSQL takes every tag for a rare one, and sorts
      -- all records of a frequent one where it could walk them by time.
      create statistics documents_tags_often on (in_workspace(workspace_id, tags)) from documents;
      create statistics files_tags_often on (in_workspace(workspace_id, tags)) from files;
      create statistics sheets_tags_often on (in_workspace(workspace_id, tags)) from sheets;
      create statistics users_roles_often on (in_workspace(workspace_id, roles)) from users;
      analyze documents, files, sheets, users;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop statistics users_roles_often, sheets_tags_often, files_tags_often, documents_tags_often');
  }
}
