import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProjectTemplates1763814004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table project_templates (
        workspace_id text not null,
        id text not null,
        name text not null,
        description text not null,
        default_duration_days integer,
        members jsonb not null,
        tasks jsonb not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index project_templates_created on project_templates (workspace_id, created_at, id);
      create index project_templates_updated on project_templates (workspace_id, updated_at, id);
      create index project_templates_name on project_templates (workspace_id, name, id);
      create index project_templates_maker on project_templates (workspace_id, created_by);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table project_templates');
  }
}
