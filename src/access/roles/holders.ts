/**
 * SQL that selects the ids of users who have one of some roles, of their own or through a group. `$1` is the workspace,
 * `roles` the placeholder of a list of role names.
 */
export const holdersOf = (roles: string): string => `
  select id from users
   where workspace_id = $1 and roles <> '{}' and in_workspace(workspace_id, roles) && in_workspace($1, ${roles}::text[])
  union
  select m.user_id from groups g join group_members m on m.workspace_id = g.workspace_id and m.group_id = g.id
   where g.workspace_id = $1 and g.roles && ${roles}::text[]`;
