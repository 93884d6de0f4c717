import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessPasswords1763700000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One a user, so that a newer link voids the older.
      create table user_links (
        workspace_id text not null,
        user_id text not null,
        kind text not null,
        -- SHA-256 of the token, in hex.
        token_hash text not null,
        -- Where it was sent: a link to an address that is no longer his is worth nothing.
        email text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, user_id),
        foreign key (workspace_id, user_id) references users on delete cascade
      );
      create unique index user_links_token on user_links (token_hash);
      create index user_links_end on user_links (expires_at);

      -- Addresses for which somebody has forgotten a password. Whose they are is looked up after the answer.
      create table link_requests (
        id text primary key,
        email text not null,
        created_at timestamptz(3) not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table link_requests, user_links');
  }
}
