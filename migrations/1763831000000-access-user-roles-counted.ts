import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessUserRolesCounted1763831000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table user_roles in share row exclusive mode;
      create trigger user_roles_added after insert on user_roles referencing new table as added
        for each statement execute function count_record('access.user_role', 'role');
      create trigger user_roles_removed after delete on user_roles referencing old table as removed
        for each statement execute function count_record('access.user_role', 'role');
      insert into record_counts (workspace_id, resource, dims, n)
        select workspace_id, 'access.user_role', jsonb_build_object('role', role), count(*) from user_roles group by 1, 3;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger user_roles_removed on user_roles;
      drop trigger user_roles_added on user_roles;
      delete from record_counts where resource = 'access.user_role';
    `);
  }
}
