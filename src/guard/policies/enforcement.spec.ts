import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allScopes } from '../../platform/index.js';
import { Browser } from '../../../test/support/browser.js';
import { eventually } from '../../../test/support/eventually.js';
import { registerClient, signedInThrough } from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { receive } from '../../../test/support/receiver.js';
import { formWithFile } from '../../../test/support/sample.js';
import { type Answer, Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

/** `test/policies.spec.ts` walks every path; here are whom policies bind, what they ask, and the ways around a path. */

const POLICIES = '/v1/guard/policies';
const DOCUMENTS = '/v1/office/documents';
const FILES = '/v1/office/files';
const ALL = ['read:all', 'write:all'];

let suite: TestApp;
/** A fresh workspace for each test. */
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

async function deny(principal: object, resource: object, ...actions: string[]): Promise<string> {
  const facts = { name: 'Denied', effect: 'deny', principals: [principal], resources: [resource], actions };
  const { body } = await client.post(POLICIES, facts);
  const answer = await client.patch(`${POLICIES}/${body.id}`, { status: 'active' });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return body.id;
}
const lift = (id: string) => client.patch(`${POLICIES}/${id}`, { status: 'inactive' });

/** A key of the owner with every scope, as policies name it. */
async function aKey(by = client): Promise<{ by: Client; is: { type: string; id: string } }> {
  const { body } = await by.post('/v1/access/api-keys', { name: 'Key', scopes: ALL });
  return { by: new Client(suite.base, body.key), is: { type: 'api_key', id: body.id } };
}
const aDocument = async (facts: object = {}, by = client) =>
  (await by.post(DOCUMENTS, { title: 'Plan', ...facts })).body;
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
const upload = (by: Client, name = 'plan.txt') => {
  const form = formWithFile(name, 'We met.');
  return by.post(FILES, form.text, { headers: { 'Content-Type': form.type } });
};
const DOCUMENT = { type: 'office.document' };

describe('Actions', () => {
  it.each([
    ['office:read', [403, 200, 204]],
    ['office:write', [200, 403, 204]],
    ['office:delete', [200, 200, 403]],
    ['office:*', [403, 403, 403]],
    ['*', [403, 403, 403]],
    ['sales:*', [200, 200, 204]],
  ])('%s: of a get, a patch and a delete', async (action, wanted) => {
    const { by, is } = await aKey();
    await deny(is, DOCUMENT, action);
    const path = `${DOCUMENTS}/${(await aDocument()).id}`;
    const answers = [await by.get(path), await by.patch(path, { title: 'New' }), await by.delete(path)];
    expect(statuses(answers)).toEqual(wanted);
    expect((await client.get(path)).status).toBe(wanted[2] === 204 ? 404 : 200);
  });

  it('office:share is asked where permissions change, and only there', async () => {
    const { by, is } = await aKey();
    await deny(is, DOCUMENT, 'office:share');
    const permissions = { visibility: 'workspace' };
    expect(
      statuses([await by.post(DOCUMENTS, { title: 'A', permissions }), await by.post(DOCUMENTS, { title: 'A' })]),
    ).toEqual([403, 201]);
    const { id } = await aDocument({}, by);
    const path = `${DOCUMENTS}/${id}`;
    const patched = [
      await by.patch(path, { permissions }),
      await by.patch(path, { permissions: { visibility: 'private' } }),
      await by.patch(path, { title: 'New' }),
    ];
    expect(statuses(patched)).toEqual([403, 200, 200]);
  });

  it('office:export is asked of exports, and only there', async () => {
    const { by, is } = await aKey();
    await deny(is, { type: 'office.spreadsheet' }, 'office:export');
    const { body } = await by.post('/v1/office/sheets', { title: 'Sums' });
    const path = `/v1/office/sheets/${body.id}`;
    expect(
      statuses([await by.get(path), await by.get(`${path}/export`), await by.get(`${path}/values?range=A1`)]),
    ).toEqual([200, 403, 200]);
  });

  it('say which policy it was, and are noted as denied', async () => {
    const { by, is } = await aKey();
    const policy = await deny(is, DOCUMENT, 'office:write');
    const { id } = await aDocument();
    const { body } = await by.patch(`${DOCUMENTS}/${id}`, { title: 'New' });
    expect(body.error).toMatchObject({
      code: 'FORBIDDEN',
      message: `The policy ${policy} denies office:write on this document.`,
    });
    const { data } = (await client.get(`/v1/guard/audit-logs?actor_id=${is.id}&outcome=denied`)).body;
    expect(data).toMatchObject([{ action: 'office.document.updated', resource: { id } }]);
  });

  it('are not widened by what is allowed', async () => {
    const { client: viewer, userId } = await client.signedIn('office:viewer');
    const facts = { name: 'Allowed', effect: 'allow', principals: [{ type: 'user', id: userId }] };
    const { body } = await client.post(POLICIES, { ...facts, resources: [DOCUMENT], actions: ['office:*'] });
    await client.patch(`${POLICIES}/${body.id}`, { status: 'active' });
    expect((await viewer.post(DOCUMENTS, { title: 'A' })).status).toBe(403);
    expect((await client.get(DOCUMENTS)).status).toBe(200);
  });
});

describe('Principals', () => {
  it('are users, by their id, their roles and their groups, at once when these change', async () => {
    const { client: member, userId } = await client.signedIn('office:editor');
    const list = async () => (await member.get(DOCUMENTS)).status;
    const byUser = await deny({ type: 'user', id: userId }, DOCUMENT, 'office:read');
    await expect.poll(list).toBe(403);
    await lift(byUser);
    await expect.poll(list).toBe(200);

    const { body: group } = await client.post('/v1/access/groups', { name: 'Guests', roles: ['sales:viewer'] });
    await deny({ type: 'group', id: group.id }, DOCUMENT, 'office:read');
    expect(await list()).toBe(200);
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [userId] });
    await expect.poll(list).toBe(403);
    await client.delete(`/v1/access/groups/${group.id}/members/${userId}`);
    await expect.poll(list).toBe(200);

    await deny({ type: 'role', id: 'sales:viewer' }, DOCUMENT, 'office:read');
    expect(await list()).toBe(200);
    await client.patch(`/v1/access/users/${userId}`, { roles: ['office:editor', 'sales:viewer'] });
    await expect.poll(list).toBe(403);
  });

  it('are the keys that such a user makes, too', async () => {
    const { client: admin, userId } = await client.signedIn('office:admin', 'access:admin');
    const made = await admin.post('/v1/access/api-keys', { name: 'Around', scopes: ['office:read'] });
    const around = new Client(suite.base, made.body.key);
    expect((await around.get(DOCUMENTS)).status).toBe(200);
    await deny({ type: 'user', id: userId }, DOCUMENT, 'office:read');
    await expect.poll(async () => (await around.get(DOCUMENTS)).status).toBe(403);
    expect((await client.get(DOCUMENTS)).status).toBe(200);
  });

  it('are everybody, with a credential or without', async () => {
    const { id } = await aDocument({ permissions: { visibility: 'public' } });
    await client.patch(`${DOCUMENTS}/${id}`, { status: 'published' });
    const open = () => client.get(`/v1/office/public/documents/${id}`, { key: null });
    expect((await open()).status).toBe(200);
    await deny({ type: 'any' }, { ...DOCUMENT, id }, 'office:read');
    expect([(await open()).status, (await client.get(`${DOCUMENTS}/${id}`)).status]).toEqual([403, 403]);
  });

  it('are those who look at published jobs', async () => {
    const board = `/v1/careers/board/jobs`;
    const look = async () => {
      const paths = [`${board}?workspace_id=${workspaceId}`, `${board}.atom?workspace_id=${workspaceId}`];
      return statuses(await Promise.all(paths.map((path) => client.get(path, { key: null }))));
    };
    expect(await look()).toEqual([200, 200]);
    const policy = await deny({ type: 'any' }, { type: 'careers.job' }, 'careers:read');
    expect(await look()).toEqual([403, 403]);
    await lift(policy);
    expect(await look()).toEqual([200, 200]);
  });
});

describe('Apps', () => {
  const ALL_SCOPES = allScopes();
  const anApp = (name: string) => registerClient(suite, { name, scopes: ALL_SCOPES }, workspaceId);
  const ofApp = (id: string) => ({ type: 'oauth_client', id });

  it('are bound whatever the app and whoever the user, by "no app reads applications"; people and keys are not', async () => {
    const { body: job } = await client.post('/v1/careers/jobs', { title: 'Gardener' });
    const [notes, hiring] = [await anApp('Notes'), await anApp('Hiring')];
    const [through, other] = [
      (await signedInThrough(notes, client, 'workspace:owner')).client,
      (await signedInThrough(hiring, client, 'careers:viewer')).client,
    ];
    const { client: person } = await client.signedIn('careers:viewer');
    const keyOf = async (by: Client, ...scopes: string[]) =>
      new Client(suite.base, (await by.post('/v1/access/api-keys', { name: 'Around', scopes })).body.key);
    const around = await keyOf(through, 'careers:read', 'access:write');
    const further = await keyOf(around, 'careers:read');
    const look = async () =>
      statuses(
        await Promise.all(
          [through, other, around, further, person, client].map((by) =>
            by.get(`/v1/careers/jobs/${job.id}/applications`),
          ),
        ),
      );
    expect(await look()).toEqual([200, 200, 200, 200, 200, 200]);
    const policy = await deny(ofApp('any'), { type: 'careers.application' }, 'careers:read');
    expect(await look()).toEqual([403, 403, 403, 403, 200, 200]);
    expect((await through.get('/v1/careers/jobs')).status).toBe(200);
    await lift(policy);
    expect(await look()).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('are bound one by one, by "this app writes nothing in sales"', async () => {
    const [notes, other] = [await anApp('Notes'), await anApp('Other')];
    const { client: through } = await signedInThrough(notes, client, 'sales:admin');
    const { client: beside } = await signedInThrough(other, client, 'sales:admin');
    const CONTACTS = '/v1/sales/contacts';
    const { id } = (await client.post(CONTACTS, { display_name: 'Ada' })).body;
    await deny(ofApp(notes.client_id), { type: 'sales.*' }, 'sales:write', 'sales:delete');
    const attempts = async (by: Client) =>
      statuses([
        await by.get(CONTACTS),
        await by.post(CONTACTS, { display_name: 'Bo' }),
        await by.patch(`${CONTACTS}/${id}`, { display_name: 'Ada L.' }),
        await by.post('/v1/sales/deals', { title: 'Ten seats' }),
        await by.delete(`${CONTACTS}/${id}`),
      ]);
    expect(await attempts(through)).toEqual([200, 403, 403, 403, 403]);
    expect((await attempts(beside)).includes(403)).toBe(false);
    const { data } = (await client.get(`/v1/guard/audit-logs?client_id=${notes.client_id}&outcome=denied`)).body;
    expect(data).toHaveLength(4);
  });

  it('find no way around by links, webhooks and calendars that they made before, nor do these outlive the app', async () => {
    const app = await anApp('Notes');
    const { client: through } = await signedInThrough(app, client, 'office:admin', 'project:admin');
    const { body: file } = await upload(through);
    const link = async (by: Client) => {
      const { url } = (await by.get(`${FILES}/${file.id}/download`)).body;
      const { pathname, search } = new URL(url);
      return async () => (await client.get(pathname + search, { key: null })).status;
    };
    const [ofTheApp, ofTheOwner] = [await link(through), await link(client)];
    const { body: project } = await client.post('/v1/project/projects', { name: 'Move' });
    const { body: feed } = await through.post('/v1/project/calendar-feeds', { project_id: project.id });
    const calendar = async () =>
      (await client.get(feed.url.slice(new URL(feed.url).origin.length), { key: null })).status;
    const receiver = await receive();
    const { body: webhook } = await through.post('/v1/webhooks', { url: receiver.url, events: ['office.*'] });
    const where = { 'office.document.created': {} };
    const { body: judged } = await through.post('/v1/webhooks', { url: receiver.url, events: ['office.*'], where });
    expect([await ofTheApp(), await ofTheOwner(), await calendar()]).toEqual([200, 200, 200]);

    const policies = [
      await deny(ofApp('any'), { type: 'office.*' }, 'office:read'),
      await deny(ofApp(app.client_id), { type: 'project.task' }, 'project:read'),
    ];
    expect([await ofTheApp(), await ofTheOwner(), await calendar()]).toEqual([403, 200, 403]);
    await aDocument();
    await eventually(async () => {
      const { body } = await client.get(`/v1/webhooks/${webhook.id}/deliveries`);
      expect(body.data).toMatchObject([{ status: 'failed' }]);
    });
    // A condition that is met would tell what the record has.
    expect((await client.get(`/v1/webhooks/${judged.id}/deliveries`)).body.data).toEqual([]);
    expect(receiver.requests).toEqual([]);
    for (const policy of policies) await lift(policy);
    expect([await ofTheApp(), await calendar()]).toEqual([200, 200]);
    expect((await client.delete(`/v1/access/oauth-clients/${app.client_id}`)).status).toBe(204);
    expect(await calendar()).toBe(404);
  });

  it('are named by an id of the workspace', async () => {
    const foreign = await registerClient(suite, {}, suite.workspaceId);
    const named = (id?: string) =>
      client.post(POLICIES, {
        name: 'Named',
        effect: 'deny',
        principals: [{ type: 'oauth_client', id }],
        resources: [DOCUMENT],
        actions: ['office:read'],
      });
    const answers = [await named(), await named(foreign.client_id), await named('https://app.example.com/client.json')];
    expect(
      answers.map(({ status, body }) => [status, body.error.details[0].field, body.error.details[0].code]),
    ).toEqual(['required', 'not_found', 'not_found'].map((code) => [400, 'principals[0].id', code]));
  });
});

describe('Records', () => {
  it('that a tag or an id names are refused alone, and leave lists with their totals', async () => {
    const { by, is } = await aKey();
    const [tagged, named, other] = [
      await aDocument({ tags: ['a', 'secret'] }),
      await aDocument(),
      await aDocument({ tags: ['a'] }),
    ];
    await deny(is, { type: 'office.*', tag: 'secret' }, 'office:read');
    await deny(is, { ...DOCUMENT, id: named.id }, 'office:read');
    const got = await Promise.all([tagged, named, other].map(({ id }) => by.get(`${DOCUMENTS}/${id}`)));
    expect(statuses(got)).toEqual([403, 403, 200]);
    expect((await by.get(DOCUMENTS)).body.meta.total).toBe(1);
    await client.patch(`${DOCUMENTS}/${tagged.id}`, { tags: ['a'] });
    expect((await by.get(`${DOCUMENTS}/${tagged.id}`)).status).toBe(200);
  });

  it('of a whole type are refused with their list, even those that do not exist', async () => {
    const { by, is } = await aKey();
    await deny(is, { type: 'office.*' }, 'office:read');
    expect(statuses([await by.get(DOCUMENTS), await by.get(FILES), await by.get(`${DOCUMENTS}/doc_x`)])).toEqual([
      403, 403, 403,
    ]);
    expect((await by.get('/v1/access/users')).status).toBe(200);
  });

  it('are made with a tag only by who may write to it', async () => {
    const { by, is } = await aKey();
    await deny(is, { ...DOCUMENT, tag: 'secret' }, 'office:write');
    expect((await by.post(DOCUMENTS, { title: 'A', tags: ['secret'] })).status).toBe(403);
    expect((await by.post(DOCUMENTS, { title: 'A', tags: ['open'] })).status).toBe(201);
  });
});

describe('A change of a policy', () => {
  it('acts in every process', async () => {
    const second = await startTestApp({}, { beside: suite });
    const there = new Client(second.base, client.key);
    try {
      expect((await there.get(DOCUMENTS)).status).toBe(200);
      const policy = await deny({ type: 'any' }, DOCUMENT, 'office:read');
      await expect.poll(async () => (await there.get(DOCUMENTS)).status).toBe(403);
      await lift(policy);
      await expect.poll(async () => (await there.get(DOCUMENTS)).status).toBe(200);
    } finally {
      await second.close();
    }
  });

  it('acts on the policy as it is now, not as it was when it was activated', async () => {
    const { by, is } = await aKey();
    const policy = await deny(is, DOCUMENT, 'office:read');
    await client.patch(`${POLICIES}/${policy}`, { actions: ['office:delete'] });
    expect((await by.get(DOCUMENTS)).status).toBe(200);
    await client.patch(`${POLICIES}/${policy}`, { effect: 'allow', actions: ['office:read'] });
    expect((await by.get(DOCUMENTS)).status).toBe(200);
    await client.patch(`${POLICIES}/${policy}`, { effect: 'deny' });
    expect((await by.get(DOCUMENTS)).status).toBe(403);
  });
});

describe('There is no way around by', () => {
  it('parts of an upload: what they come to is a file', async () => {
    const { by, is } = await aKey();
    await deny(is, { type: 'office.file' }, 'office:write');
    const input = { name: 'a.txt', size_bytes: 3, mime_type: 'text/plain' };
    const { body } = await by.post(`${FILES}/upload/chunked`, input);
    const path = `${FILES}/upload/chunked/${body.session_id}`;
    const octets = { headers: { 'Content-Type': 'application/octet-stream' } };
    expect((await by.put(`${path}/parts/1`, 'abc', octets)).status).toBe(200);
    expect((await by.post(`${path}/complete`)).status).toBe(403);
    expect((await upload(by)).status).toBe(403);
    expect((await client.get(FILES)).body.meta.total).toBe(0);
  });

  it('the trash', async () => {
    const { by, is } = await aKey();
    const { id } = await aDocument();
    await deny(is, { ...DOCUMENT, id }, 'office:read', 'office:write');
    const path = `${DOCUMENTS}/${id}`;
    expect((await by.delete(path)).status).toBe(204);
    expect(statuses([await by.get(`${path}?include_deleted=true`), await by.post(`${path}/restore`)])).toEqual([
      403, 403,
    ]);
  });

  it('a link that was given before, or to somebody else', async () => {
    const { by, is } = await aKey();
    const { body: file } = await upload(client);
    const linkFor = async (asker: Client) => {
      const { body } = await asker.get(`${FILES}/${file.id}/download`);
      const { pathname, search } = new URL(body.url);
      return pathname + search;
    };
    const [theirs, ours] = [await linkFor(by), await linkFor(client)];
    const follow = async (link: string) => (await client.get(link, { key: null })).status;
    expect([await follow(theirs), await follow(ours)]).toEqual([200, 200]);
    const policy = await deny(is, { type: 'office.file', id: file.id }, 'office:read');
    expect([await follow(theirs), await follow(ours)]).toEqual([403, 200]);
    expect((await by.get(`${FILES}/${file.id}/download`)).status).toBe(403);
    expect(await follow(theirs.replace(/&for=[^&]*/, ''))).toBe(403);
    await lift(policy);
    expect(await follow(theirs)).toBe(200);
    await client.patch(`${FILES}/${file.id}`, { tags: ['secret'] });
    await deny({ type: 'any' }, { type: 'office.file', tag: 'secret' }, 'office:read');
    expect([await follow(theirs), await follow(ours)]).toEqual([403, 403]);
  });

  it('the log of events', async () => {
    const { by, is } = await aKey();
    const { id } = await aDocument();
    const events = async (asker: Client) => (await asker.get('/v1/events?type=office.*')).body;
    await expect.poll(async () => (await events(client)).data.length).toBe(1);
    const [event] = (await events(by)).data;
    const single = async () => (await by.get(`/v1/events/${event.id}`)).status;
    expect([event.payload.document_id, await single()]).toEqual([id, 200]);

    const named = await deny(is, { ...DOCUMENT, id }, 'office:read');
    expect([(await events(by)).meta.total, await single()]).toEqual([0, 403]);
    await lift(named);
    await deny(is, DOCUMENT, 'office:read');
    expect([(await events(by)).data, (await events(by)).meta.total, await single()]).toEqual([[], 0, 404]);
    expect((await events(client)).meta.total).toBe(1);
  });

  it('webhooks, be they made afterwards or before', async () => {
    const { client: viewer, userId } = await client.signedIn('office:admin', 'sales:viewer');
    const [theirs, ours] = [await receive(), await receive()];
    const subscribe = (by: Client, url: string, ...events: string[]) => by.post('/v1/webhooks', { url, events });
    const webhook = await subscribe(viewer, theirs.url, 'office.*', 'sales.*');
    const others = await subscribe(client, ours.url, 'office.*');
    await deny({ type: 'user', id: userId }, DOCUMENT, 'office:read');
    await expect.poll(async () => (await subscribe(viewer, theirs.url, 'office.*')).status).toBe(403);
    expect((await subscribe(viewer, theirs.url, 'office.file.uploaded')).status).toBe(201);
    // Nor can they have what somebody else's webhook gets sent to them.
    const change = (fields: object) => viewer.patch(`/v1/webhooks/${others.body.id}`, fields);
    expect(statuses([await change({ url: theirs.url }), await change({ description: 'Ours' })])).toEqual([403, 200]);

    await aDocument();
    await ours.received(1);
    const { data } = await eventually(async () => {
      const { body } = await client.get(`/v1/webhooks/${webhook.body.id}/deliveries`);
      expect(body.data).toMatchObject([{ status: 'failed' }]);
      return body;
    });
    const delivery = await client.get(`/v1/webhooks/${webhook.body.id}/deliveries/${data[0].id}`);
    expect(delivery.body.attempts).toMatchObject([{ error: expect.stringContaining('policy') }]);
    expect(theirs.requests).toEqual([]);
  });

  it('provisioning', async () => {
    const { by, is } = await aKey();
    const { body: user } = await client.post('/v1/access/users', { email: 'ada@example.com', display_name: 'Ada' });
    await deny(is, { type: 'access.user', id: user.id }, 'access:write', 'access:delete');
    const path = `/v1/access/scim/v2/Users/${user.id}`;
    const body = { Operations: [{ op: 'replace', path: 'active', value: false }] };
    expect(statuses([await by.get(path), await by.patch(path, body), await by.delete(path)])).toEqual([200, 403, 403]);
  });

  it('a body that names them, by their id or a tag, in SCIM too', async () => {
    const { by, is } = await aKey();
    const { body: user } = await client.post('/v1/access/users', { email: 'ada@example.com', display_name: 'Ada' });
    const { body: group } = await client.post('/v1/access/groups', { name: 'Guests' });
    const { body: file } = await upload(client);
    const { body: open } = await upload(client, 'open.txt');
    await client.patch(`${FILES}/${file.id}`, { tags: ['secret'] });
    const { id } = await aDocument({ attachments: [file.id] });
    await deny(is, { type: 'access.user', id: user.id }, 'access:read');
    await deny(is, { type: 'office.file', tag: 'secret' }, 'office:read');

    const attach = (...attachments: string[]) => by.post(DOCUMENTS, { title: 'A', attachments });
    const scim = { Operations: [{ op: 'add', path: 'members', value: [{ value: user.id }] }] };
    expect(
      statuses([
        await by.post(`/v1/access/groups/${group.id}/members`, { user_ids: [user.id] }),
        await by.patch(`/v1/access/scim/v2/Groups/${group.id}`, scim),
        await attach(open.id, file.id),
        await attach(open.id),
      ]),
    ).toEqual([403, 403, 403, 201]);
    expect((await client.get(`/v1/access/groups/${group.id}/members`)).body.data).toEqual([]);
    const { data } = (await client.get(`/v1/guard/audit-logs?actor_id=${is.id}&outcome=denied`)).body;
    expect(data.length).toBe(3);

    // References that a record has already may stay. An id within a text is no reference.
    const path = `${DOCUMENTS}/${id}`;
    const attachments = [file.id, open.id];
    expect((await by.patch(path, { attachments })).status).toBe(200);
    expect((await by.patch(path, { title: `See ${file.id}` })).status).toBe(200);
  });

  it('a change of many at once', async () => {
    const { by, is } = await aKey();
    const { body: project } = await client.post('/v1/project/projects', { name: 'Move' });
    const tasks = `/v1/project/projects/${project.id}/tasks`;
    const made = async (tags: string[]) => (await client.post(tasks, { title: 'Pack', tags })).body.id as string;
    const task_ids = [await made([]), await made(['secret'])];
    await deny(is, { type: 'project.task', tag: 'secret' }, 'project:write');
    const update = { task_ids, updates: { priority: 'high' } };
    expect((await by.post('/v1/project/tasks/bulk-update', update)).status).toBe(403);
    expect((await client.get(tasks)).body.data).toMatchObject([{ priority: 'none' }, { priority: 'none' }]);
  });

  it('a merge, also where no field of the one that stays changes, nor by undoing it', async () => {
    const { by, is } = await aKey();
    const contact = async (display_name: string, tags: string[] = []) =>
      (await client.post('/v1/sales/contacts', { display_name, tags })).body.id as string;
    const [vip, other] = [await contact('Ada', ['vip']), await contact('Ada L.')];
    const merge = (asker: Client, primary_id: string, duplicate_id: string) =>
      asker.post('/v1/sales/contacts/merge', { primary_id, duplicate_id });
    const policy = await deny(is, { type: 'sales.contact', tag: 'vip' }, 'sales:write');
    expect(statuses([await merge(by, vip, other), await merge(by, other, vip)])).toEqual([403, 403]);
    expect((await merge(client, vip, other)).status).toBe(200);
    const unmerge = () => by.post(`/v1/sales/contacts/${other}/unmerge`);
    expect((await unmerge()).status).toBe(403);
    await lift(policy);
    expect((await unmerge()).status).toBe(200);
  });

  it('another record that shows them', async () => {
    const { by, is } = await aKey();
    const { body: group } = await client.post('/v1/access/groups', { name: 'Guests' });
    await deny(is, { type: 'access.user' }, 'access:read');
    const path = `/v1/access/groups/${group.id}`;
    expect(statuses([await by.get(path), await by.get(`${path}/members`)])).toEqual([200, 403]);
  });

  it('what else a request changes', async () => {
    const { by, is } = await aKey();
    const { userId, sessionId } = await client.signedIn('office:viewer');
    await deny(is, { type: 'access.session', id: sessionId }, 'access:write');
    expect((await by.post(`/v1/access/users/${userId}/deactivate`)).status).toBe(403);
    expect((await client.get(`/v1/access/users/${userId}`)).body.status).toBe('active');
  });
});

it('The page of an account does what policies let its user do', async () => {
  const user = await makeUser(suite, {}, workspaceId);
  const browser = new Browser(suite.base);
  await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
  const page = await browser.get('/account');
  const write = await deny({ type: 'user', id: user.id }, { type: 'access.user' }, 'access:write');
  const fields = { current: PASSWORD, password: 'a new and long one', repeated: 'a new and long one' };
  expect((await browser.fill(page, fields, '/account/password')).status).toBe(403);
  await lift(write);
  await deny({ type: 'user', id: user.id }, { type: 'access.user' }, 'access:read');
  expect((await browser.get('/account')).status).toBe(403);
  expect((await browser.fill(page, {}, '/sign-out')).path).toContain('/sign-in');
});
