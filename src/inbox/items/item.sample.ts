import { expect } from 'vitest';
import { type Given, sample } from '../../../test/support/sample.js';
import type { SignedInClient } from '../../../test/support/test-app.js';

/** A path, once a document is in the inbox of the person whom it was given to. */
const withItem =
  (path: string) =>
  async ({ client: own, userId }: SignedInClient, { client }: Given): Promise<string> => {
    await client.post('/v1/office/documents', { title: 'Plan', owner_id: userId });
    await expect
      .poll(async () => (await own.get('/v1/inbox')).body.data.length, { timeout: 10_000 })
      .toBeGreaterThan(0);
    return path;
  };

export default sample('inbox.item', {
  routes: {
    'GET /v1/inbox': { own: withItem('/v1/inbox') },
    'GET /v1/inbox/unread': { own: withItem('/v1/inbox/unread') },
    'POST /v1/inbox/read': {
      own: withItem('/v1/inbox/read'),
      body: { all: true },
      invalid: [{}, { ids: [], all: true }, { all: false }, { ids: 'item' }],
    },
  },
});
