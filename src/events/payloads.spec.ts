import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../platform/events/catalogue.js';
import { fieldsOf } from '../platform/fields/field-spec.js';
import { read } from '../platform/fields/reader.js';
import { feedOf } from '../platform/resource/feed.js';
import { StoreRegistry } from '../platform/resource/stores.module.js';
import { eventually } from '../../test/support/eventually.js';
import { startTestApp, type TestApp } from '../../test/support/test-app.js';

describe('payloads', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp();
  });
  afterAll(() => suite.close());

  it('are those of a feed for each resource with records, or its declaration says why not', () => {
    const recorded = [...suite.app.get(StoreRegistry).all].map(({ resource }) => resource);
    const silent = recorded.filter((resource) => resource.app && !feedOf(resource));
    expect(silent.map(({ type }) => type).toSorted()).toEqual([
      'careers.stage_history',
      'guard.audit_log',
      'guard.checkpoint',
      'guard.review',
      'office.upload',
      'project.calendar_feed',
      'project.timer',
      'sales.stage_history',
    ]);
    for (const { type, feed } of silent) expect([type, feed]).toEqual([type, { none: expect.stringMatching(/\.$/) }]);
  });

  it('have a realistic example each in the OpenAPI document, which is valid', async () => {
    const { body } = await suite.client.get('/openapi.json');
    for (const [type, { payload }] of eventTypes()) {
      const { example } = body.webhooks[type].post.requestBody.content['application/json'];
      expect(Object.keys(example)).toEqual(['id', 'type', 'workspace_id', 'timestamp', 'actor', 'payload', 'sequence']);
      expect(example.type).toBe(type);
      expect(Object.keys(example.payload)).toEqual([...fieldsOf(payload.prototype).keys()]);
      expect(read(payload, example.payload, { strict: true }), type).toBeTruthy();
      // A word that repeats the name of its field is no example.
      for (const [name, value] of Object.entries(example.payload)) {
        expect(String(value).toLowerCase(), `${type} ${name}`).not.toBe(name.replaceAll('_', ' '));
      }
    }
  });

  it('of the largest document stay far below their limit, and those of candidates hold ids only', async () => {
    const { client } = suite;
    const tags = Array.from({ length: 50 }, (_, index) => '\u{1F600}'.repeat(48) + String(index).padStart(2, '0'));
    const title = '\u{1F600}'.repeat(255);
    const content = `<p>${'x'.repeat(5 * 2 ** 20 - 7)}</p>`;
    const created = await client.post('/v1/office/documents', { title: 'Plan' });
    const all = {
      title,
      content,
      tags,
      status: 'published',
      permissions: { visibility: 'public' },
      content_type: 'html',
    };
    expect((await client.patch(`/v1/office/documents/${created.body.id}`, all)).status).toBe(200);
    const [{ payload }] = await eventually(async () => {
      const { data } = (await client.get('/v1/events?type=office.document.updated')).body;
      expect(data).toHaveLength(1);
      return data;
    });
    expect(payload.title).toBe(title);
    expect(payload.changed_fields).toEqual(expect.arrayContaining(['title', 'content', 'tags', 'status']));
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(4096);
    for (const [type, { payload: shape }] of eventTypes()) {
      // Names of fields say nothing of a candidate either.
      if (!/^careers\.(application|attachment|note|scorecard)\./.test(type)) continue;
      const fields = [...fieldsOf(shape.prototype).keys()].filter((name) => name !== 'changed');
      expect([type, fields.filter((name) => !name.endsWith('_id'))]).toEqual([type, []]);
    }
  });
});
