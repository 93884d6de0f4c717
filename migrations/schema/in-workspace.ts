/** Prefixes each item with its workspace. A GIN index over the result tells workspaces apart. */
export const IN_WORKSPACE = `
  create function in_workspace(workspace text, items text[])
    returns text[]
    language sql
    immutable parallel safe
  return array(select ((in_workspace.workspace || ' ') || item.item) from unnest(in_workspace.items) item(item));
`;
