import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/access/roles';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

const names = ({ body }: { body: any }): string[] => body.data.map(({ name }: { name: string }) => name);

describe('GET /v1/access/roles', () => {
  it('lists every role with its scopes', async () => {
    const { body } = await suite.client.get(PATH);
    expect([body.data.length, body.meta]).toEqual([26, { total: 26, next_cursor: null, has_more: false }]);
    const byName = Object.fromEntries(body.data.map((role: any) => [role.name, role.scopes]));
    expect(byName['office:viewer']).toEqual(['office:read']);
    expect(byName['sales:member']).toEqual(['sales:read', 'sales:write']);
    expect(byName['workspace:owner']).toHaveLength(12);
  });

  it.each(['asc', 'desc'])('comes in pages, sorted by name:%s', async (direction) => {
    const all = names(await suite.client.get(`${PATH}?sort=name:${direction}`));
    expect(direction === 'asc' ? all : all.toReversed()).toEqual(all.toSorted());
    const read: string[] = [];
    for (let cursor = ''; ;) {
      const answer = await suite.client.get(`${PATH}?limit=10&sort=name:${direction}${cursor}`);
      read.push(...names(answer));
      const { total, has_more, next_cursor } = answer.body.meta;
      expect([total, has_more]).toEqual([26, read.length < 26]);
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
    }
    expect(read).toEqual(all);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'sort=scopes:asc', 'cursor=abc'])('refuses %s', async (query) => {
    const { status, body } = await suite.client.get(`${PATH}?${query}`);
    expect([status, body.error.details[0].field]).toEqual([400, query.split('=')[0]]);
  });

  it('takes a cursor of the same list only', async () => {
    const { next_cursor } = (await suite.client.get(`${PATH}?limit=5`)).body.meta;
    const stranger = (await suite.workspace()).client;
    expect((await suite.client.get(`${PATH}?limit=5&cursor=${next_cursor}`)).status).toBe(200);
    expect((await suite.client.get(`${PATH}?limit=5&sort=name:desc&cursor=${next_cursor}`)).status).toBe(400);
    expect((await stranger.get(`${PATH}?limit=5&cursor=${next_cursor}`)).status).toBe(400);
  });
});
