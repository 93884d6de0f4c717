import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../platform/testing/test-app.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

describe('POST /v1/office/documents', () => {
  it('creates a draft that belongs to the user behind the key', async () => {
    const created = await suite.client.post('/v1/office/documents', { title: 'Plan' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^doc_/),
      title: 'Plan',
      status: 'draft',
      created_at: expect.any(String),
    });
    expect(created.headers.get('location')).toBe(`/v1/office/documents/${created.body.id}`);
  });
});
