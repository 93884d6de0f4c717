import {
  Choice,
  Id,
  LongText,
  Nested,
  NestedList,
  ResourceEntity,
  Tags,
  Text,
  TrashableEntity,
} from '../../platform/index.js';
import { CONTENT_TYPES, documents, STATUSES, VISIBILITIES } from './document.resource.js';

/** Bytes of UTF-8 that a document may hold. */
const MAX_CONTENT_BYTES = 5 * 2 ** 20;

export class Permissions {
  @Choice(VISIBILITIES, {
    default: 'private',
    description:
      'private: the owner and admins. workspace: everybody with office:read. public: also without a credential once published.',
  })
  visibility: string;
}

class AttachedFile {
  @Id('fil') file_id: string;
  /** As it was called when it was attached. */
  @Text() name: string;
}

@ResourceEntity(documents, 'documents')
export class Document extends TrashableEntity {
  @Text({ example: 'Plan' }) title: string;
  @LongText({ maxBytes: MAX_CONTENT_BYTES, default: '' }) content: string;
  @Choice(CONTENT_TYPES, { default: 'html', description: 'What `content` is written in.' }) content_type: string;
  @Choice(STATUSES, { default: 'draft' }) status: string;
  @Id('usr', { optional: true, description: 'Default: the user behind the credential.' }) owner_id: string;
  @Nested(() => Permissions, { default: { visibility: 'private' } }) permissions: Permissions;
  /** permissions.visibility as a column of its own, for indexes and row rules. */
  @Choice(VISIBILITIES, { generated: `permissions ->> 'visibility'` }) visibility: string;
  @Tags({ default: [] }) tags: string[];
  @NestedList(() => AttachedFile, { default: [] }) attachments: AttachedFile[];
  @Id('usr', { nullable: true, description: 'The user behind the last change; null after one by the system.' })
  updated_by: string | null;
}
