import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { registerClient, signedInThrough } from '../../../test/support/oauth.js';
import { receive } from '../../../test/support/receiver.js';
import { Client, type SignedInClient, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { POLICIES } from '../../../test/support/policies.js';
import { Works } from '../../platform/index.js';
import { checkFile } from '../sealing/file-check.js';
import { Sealer } from '../sealing/sealer.js';

/** Requests that policies ask about wait for approvals, and run once, as whoever asked (D-REV-1 to D-REV-5). */

let suite: TestApp;
let client: Client;
let pipeline: any;
let asker: SignedInClient;
let approver: SignedInClient;
let policyId: string;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
  pipeline = await make('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'Lead', probability: 50 }] });
  asker = await suite.signedIn('sales:editor');
  approver = await suite.signedIn('sales:admin');
  policyId = await ask({ principals: [{ type: 'user', id: asker.userId }] });
});
afterAll(() => suite.close());

const DEALS = '/v1/sales/deals';
const REVIEWS = '/v1/guard/reviews';

async function make(path: string, body: object, by = client): Promise<any> {
  const answer = await by.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Large deals need an approval of the approver, unless told otherwise. */
const policy = (facts: object = {}) => ({
  name: 'Large deals',
  effect: 'review',
  principals: [{ type: 'any' }],
  resources: [{ type: 'sales.deal' }],
  actions: ['sales:write'],
  when: { after: { value: { gte: 10_000 } } },
  approvers: [{ type: 'user', id: approver.userId }],
  status: 'active',
  ...facts,
});

const ask = async (facts: object = {}) => (await make(POLICIES, policy(facts))).id as string;

const deal = (value: number, more: object = {}) =>
  make(DEALS, { title: 'Seats', value, pipeline_id: pipeline.id, owner_id: asker.userId, ...more });

const suspend = ({ userId }: SignedInClient, by = client) => by.post(`/v1/access/users/${userId}/deactivate`);

const valueOf = async (id: string) => (await client.get(`${DEALS}/${id}`)).body.value;

async function pending(answer: { status: number; body: any; text: string; headers: Headers }): Promise<string> {
  expect(answer.status, answer.text).toBe(202);
  const { review_id, status, expires_at } = answer.body;
  expect([status, typeof expires_at]).toEqual(['pending', 'string']);
  expect(answer.headers.get('location')).toBe(`${REVIEWS}/${review_id}`);
  return review_id;
}

const raise = async (id: string, value = 20_000, by = asker.client) =>
  pending((await by.patch(`${DEALS}/${id}`, { value })) as never);

const decide = async (id: string, how: string, by: Client, body?: object) => {
  const answer = await by.post(`${REVIEWS}/${id}/${how}`, body);
  return [answer.status, answer.body.status ?? answer.body.error.message];
};

const preview = (id: string, by: Client) => by.post(`${REVIEWS}/${id}/preview`);

const statusOf = async (id: string, by = client) => {
  const { status, reason } = (await by.get(`${REVIEWS}/${id}`)).body;
  return [status, reason];
};

describe('a request that a policy asks about', () => {
  it('is answered with 202, changes nothing, and runs once it is approved, as whoever asked', async () => {
    const { id, revision } = await deal(100);
    const review = await raise(id);
    expect((await client.get(`${DEALS}/${id}`)).body).toMatchObject({ value: 100, revision });
    const shown = (await approver.client.get(`${REVIEWS}/${review}`)).body;
    expect(shown).toMatchObject({
      status: 'pending',
      method: 'PATCH',
      path: `${DEALS}/${id}`,
      policies: [policyId],
      needs: [{ policy_id: policyId, approvers: [`user:${approver.userId}`], approvals: 1 }],
      requested_by: asker.userId,
      requested_through: 'session',
      resource_ids: [id],
      preview: { changes: [{ type: 'sales.deal', id, changes: { value: { from: 100, to: 20_000 } } }], hidden: 0 },
    });
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
    expect(await valueOf(id)).toBe(20_000);
    expect(await decide(review, 'approve', approver.client)).toEqual([409, expect.stringContaining('decided')]);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=sales.deal.updated`)).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      actor: { type: 'user', id: asker.userId },
      changes: {
        value: { from: 100, to: 20_000 },
        review: { to: review },
        approved_by: { to: [approver.userId] },
      },
    });
    const story = (await client.get(`/v1/guard/audit-logs?resource_id=${review}&outcome=success`)).body.data;
    expect(story.map(({ action, actor }: any) => [action, actor.id])).toEqual([
      ['guard.review.executed', approver.userId],
      ['guard.review.approved', approver.userId],
      ['guard.review.requested', asker.userId],
    ]);
    const events = async () =>
      (await client.get('/v1/events?type=guard.review.executed&limit=100')).body.data.map(
        ({ payload }: any) => payload.review_id,
      );
    await expect.poll(events).toContain(review);
  });

  it('below the condition needs none, and one that is refused is refused', async () => {
    const { id } = await deal(100);
    expect((await asker.client.patch(`${DEALS}/${id}`, { value: 9_999 })).status).toBe(200);
    expect((await asker.client.patch(`${DEALS}/${id}`, { value: 20_000, stage_id: 'none' })).status).toBe(400);
    const path = `${DEALS}/${id}`;
    const stale = { headers: { 'If-Match': '"1"' } };
    expect((await asker.client.patch(path, { value: 20_000 }, stale)).status).toBe(412);
  });

  it('shows a new record in its preview', async () => {
    const attempt = { title: 'New', value: 50_000, pipeline_id: pipeline.id };
    const review = await pending((await asker.client.post(DEALS, attempt)) as never);
    const { preview } = (await approver.client.get(`${REVIEWS}/${review}`)).body;
    expect(preview.changes[0].changes).toMatchObject({ title: { from: null, to: 'New' }, value: { to: 50_000 } });
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
    const { data } = (await client.get(`${DEALS}?value[gte]=50000&value[lte]=50000`)).body;
    expect(data).toMatchObject([{ title: 'New', owner_id: asker.userId }]);
  });

  it('joins the one that waits, with a key or without, and is told once', async () => {
    const { id } = await deal(100);
    const first = await raise(id);
    expect(await raise(id)).toBe(first);
    const key = { headers: { 'Idempotency-Key': 'again' } };
    const made = await asker.client.post(DEALS, { title: 'K', value: 60_000, pipeline_id: pipeline.id }, key);
    const again = await asker.client.post(DEALS, { title: 'K', value: 60_000, pipeline_id: pipeline.id }, key);
    expect([made.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(made.body);
    expect(await raise(id, 30_000)).not.toBe(first);
    // Another revision is another request.
    await client.patch(`${DEALS}/${id}`, { title: 'Renamed' });
    expect(await raise(id)).not.toBe(first);
  });

  it('of which twenty arrive at once is one', async () => {
    const { id } = await deal(100);
    const answers = await Promise.all(Array.from({ length: 20 }, () => raise(id, 70_000)));
    expect(new Set(answers).size).toBe(1);
  });

  it('is reviewed whole in an atomic batch, and one by one in another', async () => {
    const [one, two] = [await deal(100), await deal(200)];
    const operations = [
      { method: 'PATCH', path: `${DEALS}/${one.id}`, body: { title: 'First' } },
      { method: 'PATCH', path: `${DEALS}/${two.id}`, body: { value: 40_000 } },
    ];
    const review = await pending((await asker.client.post('/v1/batch', { operations })) as never);
    expect((await client.get(`${DEALS}/${one.id}`)).body.title).toBe('Seats');
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
    expect((await client.get(`${DEALS}/${one.id}`)).body.title).toBe('First');
    expect(await valueOf(two.id)).toBe(40_000);
    const each = await asker.client.post('/v1/batch', {
      atomic: false,
      operations: operations.map((operation) => ({ ...operation, body: { value: 90_000 } })),
    });
    expect(each.body.results.map(({ status }: any) => status)).toEqual([202, 202]);
  });

  it('is a dry run like any other', async () => {
    const { id } = await deal(100);
    const answer = await asker.client.patch(`${DEALS}/${id}`, { value: 20_000 }, { headers: { Prefer: 'dry-run' } });
    expect([answer.status, answer.body.needs_review]).toEqual([200, [policyId]]);
    const before = (await client.get(`${REVIEWS}?resource_id=${id}`)).body.meta.total;
    expect(before).toBe(0);
  });
});

describe('a decision', () => {
  it('is not for whoever asked, by whatever way, nor for others', async () => {
    const self = await suite.signedIn('workspace:owner');
    await ask({
      principals: [{ type: 'user', id: self.userId }],
      approvers: [
        { type: 'user', id: self.userId },
        { type: 'role', id: 'sales:admin' },
      ],
    });
    const { id } = await deal(100);
    const review = await raise(id, 20_000, self.client);
    expect((await decide(review, 'approve', self.client))[0]).toBe(403);
    expect((await decide(review, 'reject', self.client, { reason: 'x' }))[0]).toBe(403);
    const other = await suite.signedIn('sales:editor');
    expect((await decide(review, 'approve', other.client))[0]).toBe(404);
    // Owners see it and do not approve, unless they are named.
    const owner = await suite.signedIn('workspace:owner');
    expect((await decide(review, 'approve', owner.client))[0]).toBe(403);
    // A key of an approver shows it and never decides.
    const scopes = ['read:all', 'write:all'];
    const admin = await suite.signedIn('workspace:owner', 'sales:admin');
    const { body: key } = await admin.client.post('/v1/access/api-keys', { name: 'Program', scopes });
    const program = new Client(suite.base, key.key);
    expect((await program.get(`${REVIEWS}/${review}`)).status).toBe(200);
    expect(await decide(review, 'approve', program)).toEqual([403, expect.stringContaining('signed in')]);
    expect(await statusOf(review)).toEqual(['pending', null]);
    expect((await decide(review, 'cancel', admin.client))[0]).toBe(403);
    expect(await decide(review, 'approve', admin.client)).toEqual([200, 'executed']);
    const neighbour = await suite.workspace();
    expect((await neighbour.client.get(`${REVIEWS}/${review}`)).status).toBe(404);
  });

  it('is not for whoever asked as one of a group, nor by a key or another session of theirs', async () => {
    const [self, other] = [await suite.signedIn('workspace:owner'), await suite.signedIn('sales:admin')];
    const { body: group } = await client.post('/v1/access/groups', { name: `All of ${self.userId}` });
    const user_ids = [self.userId, other.userId];
    expect((await client.post(`/v1/access/groups/${group.id}/members`, { user_ids })).status).toBe(200);
    await ask({ principals: [{ type: 'user', id: self.userId }], approvers: [{ type: 'group', id: group.id }] });
    const { id } = await deal(100);
    const review = await raise(id, 20_000, self.client);
    const { body: key } = await self.client.post('/v1/access/api-keys', {
      name: 'Own',
      scopes: ['read:all', 'write:all'],
    });
    // The session of another person, as if it were a second one of theirs.
    const second = await suite.signedIn('workspace:owner');
    await suite.database.execute('update sessions set user_id = $2 where id = $1', [second.sessionId, self.userId]);
    for (const by of [self.client, second.client, new Client(suite.base, key.key)])
      expect(await decide(review, 'approve', by)).toEqual([403, expect.any(String)]);
    expect(await valueOf(id)).toBe(100);
    expect(await decide(review, 'approve', other.client)).toEqual([200, 'executed']);
  });

  it('is not for an app, neither of an approver nor of whoever asked', async () => {
    const app = await registerClient(suite, { scopes: ['sales:read', 'sales:write'] });
    const who = await signedInThrough(app, client, 'sales:editor');
    const lead = await signedInThrough(app, client, 'sales:admin');
    const approvers = [lead, approver].map(({ userId: id }) => ({ type: 'user', id }));
    await ask({ principals: [{ type: 'user', id: who.userId }], approvers });
    const { id } = await deal(100, { owner_id: who.userId });
    const review = await raise(id, 20_000, who.client);
    expect((await lead.client.get(`${REVIEWS}/${review}`)).body.requested_through).toBe('app');
    for (const by of [lead.client, who.client])
      for (const [how, body] of [['approve'], ['reject', { reason: 'No' }]] as const)
        expect(await decide(review, how, by, body)).toEqual([403, expect.stringContaining('keys and apps cannot')]);
    expect(await statusOf(review)).toEqual(['pending', null]);
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=sales.deal.updated`)).body;
    expect(data[0].actor).toMatchObject({ id: who.userId, via: { id: app.client_id } });
  });

  it('is never asked about itself, so that no approval waits for another', async () => {
    const [who, lead] = [await suite.signedIn('sales:editor'), await suite.signedIn('sales:admin')];
    await ask({ principals: [{ type: 'user', id: who.userId }], approvers: [{ type: 'user', id: lead.userId }] });
    const about = { resources: [{ type: 'guard.*' }], actions: ['*'], when: null };
    await ask({ ...about, principals: [who, lead].map(({ userId: id }) => ({ type: 'user', id })) });
    const [first, second] = [await deal(100), await deal(100)];
    const [run, ended] = [await raise(first.id, 20_000, who.client), await raise(second.id, 20_000, who.client)];
    expect(await decide(run, 'approve', lead.client)).toEqual([200, 'executed']);
    expect(await decide(ended, 'cancel', who.client)).toEqual([200, 'cancelled']);
    expect(await valueOf(first.id)).toBe(20_000);
  });

  it('needs a recent proof', async () => {
    const who = await suite.signedIn('sales:editor');
    await ask({ principals: [{ type: 'user', id: who.userId }] });
    const { id } = await deal(100);
    const review = await raise(id, 20_000, who.client);
    suite.clock.advance(16 * 60);
    const { status, body } = await approver.client.post(`${REVIEWS}/${review}/approve`);
    suite.clock.advance(-16 * 60);
    expect([status, body.error.code]).toEqual([401, 'REAUTHENTICATION_REQUIRED']);
    expect(await valueOf(id)).toBe(100);
  });

  it('may need several people, of whom those who were suspended count no more', async () => {
    const who = await suite.signedIn('sales:editor');
    const people = await Promise.all([1, 2, 3].map(() => suite.signedIn('sales:viewer')));
    const { body: group } = await client.post('/v1/access/groups', { name: `Approvers ${who.userId}` });
    const user_ids = people.map(({ userId }) => userId);
    expect((await client.post(`/v1/access/groups/${group.id}/members`, { user_ids })).status).toBe(200);
    await ask({
      principals: [{ type: 'user', id: who.userId }],
      approvers: [{ type: 'group', id: group.id }],
      approvals: 2,
    });
    const { id } = await deal(100, { owner_id: who.userId });
    const review = await raise(id, 20_000, who.client);
    const [one, two, three] = people as [SignedInClient, SignedInClient, SignedInClient];
    expect(await decide(review, 'approve', one.client)).toEqual([200, 'pending']);
    expect(await decide(review, 'approve', one.client)).toEqual([200, 'pending']);
    expect((await suspend(one)).status).toBe(200);
    expect(await decide(review, 'approve', two.client)).toEqual([200, 'pending']);
    expect(await valueOf(id)).toBe(100);
    expect(await decide(review, 'approve', three.client)).toEqual([200, 'executed']);
    expect(await valueOf(id)).toBe(20_000);
  });

  it('of which twenty arrive at once runs the request once', async () => {
    const { id } = await deal(100);
    const review = await raise(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(review, 'approve', approver.client)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=sales.deal.updated`)).body;
    expect(data).toHaveLength(1);
  });

  it('may be no, with a reason, or be taken back by whoever asked', async () => {
    const { id } = await deal(100);
    const rejected = await raise(id);
    expect((await approver.client.post(`${REVIEWS}/${rejected}/reject`, {})).status).toBe(400);
    expect(await decide(rejected, 'reject', approver.client, { reason: 'Too much' })).toEqual([200, 'rejected']);
    expect(await statusOf(rejected, asker.client)).toEqual(['rejected', 'Too much']);
    const cancelled = await raise(id);
    expect(cancelled).not.toBe(rejected);
    expect((await decide(cancelled, 'cancel', approver.client))[0]).toBe(403);
    expect(await decide(cancelled, 'cancel', asker.client)).toEqual([200, 'cancelled']);
    expect((await decide(cancelled, 'approve', approver.client))[0]).toBe(409);
    expect(await valueOf(id)).toBe(100);
    const { rows } = await suite.database.execute('select request from reviews where id = any($1)', [
      [rejected, cancelled],
    ]);
    expect(rows).toEqual([{ request: null }, { request: null }]);
  });
});

describe('an approved request', () => {
  it('fails where the record has changed since, and changes nothing', async () => {
    const { id } = await deal(100);
    const review = await raise(id);
    await client.patch(`${DEALS}/${id}`, { value: 500 });
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'failed']);
    expect(await statusOf(review)).toEqual(['failed', 'stale']);
    expect(await valueOf(id)).toBe(500);
    // Asking again is one request.
    expect(await raise(id)).not.toBe(review);
  });

  it('fails where the record is gone, or whoever asked', async () => {
    const who = await suite.signedIn('sales:editor');
    const about = { principals: [{ type: 'user', id: who.userId }], when: null };
    await ask({ ...about, resources: [{ type: 'sales.*' }], actions: ['sales:*'] });
    const [gone, left] = [await make('/v1/sales/contacts', { display_name: 'Grace' }), await deal(100)];
    const path = `/v1/sales/contacts/${gone.id}`;
    const first = await pending((await who.client.patch(path, { display_name: 'Hopper' })) as never);
    const second = await raise(left.id, 20_000, who.client);
    expect((await client.delete(`${path}?hard=true`)).status).toBe(204);
    expect(await decide(first, 'approve', approver.client)).toEqual([200, 'failed']);
    expect((await client.delete(`/v1/access/users/${who.userId}`)).status).toBe(204);
    expect(await decide(second, 'approve', approver.client)).toEqual([200, 'failed']);
    expect((await statusOf(second))[1]).toContain('lost the access');
    expect(await valueOf(left.id)).toBe(100);
  });

  it('waits for the extension of its route', async () => {
    const { id } = await deal(100);
    const review = await raise(id);
    const move = (path: string) => suite.database.execute('update reviews set path = $2 where id = $1', [review, path]);
    await move('/v1/stock/items/item_1');
    expect((await client.get(`${REVIEWS}?limit=100`)).body.data).toContainEqual(
      expect.objectContaining({ id: review }),
    );
    const notHere = 'No loaded extension has the route of this request. Approve it once it is loaded.';
    expect(await decide(review, 'approve', approver.client)).toEqual([409, notHere]);
    expect((await preview(review, approver.client)).status).toBe(409);
    expect(await statusOf(review)).toEqual(['pending', null]);
    await move(`${DEALS}/${id}`);
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
  });

  it('is not made stale by other records', async () => {
    const { id } = await deal(100);
    const review = await raise(id);
    await make(`${DEALS}/${id}/activities`, { type: 'note', note: 'Called' });
    await client.patch(`/v1/sales/pipelines/${pipeline.id}`, { name: 'Renamed' });
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
  });

  it('has the rights of whoever asked as they are then', async () => {
    const who = await suite.signedIn('sales:editor');
    await ask({ principals: [{ type: 'user', id: who.userId }] });
    const [one, two, three] = [await deal(100), await deal(100), await deal(100)];
    const reviews = [
      await raise(one.id, 20_000, who.client),
      await raise(two.id, 20_000, who.client),
      await raise(three.id, 20_000, who.client),
    ] as [string, string, string];
    const denial = {
      ...policy({ effect: 'deny', when: null, approvers: [], principals: [{ type: 'user', id: who.userId }] }),
      resources: [{ type: 'sales.deal', id: one.id }],
    };
    await make(POLICIES, denial);
    expect(await decide(reviews[0], 'approve', approver.client)).toEqual([200, 'failed']);
    expect((await statusOf(reviews[0]))[1]).toContain('denies sales:write');
    // Another policy asks meanwhile.
    const further = await ask({ principals: [{ type: 'user', id: who.userId }], name: 'Further' });
    expect(await decide(reviews[1], 'approve', approver.client)).toEqual([200, 'failed']);
    expect((await statusOf(reviews[1]))[1]).toContain(further);
    await client.patch(`${POLICIES}/${further}`, { status: 'inactive' });
    expect((await suspend(who)).status).toBe(200);
    expect(await decide(reviews[2], 'approve', approver.client)).toEqual([200, 'failed']);
    for (const { id } of [one, two, three]) expect(await valueOf(id)).toBe(100);
  });

  it('fails where whoever asked has lost the role since, or the app by which they asked', async () => {
    const app = await registerClient(suite, { scopes: ['sales:read', 'sales:write'] });
    const who = await suite.signedIn('sales:editor');
    const through = await signedInThrough(app, client, 'sales:editor');
    await ask({ principals: [who, through].map(({ userId: id }) => ({ type: 'user', id })) });
    const [one, two] = [await deal(100), await deal(100)];
    const [byRole, byApp] = [await raise(one.id, 20_000, who.client), await raise(two.id, 20_000, through.client)];
    await client.patch(`/v1/access/users/${who.userId}`, { roles: ['sales:viewer'] });
    expect(await decide(byRole, 'approve', approver.client)).toEqual([200, 'failed']);
    expect((await statusOf(byRole))[1]).toContain('sales:write');
    expect((await client.delete(`/v1/access/oauth-clients/${app.client_id}`)).status).toBe(204);
    expect(await decide(byApp, 'approve', approver.client)).toEqual([200, 'failed']);
    expect((await statusOf(byApp))[1]).toContain('lost the access');
    for (const { id } of [one, two]) expect(await valueOf(id)).toBe(100);
  });

  it('needs as many approvals as the policy asks for when they are given', async () => {
    const [who, other] = [await suite.signedIn('sales:editor'), await suite.signedIn('sales:admin')];
    const approvers = [approver, other].map(({ userId: id }) => ({ type: 'user', id }));
    const policy = await ask({ principals: [{ type: 'user', id: who.userId }], approvers });
    const { id } = await deal(100);
    const review = await raise(id, 20_000, who.client);
    expect((await client.patch(`${POLICIES}/${policy}`, { approvals: 2 })).status).toBe(200);
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'pending']);
    expect(await valueOf(id)).toBe(100);
    expect(await decide(review, 'approve', other.client)).toEqual([200, 'executed']);
  });

  it('still needs its approvals when the policy was switched off or deleted', async () => {
    const who = await suite.signedIn('sales:editor');
    const id = await ask({ principals: [{ type: 'user', id: who.userId }] });
    const made = await deal(100);
    const review = await raise(made.id, 20_000, who.client);
    await client.patch(`${POLICIES}/${id}`, { status: 'inactive' });
    expect((await client.delete(`${POLICIES}/${id}`)).status).toBe(204);
    expect(await valueOf(made.id)).toBe(100);
    expect(await statusOf(review)).toEqual(['pending', null]);
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
    expect(await valueOf(made.id)).toBe(20_000);
  });

  it('of a key fails once the key was revoked', async () => {
    const maker = await suite.signedIn('workspace:owner');
    const scopes = ['read:all', 'write:all'];
    const { body: key } = await maker.client.post('/v1/access/api-keys', { name: 'Program', scopes });
    await ask({ principals: [{ type: 'api_key', id: key.id }] });
    const program = new Client(suite.base, key.key);
    const [one, two] = [await deal(100), await deal(100)];
    const first = await raise(one.id, 20_000, program);
    const second = await raise(two.id, 20_000, program);
    expect(await decide(first, 'approve', approver.client)).toEqual([200, 'executed']);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${one.id}&action=sales.deal.updated`)).body;
    expect(data[0].actor).toMatchObject({ type: 'api_key', id: key.id });
    expect((await maker.client.delete(`/v1/access/api-keys/${key.id}`)).status).toBe(204);
    expect(await decide(second, 'approve', approver.client)).toEqual([200, 'failed']);
    expect(await valueOf(two.id)).toBe(100);
  });

  it('is one story of the audit log, which an export proves offline', async () => {
    const { id } = await deal(100);
    const review = await raise(id);
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
    await eventually(async () => {
      await suite.app.get(Sealer).run();
      const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body;
      const { data: more } = (await client.get(`/v1/guard/audit-logs?resource_id=${review}`)).body;
      expect([...data, ...more].filter(({ hash }) => hash)).toHaveLength(5);
    });
    const { job_id } = (await client.post('/v1/guard/audit-logs/export', { format: 'jsonl' })).body;
    const { download_url } = await eventually(async () => {
      const { body } = await client.get(`/v1/guard/exports/${job_id}`);
      expect(body.status).toBe('completed');
      return body;
    });
    const file = await (await fetch(suite.base + download_url.slice(new URL(download_url).origin.length))).text();
    const story = file.split('\n').filter((line) => line.includes(review));
    const told = story.map((line) => JSON.parse(line)).toSorted((a, b) => a.sequence - b.sequence);
    expect(told.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['guard.review.requested', asker.userId],
      ['sales.deal.updated', asker.userId],
      ['guard.review.approved', approver.userId],
      ['guard.review.executed', approver.userId],
    ]);
    const [, change] = told;
    expect(change.changes).toMatchObject({ review: { to: review }, approved_by: { to: [approver.userId] } });

    const directory = await mkdtemp(join(tmpdir(), 'story-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const checked = async (text: string) => {
      const path = join(directory, 'export.jsonl');
      await writeFile(path, text);
      return checkFile(path);
    };
    expect(await checked(file)).toMatchObject({ valid: true, reason: null });
    const line = story.find((each) => JSON.parse(each).id === change.id)!;
    const forged = file.replace(line, line.replace(approver.userId, policyId));
    expect(await checked(forged)).toMatchObject({ reason: 'entry_changed', first_invalid_id: change.id });
  });

  it('has bodies with secrets encrypted', async () => {
    const { id } = await deal(100);
    const review = await pending(
      (await asker.client.patch(`${DEALS}/${id}`, { value: 20_000, title: 'Hush hush' })) as never,
    );
    const { rows } = await suite.database.execute('select request, preview from reviews where id = $1', [review]);
    expect(JSON.stringify(rows)).not.toContain('Hush');
    expect(JSON.stringify((await client.get(`/v1/guard/audit-logs?resource_id=${review}`)).body)).not.toContain('Hush');
  });
});

describe('the inbox', () => {
  const inbox = async ({ client: by }: { client: Client }) =>
    (await by.get('/v1/inbox')).body.data.map(({ kind, event, records }: any) => [
      kind,
      event,
      records.map(({ id, title }: any) => [id, title]),
    ]);
  const someone = async (people: SignedInClient[], facts: object = {}) => {
    const asker = await suite.signedIn('sales:editor');
    const approvers = people.map(({ userId: id }) => ({ type: 'user', id }));
    const policy = await ask({ name: 'Seats', principals: [{ type: 'user', id: asker.userId }], approvers, ...facts });
    return { ...asker, policy };
  };

  it('of approvers has what waits, by one mail, until it is decided, and that of the asker the decision', async () => {
    const people = await Promise.all([1, 2].map(() => suite.signedIn('sales:viewer')));
    const [one, two] = people as [SignedInClient, SignedInClient];
    const who = await someone(people, { approvals: 2 });
    const [first, second] = [await deal(100), await deal(100)];
    const [kept, ended] = [await raise(first.id, 20_000, who.client), await raise(second.id, 20_000, who.client)];
    const waits = (...ids: string[]) => ids.map((id) => ['review', null, [[id, 'Seats']]]);
    for (const person of people) expect((await inbox(person)).toSorted()).toEqual(waits(kept, ended).toSorted());
    expect(await inbox(who)).toEqual([]);
    const mails = () => suite.database.execute('select mode from inbox_mails where user_id = $1', [one.userId]);
    expect((await mails()).rows).toEqual([{ mode: 'now' }]);
    expect(await decide(ended, 'approve', one.client)).toEqual([200, 'pending']);
    // Answered for the one, not for the other.
    expect(await inbox(one)).toEqual(waits(kept));
    expect(await inbox(two)).toHaveLength(2);
    expect(await decide(ended, 'approve', two.client)).toEqual([200, 'executed']);
    expect(await inbox(two)).toEqual(waits(kept));
    expect(await decide(kept, 'cancel', who.client)).toEqual([200, 'cancelled']);
    for (const person of people) expect(await inbox(person)).toEqual([]);
    await expect.poll(() => inbox(who)).toEqual([['decision', 'guard.review.executed', [[ended, 'Seats']]]]);
  });

  it('names of many only those that still wait', async () => {
    const lead = await suite.signedIn('sales:viewer');
    const who = await someone([lead]);
    const ids = [];
    for (let n = 0; n < 7; n++) ids.push(await raise((await deal(100)).id, 20_000, who.client));
    const named = async () => (await inbox(lead)).flatMap(([, , records]: any) => records.map(([id]: any) => id));
    expect((await inbox(lead)).length).toBeLessThan(7);
    expect((await named()).toSorted()).toEqual(ids.toSorted());
    for (const [n, id] of ids.entries()) {
      await decide(id, 'reject', lead.client, { reason: 'No' });
      expect((await named()).toSorted()).toEqual(ids.slice(n + 1).toSorted());
    }
  });

  it('has what waits for a policy that names one later, and not for one that no longer does', async () => {
    const [before, later] = [await suite.signedIn('sales:viewer'), await suite.signedIn('sales:viewer')];
    const who = await someone([before]);
    const review = await raise((await deal(100)).id, 20_000, who.client);
    expect((await later.client.get(`${REVIEWS}/${review}`)).status).toBe(404);
    const approvers = [{ type: 'user', id: later.userId }];
    expect((await client.patch(`${POLICIES}/${who.policy}`, { approvers })).status).toBe(200);
    await expect.poll(() => inbox(later)).toEqual([['review', null, [[review, 'Seats']]]]);
    expect((await later.client.get(`${REVIEWS}?approver=me`)).body.data.map(({ id }: any) => id)).toEqual([review]);
    expect(await inbox(before)).toEqual([]);
    expect((await before.client.get(`${REVIEWS}/${review}`)).status).toBe(404);
    expect(await decide(review, 'approve', later.client)).toEqual([200, 'executed']);
  });

  it('has what waits for those who become approvers by a role or a group, once, and for nobody else', async () => {
    const group = (await client.post('/v1/access/groups', { name: 'Leads' })).body.id as string;
    const members = `/v1/access/groups/${group}/members`;
    const [first, second, byRole, byGroup, other] = [
      await suite.signedIn('sales:viewer'),
      await suite.signedIn('sales:viewer'),
      await suite.signedIn('sales:viewer'),
      await suite.signedIn('sales:viewer'),
      await suite.signedIn('sales:viewer'),
    ];
    const who = await someone([first]);
    const approvers = [
      { type: 'user', id: first.userId },
      { type: 'user', id: second.userId },
      { type: 'role', id: 'careers:admin' },
      { type: 'group', id: group },
    ];
    expect((await client.patch(`${POLICIES}/${who.policy}`, { approvers, approvals: 2 })).status).toBe(200);
    const review = await raise((await deal(100)).id, 20_000, who.client);
    const waits = [['review', null, [[review, 'Seats']]]];
    expect(await inbox(first)).toEqual(waits);
    expect(await decide(review, 'approve', first.client)).toEqual([200, 'pending']);

    await client.patch(`/v1/access/users/${other.userId}`, { display_name: 'Grace' });
    await client.patch(`/v1/access/users/${byRole.userId}`, { roles: ['sales:viewer', 'careers:admin'] });
    await expect.poll(() => inbox(byRole)).toEqual(waits);
    // Whoever asked, and who has approved already, have it no more than before.
    const user_ids = [byGroup.userId, byRole.userId, first.userId, who.userId];
    expect((await client.post(members, { user_ids })).status).toBe(200);
    await expect.poll(() => inbox(byGroup)).toEqual(waits);
    expect([await inbox(byRole), await inbox(first), await inbox(who), await inbox(other)]).toEqual([
      waits,
      [],
      [],
      [],
    ]);
    expect(await decide(review, 'approve', byGroup.client)).toEqual([200, 'executed']);
  });

  it('has nothing that was decided while somebody became an approver', async () => {
    const [lead] = [await suite.signedIn('sales:viewer'), await suite.signedIn('careers:admin')];
    const who = await someone([lead]);
    const approvers = [{ type: 'role', id: 'careers:admin' }];
    expect((await client.patch(`${POLICIES}/${who.policy}`, { approvers })).status).toBe(200);
    const review = await raise((await deal(100)).id, 20_000, who.client);
    const decision = await suite.database.connect();
    onTestFinished(() => decision.release());
    await decision.query('begin');
    await decision.query(`update reviews set status = 'cancelled' where id = $1`, [review]);
    await client.patch(`/v1/access/users/${lead.userId}`, { roles: ['careers:admin'] });
    await expect
      .poll(async () => {
        const { count } = await suite.database.execute(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from reviews%'`,
        );
        return count;
      })
      .toBe(1);
    await decision.query('commit');
    const next = await raise((await deal(100)).id, 20_000, who.client);
    await client.patch(`/v1/access/users/${lead.userId}`, { roles: ['sales:viewer', 'careers:admin'] });
    await expect.poll(() => inbox(lead)).toEqual([['review', null, [[next, 'Seats']]]]);
    const items = `select from inbox_items where user_id = '${lead.userId}' and '${review}' = any(record_ids)`;
    expect((await suite.database.execute(items)).count).toBe(0);
  });

  it('shows a review to its approvers alone', async () => {
    const lead = await suite.signedIn('sales:viewer');
    const who = await someone([lead]);
    const review = await raise((await deal(100)).id, 20_000, who.client);
    expect((await inbox(lead))[0][2][0][0]).toBe(review);
    // Somebody who is no approver, though an item of theirs names it.
    const stranger = await suite.signedIn('guard:viewer');
    await suite.database.execute(
      `insert into inbox_items (workspace_id, id, user_id, kind, record_type, record_id, record_ids, part_type, count, source, shown,
         created_at, updated_at, revision)
       values ($1, 'ibi_' || repeat('0', 26), $2, 'review', 'guard.review', $3, array[$3], '', 1, 'x', true, now(), now(), 1)`,
      [suite.workspaceId, stranger.userId, review],
    );
    expect(await inbox(stranger)).toEqual([]);
    expect((await stranger.client.get('/v1/inbox/unread')).body.unread).toBe(0);
  });
});

describe('what waits', () => {
  it('is seen by its asker, its approvers, admins, and without the preview by readers of the record', async () => {
    const { id } = await deal(100);
    const review = await raise(id);
    const reader = await suite.signedIn('sales:viewer');
    const list = async (by: Client, query: string) =>
      (await by.get(`${REVIEWS}?${query}`)).body.data.map((each: any) => each.id);
    expect(await list(reader.client, `resource_id=${id}`)).toEqual([review]);
    expect(await list(reader.client, '')).toEqual([]);
    expect((await reader.client.get(`${REVIEWS}/${review}`)).status).toBe(404);
    expect(await list(approver.client, 'approver=me&status=pending')).toContain(review);
    expect(await list(asker.client, `requested_by=${asker.userId}`)).toContain(review);
    expect(await list(asker.client, 'approver=me')).toEqual([]);
    expect(await list(client, `resource_id=${id}`)).toEqual([review]);
    const blind = await suite.signedIn('careers:admin');
    expect(await list(blind.client, `resource_id=${id}`)).toEqual([]);
  });

  it('is told to webhooks and in the feed to those who may see it, and to nobody else', async () => {
    const receiver = await receive(() => 204);
    const types = ['guard.review.requested', 'guard.review.executed'];
    const hook = await client.post('/v1/webhooks', { url: receiver.url, events: types });
    expect(hook.status, hook.text).toBe(201);
    const [admin, viewer] = [await suite.signedIn('guard:admin'), await suite.signedIn('guard:viewer')];
    const review = await raise((await deal(100)).id);
    expect(await decide(review, 'approve', approver.client)).toEqual([200, 'executed']);
    const delivered = () =>
      receiver.requests.flatMap(({ json }) => (json.payload.review_id === review ? [json.type as string] : []));
    await expect.poll(() => delivered().toSorted()).toEqual(types.toSorted());
    const fed = async (by: Client) =>
      (await by.get('/v1/events?type=guard.review.executed&limit=100')).body.data.filter(
        ({ payload }: any) => payload.review_id === review,
      ).length;
    expect([await fed(client), await fed(admin.client), await fed(viewer.client)]).toEqual([1, 1, 0]);
  });

  it('shows approvers what they may read', async () => {
    const stranger = await suite.signedIn('careers:viewer');
    const who = await suite.signedIn('sales:editor');
    await ask({
      principals: [{ type: 'user', id: who.userId }],
      approvers: [{ type: 'user', id: stranger.userId }],
    });
    const { id } = await deal(100);
    const review = await raise(id, 20_000, who.client);
    expect((await stranger.client.get(`${REVIEWS}/${review}`)).body.preview).toEqual({ changes: [], hidden: 1 });
    expect((await preview(review, stranger.client)).body).toEqual({ changes: [], hidden: 1, fails: null });
    // Nobody approves what they may not read. To reject it is safe.
    expect(await decide(review, 'approve', stranger.client)).toEqual([403, expect.stringContaining('may not read')]);
    expect(await statusOf(review)).toEqual(['pending', null]);
    expect(await valueOf(id)).toBe(100);
    expect(await decide(review, 'reject', stranger.client, { reason: 'Unseen' })).toEqual([200, 'rejected']);
  });

  it('is tried anew by a preview, which changes nothing', async () => {
    const { id } = await deal(100);
    const review = await raise(id);
    const changes = [
      { type: 'sales.deal', id, action: 'sales.deal.updated', changes: { value: { from: 100, to: 20_000 } } },
    ];
    const { status, body } = await preview(review, approver.client);
    expect([status, body]).toEqual([200, { changes, hidden: 0, fails: null }]);
    expect(await valueOf(id)).toBe(100);
    await client.patch(`${DEALS}/${id}`, { value: 500 });
    expect((await preview(review, asker.client)).body.fails).toBe('stale');
    const other = await suite.signedIn('sales:admin');
    expect((await preview(review, other.client)).status).toBe(404);
    await decide(review, 'cancel', asker.client);
    expect((await preview(review, approver.client)).status).toBe(409);
    const { data } = (await client.get('/v1/events?type=sales.deal.updated&limit=100')).body;
    expect(data.filter(({ payload }: any) => payload.deal_id === id)).toHaveLength(1);
  });

  it('may make a record that approvers may not read, who then cannot approve it', async () => {
    const who = await suite.signedIn('office:editor');
    const people = await Promise.all([1, 2].map(() => suite.signedIn('office:editor')));
    await ask({
      principals: [{ type: 'user', id: who.userId }],
      resources: [{ type: 'office.document' }],
      actions: ['office:write'],
      when: null,
      approvers: people.map(({ userId }) => ({ type: 'user', id: userId })),
      approvals: 2,
    });
    const write = async (visibility: string) =>
      pending((await who.client.post('/v1/office/documents', { title: 'Plan', permissions: { visibility } })) as never);
    const [hidden, shown] = [await write('private'), await write('workspace')];
    const [one, two] = people as [SignedInClient, SignedInClient];
    expect(await decide(hidden, 'approve', one.client)).toEqual([403, expect.stringContaining('may not read')]);
    const { body } = await preview(shown, one.client);
    expect(body).toMatchObject({ changes: [{ changes: { title: { to: 'Plan' } } }], hidden: 0, fails: null });
    expect(await decide(shown, 'approve', one.client)).toEqual([200, 'pending']);
    expect(await decide(shown, 'approve', two.client)).toEqual([200, 'executed']);
    expect((await one.client.get('/v1/office/documents')).body.data).toMatchObject([{ title: 'Plan' }]);
  });

  it('expires', async () => {
    const who = await suite.signedIn('sales:editor');
    await ask({ principals: [{ type: 'user', id: who.userId }], expires_in_hours: 1 });
    const { id } = await deal(100);
    const review = await raise(id, 20_000, who.client);
    await suite.database.execute(`update reviews set expires_at = now() - interval '1 second' where id = $1`, [review]);
    await suite.database.execute(
      `update review_expiries set next_attempt_at = now() - interval '1 second' where id = $1`,
      [review],
    );
    expect((await decide(review, 'approve', approver.client))[0]).toBe(409);
    await suite.app.get(Works).run('review_expiry');
    await expect.poll(() => statusOf(review)).toEqual(['expired', null]);
    expect(await valueOf(id)).toBe(100);
  });

  it('may be 10 000 requests, of which a page is read by an index, and one is decided', async () => {
    const [lead, who] = [await suite.signedIn('sales:admin'), await suite.signedIn('sales:editor')];
    await ask({ principals: [{ type: 'user', id: who.userId }], approvers: [{ type: 'user', id: lead.userId }] });
    const { id } = await deal(100);
    const review = await raise(id, 20_000, who.client);
    await suite.database.execute(
      `insert into reviews select (jsonb_populate_record(r, jsonb_build_object('id', 'rev_9' || lpad(n::text, 25, '0'), 'fingerprint', 'y' || n,
         'requested_by', 'usr_' || n % 20))).* from reviews r, generate_series(1, 10000) n where r.id = $1`,
      [review],
    );
    await suite.database.execute('analyze reviews');
    const { body } = await lead.client.get(`${REVIEWS}?approver=me&status=pending&limit=100`);
    expect([body.data.length, body.meta.total]).toEqual([100, 10_000]);
    const plan = await suite.database.pool.query(
      `explain select * from reviews where workspace_id = $1 and status = 'pending' and approvers && $2::text[]
        order by created_at desc, id desc limit 101`,
      [suite.workspaceId, [`user:${lead.userId}`]],
    );
    expect(JSON.stringify(plan.rows)).toMatch(/using reviews_(status|created)/);
    expect(await decide(review, 'approve', lead.client)).toEqual([200, 'executed']);
    await suite.database.execute(`delete from reviews where fingerprint like 'y%'`);
  });

  it('is at most 1 000 requests of a person', async () => {
    const who = await suite.signedIn('sales:editor');
    await ask({ principals: [{ type: 'user', id: who.userId }] });
    const review = await raise((await deal(100)).id, 20_000, who.client);
    await suite.database.execute(
      `insert into reviews select workspace_id, 'rev_' || lpad(n::text, 26, '0'), status, method, path, policies, needs, approvers,
         requested_by, requested_through, holder, resource_ids, seen, request, preview, 'x' || n, approved_by, decided_by, decided_at,
         reason, expires_at, created_at, updated_at, revision
       from reviews, generate_series(1, 999) n where id = $1`,
      [review],
    );
    const { id } = await deal(100);
    expect((await who.client.patch(`${DEALS}/${id}`, { value: 20_000 })).status).toBe(429);
    await suite.database.execute('delete from reviews where requested_by = $1', [who.userId]);
  });
});

describe('a request that cannot wait', () => {
  it('is refused with the reason', async () => {
    const who = await suite.signedIn('workspace:owner');
    const facts = { principals: [{ type: 'user', id: who.userId }], when: null };
    const refusal = async (answer: { status: number; body: any }) => [answer.status, answer.body.error?.message];
    await ask({ ...facts, resources: [{ type: 'office.file' }], actions: ['office:*'] });
    const upload = await who.client.post('/v1/office/files', undefined, {
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(await refusal(upload)).toEqual([403, expect.stringContaining('it takes files')]);
    await ask({ ...facts, resources: [{ type: 'access.api_key' }], actions: ['access:write'] });
    const secret = await who.client.post('/v1/access/api-keys', { name: 'Secret', scopes: ['read:all'] });
    expect(await refusal(secret)).toEqual([403, expect.stringContaining('secret once')]);
    await ask({ ...facts, resources: [{ type: 'sales.contact' }], actions: ['sales:export'] });
    const file = await who.client.get('/v1/sales/contacts/export');
    expect(file.status).toBe(403);
    expect(file.text).toContain('its answer is a file');
  });

  it('is refused where nobody but the asker could approve', async () => {
    const alone = await suite.signedIn('sales:admin');
    const id = await ask({
      principals: [{ type: 'user', id: alone.userId }],
      approvers: [{ type: 'user', id: alone.userId }],
    });
    const made = await deal(100);
    const answer = await alone.client.patch(`${DEALS}/${made.id}`, { value: 20_000 });
    expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining(id)]);
  });
});

describe('a policy that asks', () => {
  const faults = async (facts: object) => {
    const { status, body } = await client.post(POLICIES, policy({ status: 'inactive', ...facts }));
    return [status, ...(body.error?.details ?? []).map(({ field, code }: any) => `${field} ${code}`)];
  };

  it.each([
    ['without approvers', { approvers: [] }, [400, 'approvers required']],
    ['four approvals', { approvals: 4 }, [400, 'approvals out_of_range']],
    ['no time', { expires_in_hours: 0 }, [400, 'expires_in_hours out_of_range']],
    ['an unknown approver', { approvers: [{ type: 'role', id: 'sales:king' }] }, [400, 'approvers[0].id not_found']],
    ['a key that approves', { approvers: [{ type: 'api_key', id: 'x' }] }, [400, 'approvers[0].type invalid_value']],
    ['reading', { actions: ['sales:read'], when: null }, [400, 'actions[0] invalid_value']],
    [
      'reviews themselves',
      { resources: [{ type: 'guard.review' }], actions: ['guard:write'], when: null },
      [400, 'resources[0].type invalid_value'],
    ],
    ['approvers of a denial', { effect: 'deny' }, [400, 'approvers invalid_value']],
    ['more approvals than people', { approvals: 3 }, [409]],
  ])('with %s is refused', async (_what, facts, expected) => {
    expect(await faults(facts)).toEqual(expected);
  });

  it('about policies leaves the only owner free to change them, once nobody else can approve', async () => {
    const other = await suite.workspace();
    const { client: owner } = await other.client.signedIn('workspace:owner');
    const admin = await other.client.signedIn('guard:admin');
    const about = {
      resources: [{ type: 'guard.policy' }],
      actions: ['guard:write'],
      when: null,
    };
    const by = (id: string) => policy({ ...about, approvers: [{ type: 'user', id }] });
    const made = await owner.post(POLICIES, by(admin.userId));
    expect(made.status, made.text).toBe(201);
    const change = (facts: object) => owner.patch(`${POLICIES}/${made.body.id}`, facts);
    expect((await change({ name: 'Changed' })).status).toBe(202);
    expect((await suspend(admin, other.client)).status).toBe(200);
    expect((await change({ name: 'Changed' })).status).toBe(200);
    const { data } = (await owner.get(`/v1/guard/audit-logs?resource_id=${made.body.id}&action=guard.policy.updated`))
      .body;
    expect(data[0].changes.without_review).toEqual({ from: null, to: [made.body.id] });
    expect((await change({ approvers: [{ type: 'user', id: owner.key }] })).status).toBe(400);
    expect((await change({ status: 'inactive' })).status).toBe(200);
  });

  it('about policies is refused where no owner could get the approval from somebody else', async () => {
    const { client: alone, ownerId } = await suite.workspace();
    const about = { resources: [{ type: 'guard.policy' }], actions: ['guard:write'], when: null };
    const answer = await alone.post(POLICIES, policy({ ...about, approvers: [{ type: 'user', id: ownerId }] }));
    expect([answer.status, answer.body.error.message]).toEqual([409, expect.stringContaining('workspace:owner')]);
    expect((await alone.get(POLICIES)).body.meta.total).toBe(0);
  });

  it.each([
    ['deals above a sum', ['sales.deal'], ['sales:write'], { after: { value: { gte: 10_000 } } }],
    ['what apps delete', ['office.*', 'sales.*', 'project.*', 'careers.*'], ['office:delete', 'sales:delete'], null],
    ['roles of owners', ['access.user'], ['access:write'], { after: { roles: { any: ['workspace:owner'] } } }],
    ['exports of the audit log', ['guard.export', 'guard.audit_log'], ['guard:export'], null],
  ])('about %s is one that the console offers', async (_what, types, actions, when) => {
    const approvers = [{ type: 'role', id: 'workspace:owner' }];
    const resources = types.map((type) => ({ type }));
    await suite.signedIn('workspace:owner');
    expect(await faults({ resources, actions, when, approvers })).toEqual([201]);
  });

  it('takes part in evaluations and simulations', async () => {
    const { id } = await deal(100);
    const question = {
      principal: { type: 'user', id: asker.userId },
      resource: { type: 'sales.deal', id },
      action: 'sales:write',
      changes: { value: 20_000 },
    };
    const { body } = await client.post(`${POLICIES}/${policyId}/evaluate`, question);
    expect(body).toMatchObject({ result: 'review', reason: 'explicit_review', policy_matches: true });
    const { status, body: simulated } = await client.post(`${POLICIES}/simulate`, { policy_id: policyId, days: 30 });
    expect([status, simulated.matched > 0]).toEqual([200, true]);
  });
});
