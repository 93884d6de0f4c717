import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LinkRequestLanguages1764321000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Of the mail: that of the browser that asked.
      alter table link_requests add column language text not null default 'en';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table link_requests drop column language');
  }
}
