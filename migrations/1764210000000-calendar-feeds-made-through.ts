import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The grant to an app with which a calendar feed was made, and ends (D-AGT-2). */
export class CalendarFeedsMadeThrough1764210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar_feeds add column made_through text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar_feeds drop column made_through');
  }
}
