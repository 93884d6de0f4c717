import { Choice, conflictError, defineResource, Flag, Id, Text, Texts } from '../../platform/index.js';

export const STATUSES = ['draft', 'published', 'archived'] as const;
export const CONTENT_TYPES = ['html', 'markdown', 'text'] as const;
export const VISIBILITIES = ['private', 'workspace', 'public'] as const;

class DocumentCreated {
  @Id('doc', { description: 'The document.' }) document_id: string;
  @Text({ example: 'Plan', description: 'Name.' }) title: string;
  @Id('usr', { description: 'Owner.' }) owner_id: string;
}

class DocumentUpdated extends DocumentCreated {
  @Choice(STATUSES, { description: 'Status after the change.' }) status: string;
  @Texts({
    maxItems: 50,
    maxLength: 50,
    example: ['title', 'status'],
    description: 'Names of the fields that changed.',
  })
  changed_fields: string[];
}

class DocumentDeleted extends DocumentCreated {
  @Flag({ description: 'Whether the deletion is permanent, not a move to the trash.' }) hard: boolean;
}

export const documents = defineResource('office.document', {
  idPrefix: 'doc',
  searchable: ['title', `case content_type when 'html' then text_of_html(content) else content end`],
  labels: ['title'],
  owner: 'owner_id',
  notices: [{ kind: 'assignment', on: ['created', 'updated'], to: ['owner_id'] }],
  states: { draft: ['published', 'archived'], published: ['draft', 'archived'], archived: ['draft', 'published'] },
  trash: { purgeAfterDays: 30 },
  events: { created: DocumentCreated, updated: DocumentUpdated, deleted: DocumentDeleted },
  errors: {
    archived: conflictError('The document is archived. Set status to draft or published first.'),
  },
  userColumns: ['updated_by'],
  visible: (who) =>
    who.isAdmin('office') ? 'all' : [{ visibility: ['workspace', 'public'] }, { owner_id: who.user_id }],
});
