import {
  Choice,
  Flag,
  Id,
  ListOf,
  LongText,
  Nested,
  NestedList,
  PartialType,
  PickType,
  Texts,
  ViewType,
} from '../../platform/index.js';
import { Document } from './document.entity.js';
import { STATUSES, VISIBILITIES } from './document.resource.js';

/** Attachments of a document. */
const attachments = { maxItems: 50, maxLength: 40, idPrefix: 'fil', description: 'Ids of files.' };

class ChangedPermissions {
  @Choice(VISIBILITIES, { optional: true, description: 'Visibility to readers.' }) visibility?: string;
}

const written = ['title', 'content', 'content_type'] as const;

export class CreateDocument extends PickType(Document, [...written, 'permissions', 'owner_id', 'tags']) {
  @Texts({ ...attachments, default: [] }) attachments: string[];
}

export class UpdateDocument extends PartialType(PickType(Document, [...written, 'owner_id', 'tags'])) {
  @Choice(STATUSES, {
    optional: true,
    description: 'New status. An archived document cannot be changed until it has another status.',
  })
  status?: string;
  @Nested(() => ChangedPermissions, { optional: true, description: 'Visibility to readers.' })
  permissions?: ChangedPermissions;
  @Texts({ ...attachments, optional: true }) attachments?: string[];
}

export class DocumentQuery extends ListOf(Document, {
  filter: ['status', 'owner_id'],
  sort: ['created_at', 'updated_at', 'title'],
}) {}

/** The answer to a create. */
export class CreatedDocument extends ViewType(Document, ['id', 'title', 'status', 'created_at']) {}

const item = ['id', 'title', 'status', 'created_at', 'owner_id', 'tags', 'updated_at', 'deleted_at'] as const;

/** A document in a list. */
export class DocumentItem extends ViewType(Document, item) {}

class Attachment {
  @Id('fil', { description: 'The file.' }) file_id: string;
  @LongText({ description: 'Name of the file; after its deletion the name at the time of attachment.' }) name: string;
  @Flag({ description: 'Whether the file has been deleted.' }) broken: boolean;
}

const whole = [...item, 'content', 'content_type', 'permissions', 'updated_by', 'revision', 'purge_at'] as const;

export class DocumentView extends ViewType(Document, whole) {
  @NestedList(() => Attachment, { description: 'Attached files.' }) attachments: Attachment[];
}

/** A published public document, as anybody may read it. */
export class PublicDocumentView extends ViewType(Document, ['id', 'title', 'content_type', 'updated_at']) {
  @LongText({
    description: 'Content of the document. Sanitized HTML may be longer than the original: `<` becomes `&lt;`.',
  })
  content: string;
  @Flag({ description: 'Whether `content` was reduced to HTML that any page can show: true for `html`.' })
  content_sanitized: boolean;
}
