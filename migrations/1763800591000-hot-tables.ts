import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HotTables1763800591000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A record's workspace is that of a credential, which refers to it. To look it up once more for each is work and a
      -- lock on one row that all requests of a workspace share.
      alter table documents drop constraint documents_workspace_id_fkey;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table documents add constraint documents_workspace_id_fkey foreign key (workspace_id) references workspaces;
    `);
  }
}
