import { currentContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import type { Resource } from './define.js';

/** Whether the caller may change records of this resource as a member of `record` or of its parent. */
export async function changesAsMember({ members }: Resource, record: object, database: Database): Promise<boolean> {
  const { credential, workspaceId } = currentContext();
  if (!members || !credential) return false;
  const { table, column, by, roles } = members;
  const { [by]: named, id } = record as Record<string, unknown>;
  const found = await database.read(
    `select 1 from ${table} where workspace_id = $1 and ${column} = $2 and user_id = $3 and role = any($4)`,
    [workspaceId, named ?? id, credential.user_id, roles],
  );
  return found.length > 0;
}
