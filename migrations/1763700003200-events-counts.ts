import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EventsCounts1763700003200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How many events of the log there are, in blocks of 10 000 sequence numbers. A block is counted once, when it is
      -- full: from then on nothing in it changes.
      create table event_counts (
        workspace_id text not null,
        block bigint not null,
        type text not null,
        private_to text not null,
        n integer not null,
        -- Of the whole block: when its first and its last event happened.
        first timestamptz(3) not null,
        last timestamptz(3) not null,
        primary key (workspace_id, block, type, private_to)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table event_counts;`);
  }
}
