import { newId } from '../../src/platform/index.js';
import type { TestApp } from './test-app.js';

/** Adds a message that was given up, and answers its id. */
export async function undeliverableMail({ database, workspaceId, clock }: TestApp): Promise<string> {
  const id = newId('mail');
  await database.execute(
    `insert into mails (workspace_id, id, message, attempts, error, created_at) values ($1, $2, 'unreadable', 1, '550 no mailbox', $3)`,
    [workspaceId, id, clock.iso()],
  );
  return id;
}
