import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccessGroupMemberStatus1763841000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table users, group_members in share row exclusive mode;
      -- The status of the user, so that the members of a group are found and counted by it. Triggers keep it.
      alter table group_members add status text;
      update group_members m set status = u.status from users u where u.workspace_id = m.workspace_id and u.id = m.user_id;
      alter table group_members alter status set not null;
      create index group_members_status on group_members (workspace_id, group_id, status, user_id);
      -- A group may have many members of one status and none of another.
      create statistics group_members_often (mcv) on group_id, status from group_members;

      -- Holds the user: whoever changes their status comes before, or finds the member.
      create function member_status() returns trigger language plpgsql as $$
      begin
        select status into new.status from users where workspace_id = new.workspace_id and id = new.user_id for share;
        return new;
      end $$;
      create trigger group_members_status before insert on group_members
        for each row execute function member_status();

      create function user_status() returns trigger language plpgsql as $$
      begin
        update group_members set status = new.status where workspace_id = new.workspace_id and user_id = new.id;
        return null;
      end $$;
      create trigger users_status_changed after update on users
        for each row when (old.status is distinct from new.status) execute function user_status();

      create trigger group_members_added after insert on group_members referencing new table as added
        for each statement execute function count_record('access.group_member', 'group_id', 'status');
      create trigger group_members_removed after delete on group_members referencing old table as removed
        for each statement execute function count_record('access.group_member', 'group_id', 'status');
      create trigger group_members_changed after update on group_members
        for each row when (old.status is distinct from new.status)
        execute function count_record('access.group_member', 'group_id', 'status');
      insert into record_counts (workspace_id, resource, dims, n)
        select workspace_id, 'access.group_member', jsonb_build_object('group_id', group_id, 'status', status), count(*)
        from group_members group by 1, 3;
      analyze group_members;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger group_members_changed on group_members;
      drop trigger group_members_removed on group_members;
      drop trigger group_members_added on group_members;
      drop trigger users_status_changed on users;
      drop function user_status;
      drop trigger group_members_status on group_members;
      drop function member_status;
      alter table group_members drop status;
      delete from record_counts where resource = 'access.group_member';
    `);
  }
}
