import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import { currentContext } from '../../platform/context/request-context.js';
import { invalidField } from '../../platform/errors/api-error.js';
import { failure } from '../../platform/resource/define.js';
import type { Page } from '../../platform/resource/page.js';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import {
  type CreateDocument,
  DocumentItem,
  type DocumentQuery,
  Permissions,
  type UpdateDocument,
} from './document.dto.js';
import { Document } from './document.entity.js';
import { documents } from './document.resource.js';

@Injectable()
export class DocumentsService {
  constructor(
    @InjectStore(Document) private readonly store: ResourceStore<Document>,
    private readonly users: UsersPort,
  ) {}

  list(query: DocumentQuery): Promise<Page<DocumentItem>> {
    return this.store.page(query, DocumentItem);
  }

  async create({ owner_id, permissions = new Permissions(), ...input }: CreateDocument): Promise<Document> {
    await this.#checkOwner(owner_id);
    return this.store.create({
      ...input,
      permissions,
      status: 'draft',
      owner_id: owner_id ?? currentContext().credential!.user_id,
    });
  }

  async update(
    document: Document,
    { status = document.status, permissions, ...input }: UpdateDocument,
  ): Promise<Document> {
    const edits = input.title ?? input.content ?? input.content_type ?? permissions;
    if (document.status === 'archived' && status === 'archived' && edits !== undefined)
      throw failure(documents, 'archived');
    if (input.owner_id !== document.owner_id) await this.#checkOwner(input.owner_id);
    const visibility = permissions?.visibility ?? document.permissions.visibility;
    return this.store.transition(document, status, { ...input, permissions: { visibility } });
  }

  remove(document: Document, hard: boolean): Promise<void> {
    return this.store.remove(document, { hard });
  }

  async restore(document: Document): Promise<Document> {
    if (!document.deleted_at) throw failure(documents, 'notDeleted');
    return this.store.restore(document);
  }

  /** A published public document of whichever workspace, for readers without a credential. */
  async getPublic(id: string): Promise<Document> {
    return this.store.getAnywhere(id, [{ visibility: 'public', status: 'published' }]);
  }

  async #checkOwner(id: string | undefined): Promise<void> {
    if (id !== undefined && !(await this.users.exists(id))) {
      throw invalidField('owner_id', 'not_found', `There is no user ${id}.`);
    }
  }
}
