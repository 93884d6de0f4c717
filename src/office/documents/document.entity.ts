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
  @Id('fil', { description: 'The file.' }) file_id: string;
  /** As it was called when it was attached. */
  @Text({ description: 'What the file was called when it was attached.' }) name: string;
}

@ResourceEntity(documents, 'documents')
export class Document extends TrashableEntity {
  @Text({ example: 'Plan', description: 'What it is called.' }) title: string;
  @LongText({ maxBytes: MAX_CONTENT_BYTES, default: '', description: 'The text, of up to 5 MiB in UTF-8.' })
  content: string;
  @Choice(CONTENT_TYPES, { default: 'html', description: 'What `content` is written in.' }) content_type: string;
  @Choice(STATUSES, { default: 'draft', description: 'Whether it is written, published or put aside.' }) status: string;
  @Id('usr', {
    optional: true,
    description: 'The user it belongs to; the one behind the credential, unless a request names another.',
  })
  owner_id: string;
  @Nested(() => Permissions, { default: { visibility: 'private' }, description: 'Who may read it.' })
  permissions: Permissions;
  /** permissions.visibility as a column of its own, for indexes and row rules. */
  @Choice(VISIBILITIES, { generated: `permissions ->> 'visibility'`, description: 'Who may read it.' })
  visibility: string;
  @Tags({ default: [] }) tags: string[];
  @NestedList(() => AttachedFile, { default: [], description: 'Files that belong to it.' })
  attachments: AttachedFile[];
  @Id('usr', { nullable: true, description: 'The user behind the last change; null after one by the system.' })
  updated_by: string | null;
}
