import type { Message } from '../../../platform/index.js';
import type { SignedCheckpoint } from './checkpoint.resource.js';

/** Has the checkpoint as it was signed. */
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
    // Numbers, hashes and times: nothing in it could be markup.
    html: `<p>${lines[0]}</p>\n<pre>${lines[1]}</pre>`,
  };
}
