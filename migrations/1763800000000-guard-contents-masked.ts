import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contents of documents, which entries of the audit trail showed until now, become digests with their length. */
export class GuardContentsMasked1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function pg_temp.digest_of(value jsonb) returns jsonb language sql immutable as $$
        select case when jsonb_typeof(value) <> 'string' then value else jsonb_build_object(
          'sha256', encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex'),
          'length', length(value #>> '{}')) end
      $$;
      update audit_entries set changes = jsonb_set(changes, '{content}', jsonb_build_object(
          'from', pg_temp.digest_of(changes #> '{content,from}'), 'to', pg_temp.digest_of(changes #> '{content,to}')))
        where resource_type = 'office.document' and changes ? 'content';
      drop function pg_temp.digest_of;
    `);
  }

  /** A digest does not tell what it was made of. */
  async down(): Promise<void> {}
}
