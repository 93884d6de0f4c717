import { ResourceStore } from '../../platform/index.js';
import type { Document } from './document.entity.js';

/** Documents. Events of a private document are visible only to its owner. */
export class DocumentStore extends ResourceStore<Document> {
  override privateTo({ permissions, owner_id }: Document): string {
    return permissions.visibility === 'private' ? owner_id : '';
  }
}
