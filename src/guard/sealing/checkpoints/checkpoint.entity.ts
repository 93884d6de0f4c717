import { Id, Int, ResourceEntity, Text, Timestamp } from '../../../platform/index.js';
import { checkpoints, type SignedCheckpoint } from './checkpoint.resource.js';

@ResourceEntity(checkpoints, 'audit_checkpoints')
export class Checkpoint {
  @Id('ws', { primary: true }) workspace_id: string;
  @Id('chk', { primary: true }) id: string;
  @Int({ min: 1, description: 'Its place among the checkpoints of the workspace, from 1.' })
  number: number;
  @Int({ big: true }) head_sequence: number;
  @Text() head_hash: string;
  @Int({
    min: 1,
    big: true,
    description: 'Number of entries sealed so far, including those purged since.',
  })
  count: number;
  @Text({ description: 'SHA-256 of the RFC 8785 form of the checkpoint before; 64 zeros in the first one.' })
  previous_hash: string;
  @Timestamp({ description: 'Time of creation.' }) created_at: string;
  @Text({ description: 'Ed25519 over the RFC 8785 form of the other fields, in base64.' }) signature: string;
}

/** As it was signed. */
export const signedForm = (record: Checkpoint): SignedCheckpoint => ({
  number: record.number,
  head: { sequence: record.head_sequence, hash: record.head_hash },
  count: record.count,
  previous_hash: record.previous_hash,
  created_at: record.created_at,
  signature: record.signature,
});
