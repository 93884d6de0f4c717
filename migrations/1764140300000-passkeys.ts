import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys of users, and challenges that have been answered. */
export class Passkeys1764140300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table factors
        -- Of a passkey: its id, its public key (COSE, base64url) and how often it had signed at its last use.
        add column credential_id text,
        add column public_key text,
        add column counter bigint,
        add column transports text[];
      -- A passkey names itself before its workspace is known.
      create unique index factors_credential on factors (credential_id) where credential_id is not null;

      create table used_challenges (
        workspace_id text not null,
        -- SHA-256 of the challenge, in hex.
        hash text not null,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, hash),
        foreign key (workspace_id) references workspaces(id)
      );
      create index used_challenges_end on used_challenges (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table used_challenges;
      delete from factors where type = 'passkey';
      drop index factors_credential;
      alter table factors drop column credential_id, drop column public_key, drop column counter, drop column transports;
    `);
  }
}
