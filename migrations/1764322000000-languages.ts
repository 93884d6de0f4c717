import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Languages of people and workspaces, and of candidates as far as their browser said one. */
export class Languages1764322000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workspace_settings add column language text not null default 'en';
      alter table users add column language text;
      alter table applications add column language text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table applications drop column language;
      alter table users drop column language;
      alter table workspace_settings drop column language;
    `);
  }
}
