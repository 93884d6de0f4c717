import { createHash } from 'node:crypto';
import { currentContext } from '../../platform/index.js';

/**
 * What tells the addresses of a workspace apart, in any case. It stands in indexes in place of the address, as PostgreSQL's
 * log quotes what violates one.
 */
export function emailDigest(email: string): string {
  const { workspaceId } = currentContext();
  return createHash('sha256')
    .update(`${workspaceId} ${email.normalize('NFC').toLowerCase()}`)
    .digest('base64url');
}
