import { Flag, Id, Text, Choice, Texts } from '../../platform/fields/fields.js';
import { conflictError, defineResource, event } from '../../platform/resource/define.js';
import type { Document } from './document.entity.js';

export const STATUSES = ['draft', 'published', 'archived'] as const;
export const CONTENT_TYPES = ['html', 'markdown', 'text'] as const;
export const VISIBILITIES = ['private', 'workspace', 'public'] as const;

class DocumentCreated {
  @Id('doc') document_id: string;
  @Text({ example: 'Plan' }) title: string;
  @Id('usr') owner_id: string;
}

class DocumentUpdated extends DocumentCreated {
  @Choice(STATUSES) status: string;
  @Texts({ maxItems: 50, maxLength: 50, example: ['title', 'status'] }) changed_fields: string[];
}

class DocumentDeleted extends DocumentCreated {
  @Flag({ description: 'It is gone for good, not in the trash.' }) hard: boolean;
}

const named = (document: Document) => ({
  document_id: document.id,
  title: document.title,
  owner_id: document.owner_id,
});

export const documents = defineResource('office.document', {
  idPrefix: 'doc',
  states: { draft: ['published', 'archived'], published: ['draft', 'archived'], archived: ['draft', 'published'] },
  trash: { purgeAfterDays: 30 },
  events: {
    created: event(DocumentCreated, (document: Document) => named(document)),
    updated: event(DocumentUpdated, (document: Document, { changed_fields }) => ({
      ...named(document),
      status: document.status,
      changed_fields,
    })),
    deleted: event(DocumentDeleted, (document: Document, { hard }) => ({ ...named(document), hard })),
  },
  errors: {
    archived: conflictError('The document is archived: set status to draft or published first.'),
    notDeleted: conflictError('The document is not in the trash.'),
  },
  countedBy: ['status', 'owner_id', 'visibility', 'deleted', 'tags'],
  countedByMany: ['owner_id', 'tags'],
  userColumns: ['owner_id', 'updated_by'],
  visible: (who) =>
    who.isAdmin('office') ? 'all' : [{ visibility: ['workspace', 'public'] }, { owner_id: who.user_id }],
  privateTo: (document: Document) => (document.permissions.visibility === 'private' ? document.owner_id : ''),
  writable: (who) => (who.isEditor('office') ? 'all' : [{ owner_id: who.user_id }]),
});
