import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refresh token that is used again within 10 seconds gets the same answer, while nobody has used what it gave. */
export class AccessRefreshAgain1763800200100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What a refresh token gave, encrypted, for as long as it may be asked for again.
      alter table oauth_artifacts add column answer text;
      create index oauth_artifacts_answered on oauth_artifacts (consumed_at) where answer is not null;
      -- When a request came with it for the first time.
      alter table access_tokens add column used_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table access_tokens drop column used_at;
      drop index oauth_artifacts_answered;
      alter table oauth_artifacts drop column answer;
    `);
  }
}
