import {
  Choice,
  Flag,
  Id,
  Int,
  LongText,
  Nested,
  NestedList,
  Tags,
  Text,
  Texts,
  Timestamp,
} from '../../platform/fields/fields.js';
import { byTag, countedByTag } from '../../platform/resource/page.js';
import { TrashPageQuery } from '../../platform/resource/trash.js';
import { CONTENT_TYPES, STATUSES, VISIBILITIES } from './document.resource.js';

/** The largest content of a document, in bytes of UTF-8. */
const MAX_CONTENT = 5 * 2 ** 20;

export class Permissions {
  @Choice(VISIBILITIES, {
    optional: true,
    description:
      'private: the owner and admins. workspace: everybody with office:read. public: also without a credential once published.',
  })
  visibility = 'private';
}

export class ChangedPermissions {
  @Choice(VISIBILITIES, { optional: true }) visibility?: string;
}

/** Files that a document may name. */
const attachments = { maxItems: 50, maxLength: 40, optional: true, description: 'Ids of files.' };

export class CreateDocument {
  @Text() title: string;
  @LongText({ maxBytes: MAX_CONTENT, optional: true }) content = '';
  @Choice(CONTENT_TYPES, { optional: true }) content_type = 'html';
  @Nested(() => Permissions, { optional: true }) permissions?: Permissions;
  @Id('usr', { optional: true, description: 'Default: the user behind the credential.' }) owner_id?: string;
  @Tags({ optional: true }) tags: string[] = [];
  @Texts(attachments) attachments: string[] = [];
}

export class UpdateDocument {
  @Text({ optional: true }) title?: string;
  @LongText({ maxBytes: MAX_CONTENT, optional: true }) content?: string;
  @Choice(CONTENT_TYPES, { optional: true }) content_type?: string;
  @Choice(STATUSES, { optional: true }) status?: string;
  @Nested(() => ChangedPermissions, { optional: true }) permissions?: ChangedPermissions;
  @Id('usr', { optional: true }) owner_id?: string;
  @Tags({ optional: true }) tags?: string[];
  @Texts(attachments) attachments?: string[];
}

export class DocumentQuery extends TrashPageQuery {
  static override sorts = ['created_at', 'updated_at', 'title'];
  static override filters = { tag: byTag };
  static override counted = { tag: countedByTag };

  @Choice(STATUSES, { optional: true }) status?: string;
  @Id('usr', { optional: true }) owner_id?: string;
  @Text({ max: 50, optional: true }) tag?: string;
}

/** The answer to a create. */
export class CreatedDocument {
  @Id('doc') id: string;
  @Text() title: string;
  @Choice(STATUSES) status: string;
  @Timestamp() created_at: string;
}

/** A document in a list. */
export class DocumentItem extends CreatedDocument {
  @Id('usr') owner_id: string;
  @Tags() tags: string[];
  @Timestamp() updated_at: string;
  @Timestamp({ nullable: true }) deleted_at: string | null;
}

export class Attachment {
  @Id('fil') file_id: string;
  @Text({ description: 'Of the file; where that is gone, the name it had when it was attached.' }) name: string;
  @Flag({ description: 'The file has been deleted.' }) broken: boolean;
}

export class DocumentView extends DocumentItem {
  @LongText() content: string;
  @Choice(CONTENT_TYPES) content_type: string;
  @Nested(() => Permissions) permissions: Permissions;
  @NestedList(() => Attachment) attachments: Attachment[];
  @Id('usr', { nullable: true }) updated_by: string | null;
  @Int({ description: 'Grows by one with every change.' }) revision: number;
  @Timestamp({ nullable: true }) purge_at: string | null;
}

/** A published public document, as anybody may read it. */
export class PublicDocumentView {
  @Id('doc') id: string;
  @Text() title: string;
  @LongText() content: string;
  @Choice(CONTENT_TYPES) content_type: string;
  @Timestamp() updated_at: string;
}
