import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { listenersDone } from '../../../test/support/listeners.js';
import { browserOf, registerClient, tokensOf } from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { expectError } from '../../../test/expect-error.js';
import { Sealer } from '../sealing/sealer.js';

const LOGS = '/v1/guard/audit-logs';
const DOCUMENTS = '/v1/office/documents';
const CONTACTS = '/v1/sales/contacts';
const RULES = '/v1/guard/alert-rules';
const KEYS = '/v1/access/api-keys';
const MASKED = { masked: true };

let suite: TestApp;
/** A fresh workspace for each test. Its key may do everything. */
let owner: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp({ RATE_LIMIT: '10000' });
});
beforeEach(async () => {
  ({ client: owner, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

async function made(path: string, body: object, by = owner) {
  const answer = await by.post(path, body);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

async function changed(path: string, body: object, by = owner) {
  const answer = await by.patch(path, body);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** A contact that was renamed and moved. */
async function contact(facts: object = {}) {
  const { id } = await made(CONTACTS, { display_name: 'Ada Lovelace', ...facts });
  await changed(`${CONTACTS}/${id}`, { email: 'ada@example.com', phone: '+44 20 7946 0000' });
  return id as string;
}

async function document(title: string, facts: object = {}) {
  const { id } = await made(DOCUMENTS, { title: 'Plan', ...facts });
  await changed(`${DOCUMENTS}/${id}`, { title });
  return id as string;
}

const entries = async (by: Client, query: string): Promise<any[]> => {
  const answer = await by.get(`${LOGS}?limit=100&${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
};

/** Changes in the newest entry of a record. */
const changesOf = async (by: Client, id: string) => (await entries(by, `resource_id=${id}`))[0].changes;

const keyFor = async (...scopes: string[]) =>
  new Client(suite.base, (await made(KEYS, { name: 'Key', scopes })).key as string);

describe('An entry about a record that the caller may not read', () => {
  it('keeps who did what and when, its hash and the names of fields, and no value', async () => {
    const id = await contact();
    const { client: viewer } = await owner.signedIn('guard:viewer');
    await eventually(async () => {
      await suite.app.get(Sealer).run();
      expect((await entries(owner, `resource_id=${id}`)).every(({ hash }) => hash)).toBe(true);
    });
    const [whole] = await entries(owner, `resource_id=${id}`);
    expect(whole.changes).toMatchObject({ email: { to: 'ada@example.com' }, phone: { to: '+44 20 7946 0000' } });
    const [seen] = await entries(viewer, `resource_id=${id}`);
    expect(seen).toEqual({ ...whole, changes: { email: MASKED, phone: MASKED } });
    expect((await viewer.get(`${LOGS}?resource_id=${id}`)).text).not.toMatch(/ada@|7946/);
    expect((await viewer.get(`${LOGS}/verify`)).body).toMatchObject({ valid: true, reason: null });
  });

  it('shows its values with the scope of the app, to users and keys', async () => {
    const id = await contact();
    const whole = await changesOf(owner, id);
    for (const by of [
      (await owner.signedIn('guard:viewer', 'sales:viewer')).client,
      await keyFor('guard:read', 'sales:read'),
    ])
      expect(await changesOf(by, id)).toEqual(whole);
    for (const by of [await keyFor('guard:read', 'office:read', 'sales:write'), await keyFor('guard:read')])
      expect(await changesOf(by, id)).toEqual({ email: MASKED, phone: MASKED });
  });

  it('shows the title of a private document to its owner and to admins of office', async () => {
    const { client: member } = await owner.signedIn('guard:viewer', 'office:member');
    const { client: admin } = await owner.signedIn('guard:viewer', 'office:admin');
    const hidden = await document('Layoffs', { permissions: { visibility: 'private' } });
    const shared = await document('Party', { permissions: { visibility: 'workspace' } });
    expect(await changesOf(member, hidden)).toEqual({ title: MASKED });
    expect(await changesOf(member, shared)).toEqual({ title: { from: 'Plan', to: 'Party' } });
    expect(await changesOf(admin, hidden)).toEqual({ title: { from: 'Plan', to: 'Layoffs' } });
    const { id } = await made(DOCUMENTS, { title: 'Mine' }, member);
    await changed(`${DOCUMENTS}/${id}`, { title: 'Still mine' }, member);
    expect(await changesOf(member, id)).toEqual({ title: { from: 'Mine', to: 'Still mine' } });
    // It is judged as it is now, not as it was.
    await changed(`${DOCUMENTS}/${hidden}`, { permissions: { visibility: 'workspace' } });
    expect(await changesOf(member, hidden)).toMatchObject({ permissions: { to: { visibility: 'workspace' } } });
  });

  it.each([
    ['type', () => ({})],
    ['id', (id: string) => ({ id })],
    ['tag', () => ({ tag: 'secret' })],
  ])('is masked where a policy denies the %s', async (_, named) => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'sales:viewer');
    const [id, other] = [await contact({ tags: ['secret'] }), await contact()];
    await enforcePolicy(owner, {
      principals: [{ type: 'role', id: 'guard:viewer' }],
      resources: [{ type: 'sales.contact', ...named(id) }],
      actions: ['sales:read'],
    });
    expect(await changesOf(viewer, id)).toEqual({ email: MASKED, phone: MASKED });
    expect((await viewer.get(`${LOGS}?resource_id=${id}`)).text).not.toContain('ada@');
    const isWhole = Object.keys(named(id)).length === 0;
    expect(await changesOf(viewer, other)).toMatchObject(
      isWhole ? { email: MASKED } : { email: { to: 'ada@example.com' } },
    );
  });

  it('is masked where a policy denies the record that it belongs to', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'project:viewer');
    const project = await made('/v1/project/projects', { name: 'Apollo', key: 'APO' });
    const task = await made(`/v1/project/projects/${project.id}/tasks`, { title: 'Launch' });
    await changed(`/v1/project/tasks/${task.id}`, { title: 'Abort' });
    expect(await changesOf(viewer, task.id)).toEqual({ title: { from: 'Launch', to: 'Abort' } });
    await enforcePolicy(owner, {
      principals: [{ type: 'role', id: 'guard:viewer' }],
      resources: [{ type: 'project.project', id: project.id }],
      actions: ['project:read'],
    });
    expect(await changesOf(viewer, task.id)).toEqual({ title: MASKED });
  });

  it('is masked after a record is gone for good, unless all of its type are visible or to admins of its app', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'office:editor', 'sales:viewer');
    const { client: admin } = await owner.signedIn('guard:viewer', 'office:admin');
    const titled = await document('Layoffs');
    await owner.delete(`${DOCUMENTS}/${titled}?hard=true`);
    expect(await changesOf(viewer, titled)).toEqual({ title: MASKED });
    expect(await changesOf(admin, titled)).toEqual({ title: { from: 'Layoffs', to: null } });
    const known = await contact();
    await owner.delete(`${CONTACTS}/${known}?hard=true`);
    const [, before] = await entries(viewer, `resource_id=${known}`);
    expect(before.changes).toMatchObject({ email: { to: 'ada@example.com' } });
    // Whether it had the tag is not known any more.
    await enforcePolicy(owner, {
      resources: [{ type: 'sales.contact', tag: 'secret' }],
      actions: ['sales:read'],
    });
    expect((await entries(viewer, `resource_id=${known}`))[1].changes).toMatchObject({ email: MASKED });
  });

  it('is judged with one statement per type of a page, and with none where all records are readable', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'office:viewer', 'sales:viewer');
    for (let n = 0; n < 5; n++) {
      await document(`Plan ${n}`, { permissions: { visibility: 'workspace' } });
      await contact();
    }
    await listenersDone(suite);
    const run = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => run.mockRestore());
    const page = await entries(viewer, '');
    const texts = run.mock.calls.map(([given]) => String((given as { text?: string }).text ?? given));
    expect(page.filter(({ changes }) => changes).length).toBeGreaterThan(9);
    expect(texts.filter((text) => /from "?(documents|sales_contacts)/i.test(text))).toEqual([
      expect.stringMatching(/from "?documents/i),
    ]);
  });

  it('is not found by a name that the record had', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'office:viewer');
    const { client: admin } = await owner.signedIn('guard:viewer', 'office:admin');
    const id = await document('Zeppelin', { permissions: { visibility: 'private' } });
    await changed(`${DOCUMENTS}/${id}`, { title: 'Balloon' });
    expect(await entries(viewer, 'resource_name=zeppelin')).toEqual([]);
    expect((await entries(admin, 'resource_name=zeppelin')).length).toBeGreaterThan(0);
  });
});

describe('What stands on entries', () => {
  const rule = (facts: object = {}) => ({
    name: 'Contacts change',
    condition: { actions: ['sales.contact.updated'] },
    ...facts,
  });

  it('masks the samples of a rule, and matches no value that is masked', async () => {
    const contactId = await contact();
    const { client: admin } = await owner.signedIn('guard:admin');
    const from = suite.clock.iso(-60);
    const tested = async (condition: object, by: Client) => {
      const { id } = await made(RULES, rule({ condition }), owner);
      return (await by.post(`${RULES}/${id}/test`, { from })).body;
    };
    const byValue = { change: { field: 'email', to: ['ada@example.com'] } };
    expect(await tested(byValue, owner)).toMatchObject({ match_count: 1 });
    expect(await tested(byValue, admin)).toMatchObject({ match_count: 0, samples: [] });
    expect(await tested({ change: { field: 'email', to: ['undefined'] } }, admin)).toMatchObject({ match_count: 0 });
    const byCondition = { when: { after: { email: { starts: 'ada' } } } };
    const records = [{ id: contactId, title: 'Ada Lovelace' }];
    expect(await tested(byCondition, owner)).toMatchObject({ match_count: 1, records });
    expect(await tested(byCondition, admin)).toMatchObject({ match_count: 0, samples: [] });
    const byField = await tested({ change: { field: 'email' } }, admin);
    expect(byField).toMatchObject({
      match_count: 1,
      samples: [{ changes: { email: MASKED, phone: MASKED } }],
      records: [],
    });
  });

  it('masks the entries of an alert', async () => {
    await made(RULES, rule({ status: 'active' }));
    const id = await contact();
    const alert = await eventually(async () => {
      await suite.app.get(Sealer).run();
      const [found] = (await owner.get('/v1/guard/alerts')).body.data;
      expect(found).toBeDefined();
      return found;
    });
    const { client: viewer } = await owner.signedIn('guard:viewer');
    const seen = async (by: Client) => (await by.get(`/v1/guard/alerts/${alert.id}/entries`)).body;
    expect(await seen(owner)).toMatchObject({
      entries: [{ resource: { id }, changes: { email: { to: 'ada@example.com' } } }],
      records: [{ id, title: 'Ada Lovelace' }],
    });
    expect(await seen(viewer)).toMatchObject({
      entries: [{ resource: { id }, changes: { email: MASKED, phone: MASKED } }],
      records: [],
    });
  });

  it('does not tell by a simulation which records have a tag', async () => {
    const id = await contact({ tags: ['secret'] });
    const draft = {
      principals: [{ type: 'any' }],
      resources: [{ type: 'sales.contact', tag: 'secret' }],
      actions: ['sales:write'],
    };
    const simulated = async (by: Client) => {
      const answer = await by.post('/v1/guard/policies/simulate', { policy: draft });
      expect(answer, answer.text).toMatchObject({ status: 200 });
      return answer.body;
    };
    expect(await simulated(owner)).toMatchObject({
      examples: [{ resource: { id } }, { resource: { id } }],
      records: [{ id, title: 'Ada Lovelace' }],
    });
    const { client: viewer } = await owner.signedIn('guard:viewer');
    expect(await simulated(viewer)).toMatchObject({ matched: 0, examples: [] });
  });

  it('does not tell by a simulation which values a record had', async () => {
    const id = await contact();
    const draft = {
      principals: [{ type: 'any' }],
      resources: [{ type: 'sales.contact' }],
      actions: ['sales:write'],
      when: { after: { email: 'ada@example.com' } },
    };
    const simulated = async (by: Client) => {
      const answer = await by.post('/v1/guard/policies/simulate', { policy: draft });
      expect(answer, answer.text).toMatchObject({ status: 200 });
      return answer.body;
    };
    const examples = (await simulated(owner)).examples.map(({ resource }: any) => resource.id);
    expect(examples).toContain(id);
    const { client: viewer } = await owner.signedIn('guard:viewer');
    const blind = await simulated(viewer);
    expect(blind).toMatchObject({ matched: 0, examples: [] });
    expect(blind.not_judged_reasons).toContainEqual({ reason: 'record_unknown', count: expect.any(Number) });
  });
});

describe('The role guard:read_all', () => {
  const notes = () => entries(owner, 'action=guard.audit_log.read_in_full');

  it('masks nothing, and leaves one entry per session and hour', async () => {
    const id = await contact();
    const { client: auditor, userId, sessionId } = await owner.signedIn('guard:read_all');
    await entries(auditor, 'action=guard.*');
    expect(await notes()).toEqual([]);
    for (let n = 0; n < 3; n++)
      expect(await changesOf(auditor, id)).toMatchObject({ email: { to: 'ada@example.com' } });
    expect(await notes()).toMatchObject([
      { actor: { type: 'user', id: userId }, changes: { session_id: { from: null, to: sessionId } } },
    ]);
    await suite.database.execute(
      `update audit_entries set timestamp = timestamp - interval '61 minutes' where workspace_id = $1 and action = $2`,
      [workspaceId, 'guard.audit_log.read_in_full'],
    );
    await changesOf(auditor, id);
    expect(await notes()).toHaveLength(2);
  });

  it('reads past policies, but not for a key of its holder or an app', async () => {
    const id = await contact();
    const { client: auditor } = await owner.signedIn('guard:read_all', 'access:admin', 'guard:admin');
    await enforcePolicy(owner, { resources: [{ type: 'sales.contact' }], actions: ['sales:read'] });
    expect(await changesOf(auditor, id)).toMatchObject({ email: { to: 'ada@example.com' } });
    const { key } = await made(KEYS, { name: 'Mine', scopes: ['guard:read'] }, auditor);
    expect(await changesOf(new Client(suite.base, key), id)).toMatchObject({ email: MASKED });
    const user = await makeUser(suite, { roles: ['guard:read_all'] }, workspaceId);
    const app = await registerClient(suite, { scopes: ['guard:read'] }, workspaceId);
    const { access_token } = await tokensOf(suite, app, await browserOf(suite, user));
    expect(await changesOf(new Client(suite.base, access_token), id)).toMatchObject({ email: MASKED });
  });

  it('is given by owners only', async () => {
    const { client: admin } = await owner.signedIn('access:admin', 'guard:admin');
    const { userId } = await owner.signedIn('guard:viewer');
    const path = `/v1/access/users/${userId}`;
    const refused = await admin.patch(path, { roles: ['guard:read_all'] });
    expectError(refused, 403);
    expect(refused.body.error.message).toContain('guard:read_all');
    await changed(path, { roles: ['guard:read_all'] });
    expect((await owner.get('/v1/access/roles')).body.data).toContainEqual(
      expect.objectContaining({ name: 'guard:read_all', scopes: ['guard:read'] }),
    );
  });
});
