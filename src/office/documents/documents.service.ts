import { Injectable } from '@nestjs/common';
import {
  type Detail,
  failure,
  InjectStore,
  invalid,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { FilesPort } from '../files/files.port.js';
import type { CreateDocument, DocumentView, UpdateDocument } from './document.dto.js';
import { Document } from './document.entity.js';
import { documents } from './document.resource.js';

@Injectable()
export class DocumentsService extends ResourceService<Document> {
  constructor(
    @InjectStore(Document) store: ResourceStore<Document>,
    private readonly files: FilesPort,
  ) {
    super(store);
  }

  /** The public form. Whether attached files still exist is checked on every read. */
  override async show(document: Document): Promise<DocumentView> {
    const names = await this.files.names(document.attachments.map(({ file_id }) => file_id));
    const attachments = document.attachments.map(({ file_id, name }) => ({
      file_id,
      name: names.get(file_id) ?? name,
      broken: !names.has(file_id),
    }));
    return { ...document, attachments };
  }

  override async create({ attachments, ...input }: CreateDocument): Promise<Document> {
    return this.store.create({ ...input, attachments: await this.#attach(attachments, []) });
  }

  override async update(
    document: Document,
    { status = document.status, permissions, attachments, ...input }: UpdateDocument,
  ): Promise<Document> {
    const edits = input.title ?? input.content ?? input.content_type ?? attachments ?? permissions;
    if (document.status === 'archived' && status === 'archived' && edits !== undefined)
      throw failure(documents, 'archived');
    return this.store.transition(document, status, {
      ...input,
      permissions: { visibility: permissions?.visibility ?? document.permissions.visibility },
      ...(attachments && { attachments: await this.#attach(attachments, document.attachments) }),
    });
  }

  /** A published public document of any workspace, for readers without a credential. */
  async getPublic(id: string): Promise<Document> {
    return this.store.getAnywhere(id, [{ visibility: 'public', status: 'published' }]);
  }

  /** Resolves attachments. A file attached before stays attached, even if deleted since. */
  async #attach(ids: string[], before: Document['attachments']): Promise<Document['attachments']> {
    const known = new Map(before.map((attachment) => [attachment.file_id, attachment]));
    const names = await this.files.names(ids.filter((id) => !known.has(id)));
    const problems: Detail[] = [];
    const attachments = ids.map((file_id, index) => {
      const name = names.get(file_id);
      if (!known.has(file_id) && name === undefined) {
        const message = `There is no file ${file_id}.`;
        problems.push({ field: `attachments[${index}]`, code: 'not_found', message });
      }
      return known.get(file_id) ?? { file_id, name: name ?? '' };
    });
    if (problems.length) throw invalid(problems);
    return attachments;
  }
}
