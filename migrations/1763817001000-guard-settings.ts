import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardSettings1763817001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table guard_settings (
        workspace_id text not null,
        id text not null,
        audit_retention_days integer not null,
        audit_retention_effective_at timestamptz(3),
        audit_retention_until_then integer,
        alert_retention_days integer not null,
        checkpoint_email text,
        updated_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index guard_settings_workspace on guard_settings (workspace_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table guard_settings');
  }
}
