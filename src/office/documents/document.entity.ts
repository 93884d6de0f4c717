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
import { DocumentStore } from './document.store.js';

/** Maximum size of the content in UTF-8. */
const MAX_CONTENT_BYTES = 5 * 2 ** 20;

export class Permissions {
  @Choice(VISIBILITIES, {
    default: 'private',
    description:
      'private: the owner and admins. workspace: every user with office:read. public: also anonymous readers, once published.',
  })
  visibility: string;
}

class AttachedFile {
  @Id('fil', { description: 'The file.' }) file_id: string;
  @Text({ description: 'Name of the file at the time of attachment.' }) name: string;
}

@ResourceEntity(documents, 'documents', { store: DocumentStore })
export class Document extends TrashableEntity {
  @Text({ example: 'Plan', description: 'Name.' }) title: string;
  @LongText({ maxBytes: MAX_CONTENT_BYTES, default: '', description: 'Text, up to 5 MiB in UTF-8.' })
  content: string;
  @Choice(CONTENT_TYPES, { default: 'html', description: 'Format of `content`.' }) content_type: string;
  @Choice(STATUSES, { default: 'draft', description: 'Status of the document.' }) status: string;
  @Id('usr', {
    optional: true,
    description: 'Owner. Default: the user of the credential.',
  })
  owner_id: string;
  @Nested(() => Permissions, { default: { visibility: 'private' }, description: 'Visibility to readers.' })
  permissions: Permissions;
  /** Generated from permissions.visibility, for indexes and row rules. */
  @Choice(VISIBILITIES, { generated: `permissions ->> 'visibility'`, description: 'Visibility to readers.' })
  visibility: string;
  @Tags({ default: [] }) tags: string[];
  @NestedList(() => AttachedFile, { default: [], description: 'Attached files.' })
  attachments: AttachedFile[];
  @Id('usr', { nullable: true, description: 'User who made the last change; null for the system.' })
  updated_by: string | null;
}
