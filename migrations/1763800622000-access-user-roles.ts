import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What changes who has which roles, and how: `workspace_id, user_id, role, n`. */
const CHANGES = {
  users_roles_added: [
    'after insert on users referencing new table as added',
    'select workspace_id, id, unnest(roles), 1 from added',
  ],
  users_roles_removed: [
    'after delete on users referencing old table as removed',
    'select workspace_id, id, unnest(roles), -1 from removed',
  ],
  users_roles_changed: [
    'after update on users for each row when (old.roles is distinct from new.roles)',
    `select new.workspace_id, new.id, unnest(new.roles), 1
     union all select old.workspace_id, old.id, unnest(old.roles), -1`,
  ],
  group_members_roles_added: [
    'after insert on group_members referencing new table as added',
    `select m.workspace_id, m.user_id, unnest(g.roles), 1
     from added m join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id`,
  ],
  // Those of a group that is deleted have lost its roles before.
  group_members_roles_removed: [
    'after delete on group_members referencing old table as removed',
    `select m.workspace_id, m.user_id, unnest(g.roles), -1
     from removed m join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id`,
  ],
  groups_roles_changed: [
    'after update on groups for each row when (old.roles is distinct from new.roles)',
    `select m.workspace_id, m.user_id, r.role, r.n
     from (select role, sum(n) as n
             from (select unnest(new.roles), 1 union all select unnest(old.roles), -1) r (role, n)
            group by role having sum(n) <> 0) r,
       group_members m
     where m.workspace_id = new.workspace_id and m.group_id = new.id`,
  ],
  groups_roles_removed: [
    'before delete on groups for each row',
    `select m.workspace_id, m.user_id, unnest(old.roles), -1
     from group_members m where m.workspace_id = old.workspace_id and m.group_id = old.id`,
  ],
} as const;

export class AccessUserRoles1763800622000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table users, groups, group_members in share row exclusive mode;
      -- Who has a role, directly or through groups, for lists. Triggers keep it. Whatever changes the members of a group
      -- or its roles holds the group's row, so that none of these changes misses the other.
      create table user_roles (
        workspace_id text not null,
        role text not null,
        user_id text not null,
        -- In how many ways. Of rows that others see it is never 0.
        n integer not null,
        primary key (workspace_id, role, user_id)
      );
      create index user_roles_lost on user_roles (workspace_id) where n = 0;
      insert into user_roles (workspace_id, role, user_id, n)
        select workspace_id, role, user_id, count(*) from (
          select workspace_id, id, unnest(roles) from users
          union all
          select m.workspace_id, m.user_id, unnest(g.roles)
            from group_members m join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
        ) had (workspace_id, user_id, role) group by 1, 2, 3;
    `);
    for (const [name, [when, changes]] of Object.entries(CHANGES)) {
      await runner.query(`
        create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into user_roles (workspace_id, role, user_id, n)
            select workspace_id, role, user_id, sum(n)
              from (${changes}) changed (workspace_id, user_id, role, n)
             group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
            on conflict (workspace_id, role, user_id) do update set n = user_roles.n + excluded.n;
          delete from user_roles where n = 0;
          return ${when.startsWith('before') ? 'old' : 'null'};
        end $$;
        create trigger ${name} ${when} ${when.includes('for each') ? '' : 'for each statement'} execute function ${name}();
      `);
    }
    await runner.query(`
      drop statistics users_roles_often;
      drop index users_roles;
      analyze user_roles;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, [when]] of Object.entries(CHANGES))
      await runner.query(`drop trigger ${name} on ${/ on (\w+)/.exec(when)![1]}; drop function ${name}`);
    await runner.query(`
      drop table user_roles;
      create index users_roles on users using gin (in_workspace(workspace_id, roles)) where roles <> '{}';
      create statistics users_roles_often on (in_workspace(workspace_id, roles)) from users;
    `);
  }
}
