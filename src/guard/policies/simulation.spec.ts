import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { errorsOf } from '../../../test/expect-error.js';
import { registerClient, signedInThrough } from '../../../test/support/oauth.js';
import { ANY, enforcePolicy, makePolicy, POLICIES, policy } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
/** A fresh workspace for each test. */
let client: Client;
let workspaceId: string;
let ownerId: string;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client, ownerId, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

const make = (facts?: object) => makePolicy(client, facts);
const activate = (id: string) => client.patch(`${POLICIES}/${id}`, { status: 'active' });
const enforce = (facts?: object) => enforcePolicy(client, facts);

describe('Simulating', () => {
  const SIMULATE = `${POLICIES}/simulate`;
  const draft = ({
    principals = ANY,
    resources = [{ type: 'office.document' }],
    actions = ['office:delete'],
  } = {}) => ({
    principals,
    resources,
    actions,
  });
  const simulate = async (facts: object = {}, more: object = {}, by = client) => {
    const answer = await by.post(SIMULATE, { policy: draft(facts), ...more });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return answer.body;
  };
  const counted = ({ matched, not_judged_reasons: reasons }: any) => [
    matched,
    Object.fromEntries(reasons.map(({ reason, count }: any) => [reason, count])),
  ];
  const newDocument = async (facts: object = {}) => (await client.post(DOCUMENTS, { title: 'Plan', ...facts })).body.id;
  const trailOf = async (query: string) => (await client.get(`/v1/guard/audit-logs?${query}`)).body.data;
  const addEntries = (count: number, facts: { action?: string; day?: number; outcome?: string } = {}) =>
    suite.database.execute(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, resource_id, outcome)
       select $1, 'evt_' || lpad(n::text || $5, 26, '0'), now() - make_interval(days => $3) - n * interval '10 milliseconds',
         'user', $4, $2, 'office.document', 'doc_' || lpad(n::text, 26, '0'), 'success' from generate_series(1, $6) n`,
      [workspaceId, facts.action ?? 'office.document.deleted', facts.day ?? 0, ownerId, facts.day ?? 0, count],
    );

  it('finds just the deletions that a policy on deleting would have refused', async () => {
    const [first, second, third] = [await newDocument(), await newDocument(), await newDocument()];
    await client.patch(`${DOCUMENTS}/${first}`, { title: 'New' });
    await client.delete(`${DOCUMENTS}/${first}`);
    await client.delete(`${DOCUMENTS}/${second}?hard=true`);
    await client.delete(`${DOCUMENTS}/${newId('doc')}`);
    const found = await simulate();
    expect(found).toMatchObject({
      matched: 2,
      complete: true,
      by_action: [{ action: 'office.document.deleted', count: 2 }],
    });
    expect(found.by_resource_type).toEqual([{ resource_type: 'office.document', count: 2 }]);
    const entries = await trailOf('action=office.document.deleted&outcome=success');
    expect(found.examples.map(({ id }: any) => id)).toEqual(entries.map(({ id }: any) => id));
    const [{ id, timestamp, actor, action, resource }] = entries;
    expect(found.examples[0]).toEqual({ id, timestamp, actor, action, resource });
    expect(found.by_actor).toEqual([{ actor: { type: actor.type, id: actor.id }, count: 2 }]);
    const all = (await client.get('/v1/guard/audit-logs')).body.meta.total;
    expect([found.judged + found.not_judged, Date.parse(found.to) - Date.parse(found.from)]).toEqual([
      all,
      7 * 86_400_000,
    ]);
    expect((await simulate({ actions: ['office:write'] })).matched).toBe(4);
    expect(
      (await simulate({ resources: [{ type: 'office.document', id: third }] as any, actions: ['*'] })).matched,
    ).toBe(1);
  });

  it('knows the app of an entry, and what binds the keys that were made through one', async () => {
    const [notes, other] = [await registerClient(suite, {}, workspaceId), await registerClient(suite, {}, workspaceId)];
    const { client: through, userId } = await signedInThrough(notes, client, 'office:editor');
    const { id } = (await through.post(DOCUMENTS, { title: 'Plan' })).body;
    await newDocument();
    const of = async (id: string) =>
      (await simulate({ principals: [{ type: 'oauth_client', id }] as any, actions: ['office:write'] })) as any;
    const found = await of('any');
    const via = { type: 'oauth_client', id: notes.client_id, name: expect.any(String) };
    expect(found).toMatchObject({
      matched: 1,
      by_actor: [{ actor: { type: 'user', id: userId }, count: 1 }],
      examples: [{ actor: { type: 'user', id: userId, via }, resource: { id } }],
    });
    expect([(await of(notes.client_id)).matched, (await of(other.client_id)).matched]).toEqual([1, 0]);
    // Of a user who is gone the entry still says the app.
    await suite.database.execute(
      `update audit_entries set actor_id = 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' where workspace_id = $1 and client_id is not null`,
      [workspaceId],
    );
    expect((await of(notes.client_id)).matched).toBe(1);
  });

  it('writes nothing', async () => {
    await newDocument();
    const entries = async () => (await client.get('/v1/guard/audit-logs')).body.data.map(({ id }: any) => id);
    const before = await entries();
    await simulate({ actions: ['*'] });
    expect(await entries()).toEqual(before);
    expect((await client.get(POLICIES)).body.meta.total).toBe(0);
  });

  it('agrees with what the policy does once it is active', async () => {
    const { body: key } = await client.post('/v1/access/api-keys', {
      name: 'Key',
      scopes: ['office:write', 'office:read'],
    });
    const facts = { principals: [{ type: 'api_key', id: key.id }], actions: ['office:*'] };
    const asKey = { key: key.key };
    const attempts = async () => {
      const made = await client.post(DOCUMENTS, { title: 'Plan' }, asKey);
      const id = made.body.id ?? (await newDocument());
      const patched = await client.patch(`${DOCUMENTS}/${id}`, { permissions: { visibility: 'workspace' } }, asKey);
      const removed = await client.delete(`${DOCUMENTS}/${id}`, asKey);
      return [made, patched, removed].filter(({ status }) => status === 403).length;
    };
    expect(await attempts()).toBe(0);
    for (const [actions, refused] of [
      [['office:delete'], 1],
      [['office:share'], 1],
      [['office:write'], 2],
      [['office:*'], 3],
    ] as const) {
      expect((await simulate({ ...facts, actions: actions as any })).matched).toBe(refused);
      const { id } = await enforce({ ...facts, actions });
      expect(await attempts()).toBe(refused);
      await client.patch(`${POLICIES}/${id}`, { status: 'inactive' });
      await suite.database.execute(`delete from audit_entries where workspace_id = $1`, [workspaceId]);
      await attempts();
    }
  });

  it('knows the groups of a caller and the tags of a record as they are now, and says where they are gone', async () => {
    const { client: member, userId } = await client.signedIn('office:editor');
    const { body: group } = await client.post('/v1/access/groups', { name: 'Guests' });
    const kept = (await member.post(DOCUMENTS, { title: 'Plan', tags: ['secret'] })).body.id;
    const gone = (await member.post(DOCUMENTS, { title: 'Plan', tags: ['secret'] })).body.id;
    const grouped = { principals: [{ type: 'group', id: group.id }] as any, actions: ['office:write'] };
    expect(counted(await simulate(grouped))[0]).toBe(0);
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [userId] });
    expect(counted(await simulate(grouped))[0]).toBe(2);

    const tagged = { resources: [{ type: 'office.*', tag: 'secret' }] as any, actions: ['office:write'] };
    expect(counted(await simulate(tagged))[0]).toBe(2);
    await client.delete(`${DOCUMENTS}/${kept}`);
    expect(counted(await simulate(tagged))[0]).toBe(2);
    await client.delete(`${DOCUMENTS}/${gone}?hard=true`);
    expect(counted(await simulate(tagged))).toMatchObject([1, { record_unknown: 1 }]);

    await client.post(`/v1/access/users/${userId}/deactivate`);
    await client.delete(`/v1/access/users/${userId}`);
    expect(counted(await simulate(grouped))).toMatchObject([0, { actor_unknown: 2 }]);
    expect(counted(await simulate({ principals: [{ type: 'any' }], actions: ['office:write'] }))[0]).toBe(2);
  });

  it('knows exports, also those of reports that may be a file', async () => {
    const { body: project } = await client.post('/v1/project/projects', { name: 'Garden' });
    const report = `/v1/project/projects/${project.id}/time-report`;
    for (const Accept of ['text/csv', 'application/json']) await client.get(report, { headers: { Accept } });
    await client.get('/v1/sales/contacts/export');
    await client.post('/v1/guard/audit-logs/export', { format: 'csv' });
    const found = async (type: string, action: string) =>
      (await simulate({ resources: [{ type }], actions: [action] })).matched;
    expect(await found('project.time_entry', 'project:export')).toBe(1);
    expect(await found('sales.contact', 'sales:export')).toBe(1);
    expect(await found('guard.audit_log', 'guard:export')).toBe(1);
    expect(await found('sales.deal', 'sales:export')).toBe(0);
  });

  it('says of what it cannot judge why not', async () => {
    const { body: group } = await client.post('/v1/access/groups', { name: 'Guests' });
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [ownerId] });
    await client.post('/v1/access/groups', { name: 'Guests' });
    await client.signedIn('office:viewer');
    const found = await simulate({ resources: [{ type: 'access.*' }], actions: ['access:write'] });
    expect(found.not_judged_reasons.map(({ reason }: any) => reason)).toEqual(
      expect.arrayContaining(['system', 'not_done']),
    );
    expect(found.matched).toBeGreaterThan(1);
  });

  it('takes a policy that is there, active or not, as it is', async () => {
    await client.delete(`${DOCUMENTS}/${await newDocument()}`);
    const { id } = await make();
    const answer = await client.post(SIMULATE, { policy_id: id, days: 1 });
    expect(answer.body).toMatchObject({ matched: 1 });
    await activate(id);
    expect((await client.post(SIMULATE, { policy_id: id })).body).toMatchObject({ matched: 1 });
    const { id: allowing } = await make({ effect: 'allow' });
    expect(errorsOf(await client.post(SIMULATE, { policy_id: allowing }))).toEqual([400, 'policy_id invalid_value']);
  });

  it('looks at no other workspace, and no longer back than it is asked to', async () => {
    const other = await suite.workspace();
    const { body } = await other.client.post(DOCUMENTS, { title: 'Theirs' });
    await other.client.delete(`${DOCUMENTS}/${body.id}`);
    await addEntries(3, { day: 20 });
    expect((await simulate()).matched).toBe(0);
    expect((await simulate({}, { days: 21 })).matched).toBe(3);
    expect((await simulate({}, { days: 21 }, other.client)).matched).toBe(1);
    const { id } = (await other.client.post(POLICIES, policy())).body;
    expect(errorsOf(await client.post(SIMULATE, { policy_id: id }))).toEqual([400, 'policy_id not_found']);
  });

  it('looks at 100 000 entries at most, the newest, and says how far back that went', async () => {
    await addEntries(100_100);
    const { from, to, complete, matched, judged, not_judged, examples } = await simulate();
    const looked = judged + not_judged;
    expect([complete, looked <= 100_000, matched, examples.length]).toEqual([false, true, judged, 10]);
    const { rows } = await suite.database.execute(
      `select timestamp as at from audit_entries where workspace_id = $1 and timestamp < $2
        order by timestamp desc, id desc offset $3 limit 1`,
      [workspaceId, to, looked - 1],
    );
    expect(rows).toEqual([{ at: from }]);
  });

  it('binds the caller by scopes and policies, as the audit log does', async () => {
    const { body } = await client.post('/v1/access/api-keys', { name: 'Key', scopes: ['guard:read'] });
    const ask = (more: object = {}) => client.post(SIMULATE, { policy: draft(), ...more }, { key: body.key });
    expect((await ask()).status).toBe(200);
    const other = await client.post('/v1/access/api-keys', { name: 'Key', scopes: ['guard:write'] });
    expect((await client.post(SIMULATE, { policy: draft() }, { key: other.body.key })).status).toBe(403);
    const principals = [{ type: 'api_key', id: body.id }];
    const { id } = await make();
    const single = { principals, resources: [{ type: 'guard.policy', id }], actions: ['guard:read'] };
    await enforce(single);
    expect([(await ask()).status, (await ask({ policy: undefined, policy_id: id })).status]).toEqual([200, 403]);
    await enforce({ ...single, resources: [{ type: 'guard.audit_log' }] });
    expect((await ask()).status).toBe(403);
  });

  it.each([
    ['nothing', {}, ['policy required']],
    ['both', { policy_id: newId('pol'), policy: draft() }, ['policy invalid_value']],
    ['no such policy', { policy_id: newId('pol') }, ['policy_id not_found']],
    ['an unknown action', { policy: draft({ actions: ['office:burn'] }) }, ['policy.actions[0] invalid_value']],
    [
      'an unknown type',
      { policy: draft({ resources: [{ type: 'cake' }] }) },
      ['policy.resources[0].type invalid_value'],
    ],
    ['nobody', { policy: draft({ principals: [] }) }, ['policy.principals required']],
    ['an allow', { policy: { ...draft(), effect: 'allow' } }, ['policy.effect invalid_value']],
    [
      'who and what is not there',
      {
        policy: draft({
          principals: [{ type: 'user', id: newId('usr') }] as any,
          resources: [{ type: 'office.document', id: newId('doc') }] as any,
        }),
      },
      ['policy.principals[0].id not_found', 'policy.resources[0].id not_found'],
    ],
    ['no days', { policy: draft(), days: 0 }, ['days out_of_range']],
    ['a year', { policy: draft(), days: 365 }, ['days out_of_range']],
  ])('refuses %s', async (_, body, faults) => {
    expect(errorsOf(await client.post(SIMULATE, body))).toEqual([400, ...faults]);
  });
});
