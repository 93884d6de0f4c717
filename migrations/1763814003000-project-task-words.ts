import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProjectTaskWords1763814003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table tasks add words text[] not null default '{}';
      update tasks set words = array_remove(regexp_split_to_array(lower(title), '[^[:alnum:]]+'), '');
      alter table tasks alter words drop default;
      create index tasks_words on tasks using gin (array_to_tsvector(in_workspace(project_id, words)));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tasks drop words');
  }
}
