import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bytes that candidates have sent to a workspace are summed over this index (D-SEC-3). */
export class StoredAttachments1764130000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index application_attachments_stored on application_attachments (workspace_id, size_bytes)
        where blob_key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index application_attachments_stored');
  }
}
