import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests for a link are leased work. */
export class AccessLinkRequests1764300600000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table link_requests
        add column attempts integer not null default 0,
        -- When a worker may take it: at once, after a failed attempt, or where the worker that has it died.
        add column next_attempt_at timestamptz(3) default now(),
        add column error text;
      create index link_requests_due on link_requests (next_attempt_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop index link_requests_due;
      alter table link_requests drop column attempts, drop column next_attempt_at, drop column error;
    `);
  }
}
