import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The OAuth client through which a user acted. Entries and events from before have none, so their rows stay as they are. */
export class ActorVia1764203000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table audit_entries add column client_id text, add column client_name text;
      alter table outbox add column client_id text, add column client_name text;
      alter table events add column client_id text, add column client_name text;
      create index audit_entries_client on audit_entries (workspace_id, client_id, timestamp, id)
        where client_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table audit_entries drop column client_id, drop column client_name;
      alter table outbox drop column client_id, drop column client_name;
      alter table events drop column client_id, drop column client_name;
    `);
  }
}
