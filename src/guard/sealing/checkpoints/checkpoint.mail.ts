import { type Language, type Message, numberInWords, t } from '../../../platform/index.js';
import type { SignedCheckpoint } from './checkpoint.resource.js';

/** Contains the signed checkpoint. */
export function checkpointMail(
  to: string,
  workspace: string,
  checkpoint: SignedCheckpoint,
  language: Language,
): Message {
  const { number, count } = checkpoint;
  const line = t(
    'The audit log of the workspace {workspace} had {count} entries when this checkpoint was made. Keep it: with the public key of the deployment it shows whether any of them was changed or removed since.',
    { workspace, count: numberInWords(count, language) },
    language,
  );
  return {
    to,
    subject: t('Checkpoint {number} of the audit log of {workspace}', { number, workspace }, language),
    letter: { lines: [line], code: JSON.stringify(checkpoint) },
    language,
  };
}
