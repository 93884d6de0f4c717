import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Apps that nobody registered are known by the address of their Client ID Metadata Document (D-AGT-3). */
export class ClientDocuments1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table oauth_clients add column metadata_url text;
      -- A request for tokens names the address before its workspace is known.
      create unique index oauth_clients_metadata_url on oauth_clients (metadata_url, workspace_id)
        where metadata_url is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from oauth_clients where metadata_url is not null;
      drop index oauth_clients_metadata_url;
      alter table oauth_clients drop column metadata_url`);
  }
}
