import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  read,
  type ResourceStore,
  type SampleContext,
} from '../../platform/index.js';
import { CreateDocument, UpdateDocument } from './document.dto.js';
import { Document } from './document.entity.js';
import { CONTENT_TYPES, STATUSES, VISIBILITIES } from './document.resource.js';
import { DocumentsService } from './documents.service.js';
import * as samples from './samples.js';

/** Imports documents: drafts visible only to their owner, unless the file says otherwise. */
@Injectable()
export class DocumentImportKind extends ImportKind<Document> {
  readonly name = 'document';
  override readonly header = ['title', 'content'];
  readonly fields = {
    title: { type: 'text', max: 255, required: true, aliases: ['name'] },
    content: { type: 'long_text' },
    content_type: { type: 'choice', values: CONTENT_TYPES },
    status: { type: 'choice', values: STATUSES },
    visibility: { type: 'choice', values: VISIBILITIES },
    owner: { type: 'user', aliases: ['owner_id'] },
    tags: { type: 'list', max: 50, maxItems: 50 },
  } as const;

  constructor(
    @InjectStore(Document) store: ResourceStore<Document>,
    private readonly documents: DocumentsService,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.documents(given);
  }

  check({ owner, visibility, status, ...values }: ImportValues, known: Document | null): ImportValues {
    const input = { ...values, ...(visibility !== undefined && { permissions: { visibility } }) };
    return {
      ...(known ? read(UpdateDocument, input) : read(CreateDocument, input)),
      ...(owner !== undefined && { owner_id: owner }),
      status,
    };
  }

  async write(items: readonly ImportItem<Document>[]): Promise<ImportOutcome<Document>[]> {
    const outcomes: ImportOutcome<Document>[] = [];
    for (const { known, values } of items) {
      const { status, ...input } = values as Record<string, any>;
      if (known) {
        const record = await this.documents.update(known, { ...input, ...(status && { status }) } as UpdateDocument);
        outcomes.push({ record, result: record.revision === known.revision ? 'skipped' : 'updated' });
        continue;
      }
      const made = await this.documents.create(input as CreateDocument);
      const record = status && status !== made.status ? await this.documents.update(made, { status }) : made;
      outcomes.push({ record, result: 'created' });
    }
    return outcomes;
  }
}
