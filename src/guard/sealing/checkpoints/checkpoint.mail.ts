import type { Message } from '../../../platform/index.js';
import type { SignedCheckpoint } from './checkpoint.resource.js';

/** Contains the signed checkpoint. */
export function checkpointMail(workspaceId: string, checkpoint: SignedCheckpoint): Omit<Message, 'to'> {
  const { number, count } = checkpoint;
  const line =
    `The audit log of the workspace ${workspaceId} had ${count} entries when this checkpoint was made. Keep it: with the ` +
    `public key of the deployment it shows whether any of them was changed or removed since.`;
  return {
    subject: `Checkpoint ${number} of the audit log of ${workspaceId}`,
    letter: { lines: [line], code: JSON.stringify(checkpoint) },
  };
}
