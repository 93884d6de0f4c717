import { ListOf, Nested, NestedList, Text, Timestamp, ViewType } from '../../../platform/index.js';
import { Checkpoint } from './checkpoint.entity.js';
import { ChainEnd } from './checkpoint.resource.js';

export class CheckpointQuery extends ListOf(Checkpoint, { sort: ['number'], defaultSort: 'number:desc' }) {}

export class CheckpointView extends ViewType(Checkpoint, [
  'number',
  'count',
  'previous_hash',
  'created_at',
  'signature',
]) {
  @Nested(() => ChainEnd, { description: 'The last entry that was sealed.' }) head: ChainEnd;
}

class PublicKeyView {
  @Text({
    description: 'SHA-256 of the public key (DER, SPKI) in hexadecimal, by which a copy kept elsewhere is recognised.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  id: string;
  @Text({ max: 1000, description: 'The key, in PEM.' }) public_key: string;
  @Timestamp({ description: 'Since when it signs.' }) created_at: string;
  @Timestamp({ nullable: true, description: 'Until when it signed; null: it still does.' }) retired_at: string | null;
}

export class SigningKeyView {
  @Text({ max: 1000, description: 'The Ed25519 key that signs checkpoints now, in PEM.' }) public_key: string;
  @NestedList(() => PublicKeyView, { description: 'The current key and all previous ones, the newest first.' })
  keys: PublicKeyView[];
}
