import { defineResource, event, Id, Int, Nested, Text, Timestamp } from '../../../platform/index.js';

export class ChainEnd {
  @Int({ min: 0, example: 1250, description: 'The place of the last entry in the chain of the workspace, from 1.' })
  sequence: number;
  @Text({ description: 'Its hash.', example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
  hash: string;
}

export class SignedCheckpoint {
  @Int({ min: 1, description: 'Its place among the checkpoints of the workspace, from 1.' }) number: number;
  @Nested(() => ChainEnd, { description: 'The last entry that was sealed.' }) head: ChainEnd;
  @Int({
    min: 1,
    big: true,
    description: 'Number of entries sealed so far, including those purged since.',
  })
  count: number;
  @Text({
    description: 'SHA-256 of the RFC 8785 form of the checkpoint before; 64 zeros in the first one.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  previous_hash: string;
  @Timestamp({ description: 'Time of creation.' }) created_at: string;
  @Text({ description: 'Ed25519 over the RFC 8785 form of the other fields, in base64.', example: '4dGh…Cg==' })
  signature: string;
}

class CheckpointCreated extends SignedCheckpoint {
  @Id('ws', { description: 'The workspace whose trail it is about.' }) workspace_id: string;
}

/** How a path names a checkpoint. */
export const CHECKPOINT_NUMBER = /^[1-9]\d{0,8}$/;

export const checkpoints = defineResource('guard.checkpoint', {
  idPrefix: 'chk',
  feed: { none: 'It never changes, and its creation is told with its signature.' },
  events: { created: event(CheckpointCreated, () => ({})) },
});

export const CHECKPOINT_CREATED = 'guard.checkpoint.created';
