import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessUsers1763700000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index users_updated on users (workspace_id, updated_at, id);
      create index users_email_order on users (workspace_id, email, id);
      create index users_name_order on users (workspace_id, display_name, id);
      create index users_status on users (workspace_id, status, created_at, id);
      create index users_email_prefix on users (workspace_id, lower(email) text_pattern_ops);
      create index users_name_prefix on users (workspace_id, lower(display_name) text_pattern_ops);
      create index users_owners on users (workspace_id) where roles @> '{workspace:owner}';

      create function count_user() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into record_counts (workspace_id, resource, dims, n)
            values (old.workspace_id, 'access.user', jsonb_build_object('status', old.status), -1);
        end if;
        if tg_op <> 'DELETE' then
          insert into record_counts (workspace_id, resource, dims, n)
            values (new.workspace_id, 'access.user', jsonb_build_object('status', new.status), 1);
        end if;
        return null;
      end $$;
      create trigger users_count after insert or delete on users for each row execute function count_user();
      create trigger users_recount after update on users for each row when (old.status is distinct from new.status)
        execute function count_user();
      insert into record_counts (workspace_id, resource, dims, n)
        select workspace_id, 'access.user', jsonb_build_object('status', status), count(*) from users
         group by workspace_id, status;

      -- Users who were deleted a short time ago, whose name may still stand in records.
      create table deleted_users (
        workspace_id text not null references workspaces,
        user_id text not null,
        deleted_at timestamptz(3) not null,
        -- When records are looked through next.
        look_at timestamptz(3) not null,
        primary key (workspace_id, user_id)
      );
      create index deleted_users_look on deleted_users (look_at);

      -- By which the records of a deleted user are found.
      create index documents_updated_by on documents (workspace_id, updated_by);
      create index api_keys_created_by on api_keys (workspace_id, created_by);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index api_keys_created_by, documents_updated_by, users_owners, users_name_prefix, users_email_prefix,
        users_status, users_name_order, users_email_order, users_updated;
      drop table deleted_users;
      drop trigger users_recount on users;
      drop trigger users_count on users;
      drop function count_user;
      delete from record_counts where resource = 'access.user';
    `);
  }
}
