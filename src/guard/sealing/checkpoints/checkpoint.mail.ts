import type { Message } from '../../../platform/index.js';
import type { SignedCheckpoint } from './checkpoint.resource.js';

/** Contains the signed checkpoint. */
export function checkpointMail(workspaceId: string, checkpoint: SignedCheckpoint): Omit<Message, 'to'> {
  const { number, count } = checkpoint;
  const lines = [
    `The audit log of the workspace ${workspaceId} had ${count} entries when this checkpoint was made. Keep it: with the ` +
      `public key of the deployment it shows whether any of them was changed or removed since.`,
    JSON.stringify(checkpoint),
  ];
  return {
    subject: `Checkpoint ${number} of the audit log of ${workspaceId}`,
    text: `${lines.join('\n\n')}\n`,
    // Only numbers, hashes and times, so no escaping is needed.
    html: `<p>${lines[0]}</p>\n<pre>${lines[1]}</pre>`,
  };
}
