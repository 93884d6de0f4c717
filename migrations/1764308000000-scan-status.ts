import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the virus scan says of a file is a field of its record. A scanned file from before this cannot be told from others. */
export class ScanStatus1764308000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table files add column scan_status text not null default 'skipped';
      alter table application_attachments add column scan_status text;
      update application_attachments set scan_status = 'skipped' where blob_key is not null;
      update files f set scan_status = s.status from file_scans s
        where s.workspace_id = f.workspace_id and s.resource_type = 'office.file' and s.resource_id = f.id;
      update application_attachments a set scan_status = s.status from file_scans s
        where s.workspace_id = a.workspace_id and s.resource_type = 'careers.attachment' and s.resource_id = a.id;
      create index files_scan on files (workspace_id, scan_status, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index files_scan;
      alter table files drop column scan_status;
      alter table application_attachments drop column scan_status;
    `);
  }
}
