import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { enforcePolicy, POLICIES, policy } from '../../../test/support/policies.js';

/** Policies with `when` act on records by their content, before and after the change (D-REV-1). */

let suite: TestApp;
let client: Client;
let pipeline: any;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
  const stages = [{ name: 'Lead', probability: 50 }];
  pipeline = await make('/v1/sales/pipelines', { name: 'Direct', stages });
});
afterAll(() => suite.close());

const DEALS = '/v1/sales/deals';

async function make(path: string, body: object, by = client): Promise<any> {
  const answer = await by.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const deal = (title: string, value: number | null, more: object = {}, by = client) =>
  make(DEALS, { title, value, pipeline_id: pipeline.id, ...more }, by);

/** An owner whom a policy denies these actions on deals. */
async function bound(when: object, actions: string[], resource: object = { type: 'sales.deal' }): Promise<Client> {
  const { client: made, userId } = await suite.signedIn('workspace:owner');
  const principals = [{ type: 'user', id: userId }];
  await enforcePolicy(client, { principals, resources: [resource], actions, when });
  return made;
}

const faults = async (facts: object) => {
  const { status, body } = await client.post(POLICIES, policy(facts));
  return [status, ...(body.error?.details ?? []).map(({ field, code }: any) => `${field} ${code}`)];
};

describe('a policy with a condition on the record before', () => {
  it('leaves matching records out of lists, totals, sums, search, exports, the feed and includes', async () => {
    const [large, small] = [await deal('Takeover', 70_000), await deal('Paperclips', 10)];
    const note = await make(`${DEALS}/${large.id}/activities`, { type: 'note', note: 'Secret' });
    const who = await bound({ before: { value: { gte: 50_000 } } }, ['sales:read']);
    const list = (await who.get(`${DEALS}?pipeline_id=${pipeline.id}`)).body;
    expect([list.data.map(({ title }: any) => title), list.meta.total]).toEqual([['Paperclips'], 1]);
    expect((await who.get(`/v1/sales/pipelines/${pipeline.id}`)).body).toMatchObject({
      deal_count: 1,
      total_value: 10,
    });
    expect((await who.get('/v1/search?q=takeover')).body.data).toEqual([]);
    expect((await client.get('/v1/search?q=takeover')).body.data).toHaveLength(1);
    expect((await who.get(`${DEALS}/export?pipeline_id=${pipeline.id}`)).text).not.toContain('Takeover');
    const events = async (by: Client) =>
      (await by.get('/v1/events?type=sales.deal.created&limit=100')).body.data.map(({ payload }: any) => payload.title);
    await expect.poll(() => events(client)).toContain('Takeover');
    expect(await events(who)).not.toContain('Takeover');
    expect((await who.get(`${DEALS}/${large.id}`)).status).toBe(403);
    expect((await who.get(`${DEALS}/${small.id}`)).status).toBe(200);
    expect((await who.get(`${DEALS}/${large.id}/activities`)).status).toBe(403);
    expect(note.id).toBeTruthy();
    const entries = (await who.get(`/v1/guard/audit-logs?resource_id=${large.id}`)).body.data;
    expect(JSON.stringify(entries)).not.toContain('Takeover');
  });

  it('denies changes of matching records only, and of their parts', async () => {
    const [large, small] = [await deal('Merger', 70_000), await deal('Pens', 10)];
    const who = await bound({ before: { value: { gte: 50_000 } } }, ['sales:write', 'sales:delete']);
    const change = async (id: string) => (await who.patch(`${DEALS}/${id}`, { title: 'Changed' })).status;
    expect([await change(large.id), await change(small.id)]).toEqual([403, 200]);
    const add = async (id: string) => (await who.post(`${DEALS}/${id}/activities`, { type: 'note', note: 'x' })).status;
    expect([await add(large.id), await add(small.id)]).toEqual([403, 201]);
    expect((await who.post(`${DEALS}/${large.id}/close`, { outcome: 'won' })).status).toBe(403);
    // Raising the sum is a change of a small deal.
    expect((await who.patch(`${DEALS}/${small.id}`, { value: 60_000 })).status).toBe(200);
    expect(await change(small.id)).toBe(403);
  });

  it('denies the deletion of matching records, for good as well', async () => {
    const document = async (title: string) => (await make('/v1/office/documents', { title, content: title })).id;
    const [kept, other] = [await document('Contract'), await document('Notes')];
    const when = { before: { title: { starts: 'Contract' } } };
    const who = await bound(when, ['office:delete'], { type: 'office.document' });
    const remove = async (id: string, more = '') => (await who.delete(`/v1/office/documents/${id}${more}`)).status;
    expect([await remove(kept), await remove(other), await remove(kept, '?hard=true')]).toEqual([403, 204, 403]);
  });

  it('narrows a tag', async () => {
    const who = await bound({ before: { value: { gte: 50 } } }, ['sales:read'], { type: 'sales.deal', tag: 'quiet' });
    const ids = [
      (await deal('One', 70, { tags: ['quiet'] })).id,
      (await deal('Two', 70)).id,
      (await deal('Three', 7, { tags: ['quiet'] })).id,
    ];
    const answers = await Promise.all(ids.map(async (id) => (await who.get(`${DEALS}/${id}`)).status));
    expect(answers).toEqual([403, 200, 200]);
    const list = (await who.get(`${DEALS}?limit=100`)).body.data.map(({ title }: any) => title);
    expect(list).toEqual(expect.arrayContaining(['Two', 'Three']));
    expect(list).not.toContain('One');
  });

  it('acts on nothing where the value is missing, also by its not', async () => {
    const { id } = await deal('Unknown', 5, { expected_close_date: null });
    const who = await bound({ before: { not: { expected_close_date: { lt: '2026-01-01' } } } }, ['sales:read']);
    expect((await who.get(`${DEALS}/${id}`)).status).toBe(200);
    const dated = await deal('Dated', 5, { expected_close_date: '2026-08-01' });
    expect((await who.get(`${DEALS}/${dated.id}`)).status).toBe(403);
    const titles = (await who.get(`${DEALS}?limit=100`)).body.data.map(({ title }: any) => title);
    expect(titles).toContain('Unknown');
    expect(titles).not.toContain('Dated');
  });

  it('asks for the content of a record of which only the id is known', async () => {
    const owned = await deal('Owned', 5);
    const who = await bound({ before: { owner_id: { empty: true } } }, ['sales:read']);
    expect((await who.get(`${DEALS}/${owned.id}`)).status).toBe(200);
    const entries = (await who.get(`/v1/guard/audit-logs?resource_id=${owned.id}`)).body.data;
    expect(JSON.stringify(entries)).not.toContain('masked');
  });
});

describe('a policy with a condition on the record after', () => {
  it('denies a creation and a change that would match, and nothing else', async () => {
    const who = await bound({ after: { value: { gte: 50_000 } } }, ['sales:*']);
    const attempt = { title: 'Large', value: 50_000, pipeline_id: pipeline.id };
    expect((await who.post(DEALS, attempt)).status).toBe(403);
    const { id } = await deal('Grows', 100, {}, who);
    expect((await who.patch(`${DEALS}/${id}`, { value: 49_999 })).status).toBe(200);
    const refused = await who.patch(`${DEALS}/${id}`, { value: 50_000 });
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('denies sales:write')]);
    expect((await client.get(`${DEALS}/${id}`)).body.value).toBe(49_999);
    // Reading leaves no changed record.
    await client.patch(`${DEALS}/${id}`, { value: 90_000 });
    expect((await who.get(`${DEALS}/${id}`)).status).toBe(200);
    expect((await who.patch(`${DEALS}/${id}`, { title: 'Still large' })).status).toBe(403);
    expect((await who.patch(`${DEALS}/${id}`, { value: 1 })).status).toBe(200);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&outcome=denied`)).body;
    expect(data).toHaveLength(2);
  });

  it('holds together with the one before, also in a batch', async () => {
    const who = await bound({ before: { value: { lt: 100 } }, after: { value: { gte: 100 } } }, ['sales:write']);
    const [low, high] = [await deal('Low', 50), await deal('High', 500)];
    const change = async (id: string, value: number) => (await who.patch(`${DEALS}/${id}`, { value })).status;
    expect([await change(low.id, 99), await change(high.id, 900), await change(low.id, 100)]).toEqual([200, 200, 403]);
    const operations = [{ method: 'PATCH', path: `${DEALS}/${low.id}`, body: { value: 1_000 } }];
    expect((await who.post('/v1/batch', { operations })).status).toBe(403);
    expect((await who.post('/v1/batch', { operations, dry_run: true })).status).toBe(403);
    expect((await client.get(`${DEALS}/${low.id}`)).body.value).toBe(99);
  });
});

describe('a condition of a policy', () => {
  const onDeals = { resources: [{ type: 'sales.deal' }], actions: ['sales:write'] };

  it.each([
    ['a field that no deal has', { when: { after: { cake: 1 } } }, 'when.after.cake unknown_field'],
    [
      'a field that is not shown',
      { when: { before: { workspace_id: 'ws_1' } } },
      'when.before.workspace_id unknown_field',
    ],
    ['a value of the wrong type', { when: { before: { value: { gte: '5' } } } }, 'when.before.value.gte invalid_type'],
    ['another part', { when: { now: {} } }, 'when.now unknown_field'],
    ['no part', { when: {} }, 'when required'],
    ['no object', { when: 5 }, 'when invalid_type'],
    ['too many characters', { when: { before: { title: { in: Array(5).fill('x'.repeat(999)) } } } }, 'when too_long'],
    [
      'a field that not every type of the app has',
      { resources: [{ type: 'sales.*' }], when: { before: { value: 1 } } },
      'when.before.value unknown_field',
    ],
    [
      'a result of what leaves none',
      { actions: ['sales:read', 'sales:delete'], when: { after: { value: 1 } } },
      'when.after invalid_value',
    ],
    [
      'secrets of users',
      { resources: [{ type: 'access.user' }], actions: ['access:write'], when: { before: { password_hash: 'x' } } },
      'when.before.password_hash unknown_field',
    ],
  ])('with %s is refused', async (_what, facts, fault) => {
    expect(await faults({ ...onDeals, ...facts })).toEqual([400, fault]);
  });

  it('may ask several types for what each of them has', async () => {
    const when = { before: { created_at: { lt: '2020-01-01T00:00:00Z' } } };
    const resources = [{ type: 'sales.deal' }, { type: 'sales.contact' }];
    expect(await faults({ resources, actions: ['sales:*'], when })).toEqual([201]);
  });

  it('is shown, changed and removed, and checked again with new resources', async () => {
    const when = { after: { value: { gte: 5 } } };
    const { id } = await make(POLICIES, policy({ ...onDeals, when }));
    const path = `${POLICIES}/${id}`;
    expect((await client.get(path)).body.when).toEqual(when);
    const wrong = await client.patch(path, { resources: [{ type: 'office.document' }] });
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([400, 'when.after.value']);
    expect((await client.patch(path, { when: null })).body.when).toBeNull();
    expect((await client.patch(path, { resources: [{ type: 'office.document' }] })).status).toBe(200);
  });

  it('is part of an evaluation', async () => {
    const when = { before: { status: 'open' }, after: { value: { gte: 100 } } };
    const { id } = await make(POLICIES, policy({ ...onDeals, when }));
    const record = await deal('Evaluated', 5);
    const ask = async (more: object, by = client) => {
      const question = { principal: { type: 'any' }, action: 'sales:write', ...more };
      const { status, body } = await by.post(`${POLICIES}/${id}/evaluate`, question);
      return [status, body.policy_matches, ...(body.unmatched ?? [])];
    };
    const resource = { type: 'sales.deal', id: record.id };
    expect(await ask({ resource, changes: { value: 100 } })).toEqual([200, true]);
    expect(await ask({ resource, changes: { value: 99 } })).toEqual([200, false, 'condition']);
    expect(await ask({ resource })).toEqual([200, false, 'condition']);
    expect(await ask({ resource: { type: 'sales.deal' } })).toEqual([200, false, 'condition']);
    // It would tell what somebody cannot read.
    const { client: blind } = await suite.signedIn('guard:admin');
    expect(await ask({ resource, changes: { value: 100 } }, blind)).toEqual([403, undefined]);
  });

  it('that would lock out every owner is refused', async () => {
    const resources = [{ type: 'guard.policy' }];
    const facts = { resources, actions: ['guard:*'], when: { before: { status: 'active' } }, status: 'active' };
    expect((await client.post(POLICIES, policy(facts))).status).toBe(409);
  });

  it('is tried on the audit log, by what the record was at the time', async () => {
    const { client: author, userId } = await suite.signedIn('workspace:owner');
    const { id } = await deal('Simulated', 10, {}, author);
    await author.patch(`${DEALS}/${id}`, { value: 500 });
    await author.patch(`${DEALS}/${id}`, { title: 'Simulated twice' });
    await author.patch(`${DEALS}/${id}`, { value: 20 });
    const simulate = async (when: object) => {
      const rules = { principals: [{ type: 'user', id: userId }], ...onDeals, when };
      const { status, body } = await client.post(`${POLICIES}/simulate`, { policy: rules });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.by_action.map(({ action, count }: any) => `${action} ${count}`);
    };
    expect(await simulate({ after: { value: { gte: 500 } } })).toEqual(['sales.deal.updated 2']);
    expect(await simulate({ before: { value: { gte: 500 } } })).toEqual(['sales.deal.updated 2']);
    expect(await simulate({ after: { value: { gte: 900 } } })).toEqual([]);
    expect(await simulate({ after: { value: 10 } })).toEqual(['sales.deal.created 1']);
    expect(await simulate({ after: { value: 20 } })).toEqual(['sales.deal.updated 1']);
    const wrong = await client.post(`${POLICIES}/simulate`, {
      policy: { principals: [{ type: 'any' }], ...onDeals, when: { after: { cake: 1 } } },
    });
    expect(wrong.body.error.details[0].field).toBe('policy.when.after.cake');
  });
});
