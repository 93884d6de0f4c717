import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scopes that the document of an app has named, so that those it gains later are told from those an admin has taken (D-AGT-3). */
export class MetadataScopes1764211000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_clients add column metadata_scopes text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_clients drop column metadata_scopes');
  }
}
