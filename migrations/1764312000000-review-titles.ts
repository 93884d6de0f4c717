import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a review is called in the inbox: the names of its policies. */
export class ReviewTitles1764312000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Reviews that wait already have no title: nobody was told of them in an inbox.
    await runner.query(`alter table reviews add column title text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews drop column title');
  }
}
