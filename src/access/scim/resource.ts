import { type RecordEntity, Reply } from '../../platform/index.js';
import type { ScimMeta } from './scim.dto.js';
import { scim, SCIM_PATH } from './scim.resource.js';

/** The `meta` attribute of a resource. */
export function metaOf(resourceType: 'User' | 'Group', record: RecordEntity, base: string): ScimMeta {
  const { id, created_at, updated_at, revision } = record;
  return {
    resourceType,
    created: created_at,
    lastModified: updated_at,
    location: `${base}${SCIM_PATH}/${resourceType}s/${id}`,
    version: `W/"${revision}"`,
  };
}

/** An answer with JSON; with the headers of one resource where its `meta` is given. */
export function answer(status: number, body: string, meta?: ScimMeta): Reply {
  return new Reply(
    status,
    {
      'Content-Type': scim.mediaType,
      ...(meta && { ETag: meta.version }),
      ...(meta && status === 201 && { Location: meta.location }),
    },
    body,
  );
}
