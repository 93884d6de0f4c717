import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys end with the user who made them: those that went on as nobody's are revoked. */
export class AccessKeysOfDeletedUsers1763800200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update api_keys set revoked_at = now(), updated_at = now(), revision = revision + 1
       where created_by = 'usr_deleted' and revoked_at is null and (expires_at is null or expires_at > now())
    `);
  }

  async down(): Promise<void> {
    // What was revoked stays revoked.
  }
}
