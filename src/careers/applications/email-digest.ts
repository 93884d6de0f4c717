import { createHash } from 'node:crypto';
import { currentContext } from '../../platform/index.js';

/**
 * A digest of an address, in any case. Unique indexes hold it in place of the address, because PostgreSQL's log quotes the
 * values that violate an index.
 */
export function emailDigest(email: string): string {
  const { workspaceId } = currentContext();
  return createHash('sha256')
    .update(`${workspaceId} ${email.normalize('NFC').toLowerCase()}`)
    .digest('base64url');
}
