import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';
import { CertificatesModule } from './certificates.module.js';
import { Certificates } from './certificates.js';

const DOCUMENTS = '/v1/office/documents';
const fingerprint = createHash('sha256').update('a certificate').digest('hex');
const withCertificate = (value: string) => ({ key: null, headers: { 'X-Client-Certificate-Sha256': value } });

let suite: TestApp;
let client: Client;
let userId: string;
beforeAll(async () => {
  suite = await startTestApp({}, { modules: [CertificatesModule] });
  client = suite.client;
  ({ userId } = await suite.signedIn('office:editor'));
  const scopes = ['office:read', 'office:write', 'sales:read'] as const;
  suite.app.get(Certificates).register(fingerprint, { workspace_id: suite.workspaceId, user_id: userId, scopes });
});
afterAll(() => suite.close());

describe('a client certificate', () => {
  it('signs its user in, with the scopes of their roles', async () => {
    const made = await client.post(DOCUMENTS, { title: 'Plan' }, withCertificate(fingerprint.toUpperCase()));
    expect(made.status).toBe(201);
    expect((await client.get(`${DOCUMENTS}/${made.body.id}`)).body.owner_id).toBe(userId);
    expect((await client.get('/v1/sales/deals', withCertificate(fingerprint))).status).toBe(403);
  });

  it('that nobody registered is refused', async () => {
    const { status, body, headers } = await client.get(DOCUMENTS, withCertificate('0'.repeat(64)));
    expect([status, body.error.message]).toEqual([401, 'The client certificate is not registered.']);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('is of no use when its user is suspended', async () => {
    const { userId: user_id } = await suite.signedIn('office:editor');
    const other = createHash('sha256').update('another').digest('hex');
    const scopes = ['office:read'] as const;
    suite.app.get(Certificates).register(other, { workspace_id: suite.workspaceId, user_id, scopes });
    expect((await client.get(DOCUMENTS, withCertificate(other))).status).toBe(200);
    await client.post(`/v1/access/users/${user_id}/deactivate`);
    const { status, body } = await client.get(DOCUMENTS, withCertificate(other));
    expect([status, body.error.message]).toEqual([401, 'The user of the client certificate is not active.']);
  });

  it('leaves API keys and tokens as they are', async () => {
    expect((await client.get(DOCUMENTS)).status).toBe(200);
    expect((await client.get(DOCUMENTS, { key: null })).status).toBe(401);
  });
});
