import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'guard.policy', 'status', 'effect'`;

export class GuardPolicies1763816000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table policies (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        effect text not null,
        principals jsonb not null,
        resources jsonb not null,
        actions text[] not null,
        status text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index policies_created on policies (workspace_id, created_at, id);
      create index policies_active on policies (workspace_id, effect, created_at, id) where status = 'active';

      create trigger policies_added after insert on policies referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger policies_removed after delete on policies referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger policies_changed after update on policies for each row
        when ((old.status, old.effect) is distinct from (new.status, new.effect))
        execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table policies');
  }
}
