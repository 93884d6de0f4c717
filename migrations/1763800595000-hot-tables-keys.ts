import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that many requests add to. */
const HOT = ['files', 'sheets', 'sessions'];

export class HotTablesKeys1763800595000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // As of documents: a record's workspace is that of a credential, which refers to it.
    for (const table of HOT) {
      await runner.query(`alter table ${table} drop constraint ${table}_workspace_id_fkey`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of HOT) {
      await runner.query(
        `alter table ${table} add constraint ${table}_workspace_id_fkey foreign key (workspace_id) references workspaces`,
      );
    }
  }
}
