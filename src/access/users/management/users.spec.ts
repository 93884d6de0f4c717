import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, RequestContext, runInContext } from '../../../platform/context/request-context.js';
import { DELETED_USER, newId } from '../../../platform/fields/ids.js';
import { StoreRegistry } from '../../../platform/resource/stores.module.js';
import { Works } from '../../../platform/leased-work/works.js';
import { makeUser } from '../../../../test/support/people.js';
import { detailsOf } from '../../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { declaredEventsAbout } from '../../../../test/support/told.js';
import { AccessTokens } from '../../oauth/access-tokens.js';
import { UsersPort } from '../users.port.js';
import { UsersService } from './users.service.js';

const PATH = '/v1/access/users';
const GROUPS = '/v1/access/groups';
const DOCUMENTS = '/v1/office/documents';
const SHEETS = '/v1/office/sheets';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const anEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

/** Makes a user and answers them in full. */
async function aUser(fields: object = {}, by = client) {
  const { status, body, text } = await by.post(PATH, { email: anEmail(), send_invite: false, ...fields });
  if (status !== 201) throw new Error(text);
  return get(body.id, by);
}

const get = async (id: string, by = client) => (await by.get(`${PATH}/${id}`)).body;

async function aGroup(roles: string[], ...members: string[]): Promise<string> {
  const { body } = await client.post(GROUPS, { name: randomBytes(6).toString('hex'), roles });
  if (members.length) await client.post(`${GROUPS}/${body.id}/members`, { user_ids: members });
  return body.id;
}

/** The events about a user, oldest first. */
async function eventsOf(id: string) {
  const events = await declaredEventsAbout(suite.database, 'user_id', id);
  return events.map(({ type, payload }) => ({ type, ...payload }));
}

/** The audit trail of a user, newest first. */
async function trailOf(id: string) {
  const { body } = await client.get(`/v1/guard/audit-logs?resource_id=${id}`);
  return body.data as { action: string; outcome: string; changes: any; actor: { type: string; id: string } }[];
}

const mailsTo = async (id: string, to = suite) =>
  (await to.database.execute('select kind from user_links where user_id = $1', [id])).rows.map(({ kind }) => kind);

const messageOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.message];

describe('POST /v1/access/users', () => {
  it('makes a pending user', async () => {
    const email = anEmail();
    const created = await client.post(PATH, { email, display_name: ' Ada Lovelace ', roles: ['office:editor'] });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^usr_/),
      email,
      display_name: 'Ada Lovelace',
      status: 'pending',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      invite_link: expect.any(String),
    });
    delete created.body.invite_link;
    expect(created.headers.get('location')).toBe(`${PATH}/${created.body.id}`);
    expect(await get(created.body.id)).toEqual({
      ...created.body,
      roles: ['office:editor'],
      language: null,
      updated_at: created.body.created_at,
      groups: [],
      effective_roles: ['office:editor'],
      last_session: null,
    });
  });

  it('tells of it, and notes it', async () => {
    const { id, email, display_name } = await aUser({ display_name: 'Ada' });
    expect(await eventsOf(id)).toEqual([
      { type: 'access.user.created', user_id: id, email, display_name, status: 'pending' },
    ]);
    expect(await trailOf(id)).toMatchObject([{ action: 'access.user.created', outcome: 'success' }]);
  });

  it('gives an admin the link of an invitation to hand over, as there is no mail server', async () => {
    const { body } = await client.post(PATH, { email: anEmail(), roles: ['access:editor'] });
    const open = async (link: string) => (await fetch(link.replace(suite.settings.BASE_URL, suite.base))).status;
    expect(body.invite_link).toMatch(/\/accept-invitation\?token=[\w-]{43}$/);
    expect(await open(body.invite_link)).toBe(200);
    const again = await client.post(`${PATH}/${body.id}/invite`);
    expect(again.body).toEqual({ status: 'sent', invite_link: expect.stringContaining('/accept-invitation?token=') });
    expect([await open(body.invite_link), await open(again.body.invite_link)]).toEqual([410, 200]);

    const { client: editor } = await suite.signedIn('access:editor');
    expect((await editor.post(`${PATH}/${body.id}/invite`)).body).toEqual({ status: 'sent' });
    // Whoever has the link can become the user.
    const owner = await client.post(PATH, { email: anEmail(), roles: ['workspace:owner'] });
    const { client: admin } = await suite.signedIn('access:admin');
    expect((await admin.post(`${PATH}/${owner.body.id}/invite`)).body).toEqual({ status: 'sent' });
    expect((await admin.post(`${PATH}/${body.id}/invite`)).body.invite_link).toBeTruthy();
    expect((await client.get(`/v1/guard/audit-logs?resource_id=${body.id}`)).text).not.toContain('token=');
  });

  it('keeps the link to itself where mail goes out', async () => {
    const mailing = await startTestApp({ ROLE: 'api', SMTP_URL: 'smtp://127.0.0.1:1' }, { beside: suite });
    try {
      const { body } = await mailing.client.post(PATH, { email: anEmail() });
      expect(body).not.toHaveProperty('invite_link');
      expect((await mailing.client.post(`${PATH}/${body.id}/invite`)).body).toEqual({ status: 'sent' });
    } finally {
      await mailing.close();
    }
  });

  it('invites them unless told otherwise', async () => {
    const { body } = await client.post(PATH, { email: anEmail() });
    expect(await mailsTo(body.id)).toEqual(['invitation']);
    const quiet = await aUser({ send_invite: false });
    expect(await mailsTo(quiet.id)).toEqual([]);
  });

  it('needs no more than an email, which it trims and keeps as it was typed', async () => {
    const local = `Grace.Hopper-${randomBytes(4).toString('hex')}`;
    const user = await aUser({ email: `  ${local}@Example.COM\n` });
    expect(user).toMatchObject({ email: `${local}@Example.COM`, display_name: local, roles: [] });
  });

  it('names every wrong field at once', async () => {
    const answer = await client.post(PATH, { email: 'x', roles: ['none'], display_name: '' });
    expect(detailsOf(answer)).toEqual(['email invalid_format', 'roles[0] invalid_value', 'display_name required']);
  });

  it('refuses an email that is taken, in whatever case, and sends nothing', async () => {
    const email = anEmail();
    await client.post(PATH, { email });
    const mails = async () => (await suite.database.execute('select count(*)::int as n from user_links')).rows[0]!.n;
    const before = await mails();
    for (const taken of [email, email.toUpperCase()]) {
      expect(messageOf(await client.post(PATH, { email: taken }))).toEqual([
        409,
        'A user with this e-mail address already exists.',
      ]);
    }
    expect(await mails()).toBe(before);
    const { client: elsewhere } = await suite.workspace();
    expect((await elsewhere.post(PATH, { email })).status).toBe(201);
  });

  it('takes an email once, however many ask at the same time', async () => {
    const email = anEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(PATH, { email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('is not for members of the access app', async () => {
    const { client: member } = await suite.signedIn('access:member');
    expect((await member.post(PATH, { email: anEmail() })).status).toBe(403);
  });
});

describe('GET /v1/access/users/{id}', () => {
  it('shows groups, effective roles and the last session', async () => {
    const { userId, sessionId } = await suite.signedIn('office:viewer', 'sales:viewer');
    const name = `Team ${userId}`;
    const { body: group } = await client.post(GROUPS, { name, roles: ['office:editor', 'sales:viewer'] });
    await client.post(`${GROUPS}/${group.id}/members`, { user_ids: [userId] });
    const user = await get(userId);
    expect(user).toMatchObject({
      roles: ['office:viewer', 'sales:viewer'],
      groups: [{ id: group.id, name }],
      effective_roles: ['office:editor', 'office:viewer', 'sales:viewer'],
    });
    expect(user.last_session).toEqual({
      id: sessionId,
      status: 'active',
      auth_method: 'oauth',
      ip_address: null,
      user_agent: null,
      created_at: expect.any(String),
      last_active_at: expect.any(String),
    });
    expect(user).not.toHaveProperty('password_hash');
  });

  it('is 404 for who does not exist', async () => {
    expect((await client.get(`${PATH}/${newId('usr')}`)).status).toBe(404);
    expect((await client.get(`${PATH}/somebody`)).status).toBe(404);
  });
});

describe('GET /v1/access/users', () => {
  let own: TestApp;
  let ids: Record<string, string>;
  beforeAll(async () => {
    own = await startTestApp();
    const make = async (name: string, roles: string[], status?: 'activate' | 'deactivate') => {
      const { body } = await own.client.post(PATH, { email: `${name}@example.com`, display_name: name, roles });
      if (status) await own.client.post(`${PATH}/${body.id}/${status}`);
      return body.id as string;
    };
    ids = {
      ada: await make('Ada', ['office:editor'], 'activate'),
      bob: await make('Bob', [], 'activate'),
      cleo: await make('Cleo', ['office:editor', 'sales:viewer'], 'deactivate'),
      dan: await make('d_n', ['sales:viewer']),
    };
    const { body: group } = await own.client.post(GROUPS, { name: 'Editors', roles: ['office:editor'] });
    await own.client.post(`${GROUPS}/${group.id}/members`, { user_ids: [ids.bob, ids.ada] });
  });
  afterAll(() => own.close());

  const list = async (query = '') => {
    const { status, body, text } = await own.client.get(`${PATH}?sort=display_name:asc&${query}`);
    if (status !== 200) throw new Error(text);
    expect(body.meta.total).toBe(body.data.length);
    return body.data.map(({ display_name }: any) => display_name);
  };

  it('shows everybody of the workspace, the newest first', async () => {
    const { body } = await own.client.get(PATH);
    expect(body.data.map(({ id }: any) => id)).toEqual([ids.dan, ids.cleo, ids.bob, ids.ada, own.ownerId]);
    expect(body.data[0]).toEqual({
      id: ids.dan,
      email: 'd_n@example.com',
      display_name: 'd_n',
      status: 'pending',
      roles: ['sales:viewer'],
      language: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('filters by status', async () => {
    expect(await list('status=active')).toEqual(['Ada', 'Bob', 'owner']);
    expect(await list('status=pending')).toEqual(['d_n']);
    expect(await list('status=suspended')).toEqual(['Cleo']);
  });

  it('filters by roles that users have themselves or through a group, each user once', async () => {
    expect(await list('role=office:editor')).toEqual(['Ada', 'Bob', 'Cleo']);
    expect(await list('role=sales:viewer')).toEqual(['Cleo', 'd_n']);
    expect(await list('role=workspace:owner')).toEqual(['owner']);
    expect(await list('role=guard:viewer')).toEqual([]);
    expect(await list('role=office:editor&status=active')).toEqual(['Ada', 'Bob']);
  });

  it('finds by the beginnings of words of the email and the name', async () => {
    expect(await list('q=AD')).toEqual(['Ada']);
    expect(await list('q=cleo@EX')).toEqual(['Cleo']);
    expect(await list('q=d_')).toEqual(['d_n']);
    expect(await list('q=da')).toEqual([]);
  });

  it('sorts and pages by email and name', async () => {
    for (const field of ['email', 'display_name']) {
      const seen: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await own.client.get(`${PATH}?sort=${field}:asc&limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...body.data.map((user: any) => user[field]));
        if (!body.meta.has_more) break;
        cursor = body.meta.next_cursor;
      }
      const { rows } = await own.database.execute(`select ${field} as value from users order by ${field}`);
      expect(seen).toEqual(rows.map(({ value }) => value));
    }
  });

  it('goes on with the same role only', async () => {
    const { body } = await own.client.get(`${PATH}?role=office:editor&limit=1`);
    const next = (role: string) =>
      own.client.get(`${PATH}?role=${role}&limit=1&cursor=${body.meta.next_cursor}`).then(({ status }) => status);
    expect([await next('office:editor'), await next('sales:viewer')]).toEqual([200, 400]);
  });

  it.each([
    ['status=gone', 'status invalid_value'],
    ['role=office:god', 'role invalid_value'],
    ['sort=roles', 'sort invalid_value'],
    ['limit=101', 'limit out_of_range'],
    [`q=${'x'.repeat(201)}`, 'q too_long'],
    ['q=%25', 'q invalid_value'],
  ])('refuses %s', async (query, error) => {
    const answer = await own.client.get(`${PATH}?${query}`);
    expect([answer.status, detailsOf(answer)]).toEqual([400, [error]]);
  });
});

describe('PATCH /v1/access/users/{id}', () => {
  it('changes the display name and the roles, and notes what was before', async () => {
    const { id } = await aUser({ display_name: 'Ada', roles: ['office:viewer'] });
    const answer = await client.patch(`${PATH}/${id}`, { display_name: 'Ada King', roles: ['sales:editor'] });
    expect(answer).toMatchObject({
      status: 200,
      body: { display_name: 'Ada King', roles: ['sales:editor'], effective_roles: ['sales:editor'] },
    });
    expect((await trailOf(id))[0]).toMatchObject({
      action: 'access.user.updated',
      changes: {
        display_name: { from: 'Ada', to: 'Ada King' },
        roles: { from: ['office:viewer'], to: ['sales:editor'] },
      },
    });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('changes the language, which a new user may begin with', async () => {
    const { id } = await aUser({ language: 'de' });
    expect((await get(id)).language).toBe('de');
    expect((await client.patch(`${PATH}/${id}`, { language: null })).body.language).toBeNull();
    expect((await trailOf(id))[0]!.changes).toEqual({ language: { from: 'de', to: null } });
    expect(detailsOf(await client.patch(`${PATH}/${id}`, { language: 'fr' }))).toEqual(['language invalid_value']);
    const { client: viewer } = await suite.signedIn('access:viewer');
    expect((await viewer.patch(`${PATH}/${id}`, { language: 'de' })).status).toBe(403);
  });

  it('leaves the email and the status alone', async () => {
    const { id, email } = await aUser();
    const answer = await client.patch(`${PATH}/${id}`, { email: anEmail(), status: 'active' });
    expect(answer.body).toMatchObject({ email, status: 'pending' });
  });

  it('refuses an unknown role and an empty name', async () => {
    const { id } = await aUser();
    const answer = await client.patch(`${PATH}/${id}`, { roles: ['nobody'], display_name: '' });
    expect(detailsOf(answer)).toEqual(['display_name required', 'roles[0] invalid_value']);
  });

  it('takes only the record that was seen', async () => {
    const { id } = await aUser();
    const etag = (await client.get(`${PATH}/${id}`)).headers.get('etag')!;
    const change = (display_name: string) =>
      client.patch(`${PATH}/${id}`, { display_name }, { headers: { 'If-Match': etag } });
    expect([(await change('One')).status, (await change('Two')).status]).toEqual([200, 412]);
  });

  it('works at once in this process and within a second in others', async () => {
    const beside = await startTestApp({}, { beside: suite });
    try {
      const { client: user, userId } = await suite.signedIn('office:editor');
      const there = (path: string) => beside.client.get(path, { key: user.key });
      expect([(await user.get(DOCUMENTS)).status, (await there(DOCUMENTS)).status]).toEqual([200, 200]);
      await client.patch(`${PATH}/${userId}`, { roles: ['sales:viewer'] });
      expect((await user.get(DOCUMENTS)).status).toBe(403);
      await expect.poll(async () => (await there(DOCUMENTS)).status).toBe(403);
      await client.patch(`${PATH}/${userId}`, { roles: ['office:viewer'] });
      expect((await user.get(DOCUMENTS)).status).toBe(200);
      expect((await user.post(DOCUMENTS, { title: 'No more' })).status).toBe(403);
      await expect.poll(async () => (await there(DOCUMENTS)).status).toBe(200);
    } finally {
      await beside.close();
    }
  });

  it('is not for members and viewers of the access app, not even on themselves', async () => {
    for (const role of ['access:member', 'access:viewer']) {
      const { client: user, userId } = await suite.signedIn(role);
      expect((await user.patch(`${PATH}/${userId}`, { display_name: 'Me' })).status).toBe(403);
    }
  });
});

describe('Nobody confers more than they hold:', () => {
  it.each([
    ['access:editor', 'office:viewer', 403],
    ['access:editor', 'access:admin', 403],
    ['access:editor', 'workspace:owner', 403],
    ['access:editor', 'access:editor', 201],
    ['access:editor', 'access:member', 201],
    ['access:admin', 'access:admin', 201],
    ['access:admin', 'office:viewer', 403],
    ['access:admin', 'workspace:owner', 403],
    ['workspace:owner', 'workspace:owner', 201],
    ['workspace:owner', 'guard:admin', 201],
  ])('%s creating a user with %s is %i', async (holds, gives, status) => {
    const { client: giver } = await suite.signedIn(holds);
    const answer = await giver.post(PATH, { email: anEmail(), roles: [gives], send_invite: false });
    expect(answer.status, answer.text).toBe(status);
  });

  it.each([
    ['access:editor', 'sales:viewer', 403],
    ['access:editor', 'access:admin', 403],
    ['access:admin', 'workspace:owner', 403],
    ['access:admin', 'access:admin', 200],
  ])('%s giving %s to a user, or to themselves, is %i', async (holds, gives, status) => {
    const { client: giver, userId } = await suite.signedIn(holds);
    const { id } = await aUser();
    for (const receiver of [id, userId]) {
      const { status: answered } = await giver.patch(`${PATH}/${receiver}`, { roles: [holds, gives].slice(-1) });
      expect(answered).toBe(status);
    }
    expect((await get(id)).roles).toEqual(status === 200 ? [gives] : []);
  });

  it('an editor, who has the scopes of a member, is made by editors only', async () => {
    const { client: giver, userId } = await suite.signedIn('access:editor', 'project:member');
    const editors = await aGroup(['project:editor']);
    const statuses = async (role: string) => [
      (await giver.post(PATH, { email: anEmail(), roles: [role], send_invite: false })).status,
      (await giver.patch(`${PATH}/${userId}`, { roles: ['access:editor', role] })).status,
      (await giver.post(GROUPS, { name: anEmail(), roles: [role] })).status,
    ];
    expect(await statuses('project:editor')).toEqual([403, 403, 403]);
    expect((await giver.post(`${GROUPS}/${editors}/members`, { user_ids: [userId] })).status).toBe(403);
    expect((await get(userId)).effective_roles).toEqual(['access:editor', 'project:member']);
    expect(await statuses('project:member')).toEqual([201, 200, 201]);
  });

  it('what somebody has already may stay', async () => {
    const { client: giver } = await suite.signedIn('access:editor');
    const { id } = await aUser({ roles: ['sales:viewer', 'office:admin'] });
    const kept = await giver.patch(`${PATH}/${id}`, { roles: ['office:admin', 'sales:viewer', 'access:viewer'] });
    expect(kept.status).toBe(200);
    expect((await giver.patch(`${PATH}/${id}`, { roles: ['office:admin', 'sales:viewer'] })).status).toBe(200);
  });

  it('API keys give what their scopes hold, and all twelve make an owner', async () => {
    const key = await suite.withScopes('access:read', 'access:write', 'office:read', 'office:write');
    const make = async (role: string, by: Client) =>
      (await by.post(PATH, { email: anEmail(), roles: [role], send_invite: false })).status;
    expect(await make('office:admin', key)).toBe(201);
    expect(await make('sales:viewer', key)).toBe(403);
    expect(await make('workspace:owner', key)).toBe(403);
    expect(await make('workspace:owner', await suite.withScopes('read:all', 'write:all'))).toBe(201);
    const writer = await suite.withScopes('access:write', 'office:write');
    expect(await make('office:viewer', writer)).toBe(403);
  });

  it('a token that was granted less gives less than the roles of its user', async () => {
    const { client: giver, sessionId } = await suite.signedIn('workspace:owner');
    await suite.database.execute(
      `update access_tokens set scopes = '{access:read,access:write}' where session_id = $1`,
      [sessionId],
    );
    const answer = await giver.post(PATH, { email: anEmail(), roles: ['office:viewer'] });
    expect(messageOf(answer)).toEqual([
      403,
      'The role office:viewer grants the scope office:read, which you do not have.',
    ]);
  });

  it('the denial is noted', async () => {
    const { client: giver, userId } = await suite.signedIn('access:editor');
    const { id } = await aUser();
    await giver.patch(`${PATH}/${id}`, { roles: ['workspace:owner'] });
    expect((await trailOf(id))[0]).toMatchObject({
      action: 'access.user.updated',
      outcome: 'denied',
      actor: { type: 'user', id: userId },
    });
  });
});

describe('An email, which provisioning may change,', () => {
  /** Does something in the name of whoever is signed in with a client, or of the system. */
  async function as<T>(user: Client | null, work: () => Promise<T>): Promise<T> {
    const context = new RequestContext(newId('req'), null, null);
    context.workspaceId = suite.workspaceId;
    context.credential = user && (await suite.app.get(AccessTokens).credentialOf(user.key!));
    if (context.credential) context.actor = context.credential.actor;
    return runInContext(context, () => suite.database.transaction(work));
  }
  const rename = (by: Client | null, id: string, email: string) =>
    as(by, async () => {
      const users = suite.app.get(UsersService);
      return users.update(await users.get(id), { email });
    });

  it('is that of nobody who may do more than who changes it', async () => {
    const { client: editor } = await suite.signedIn('access:editor');
    const { id } = await aUser({ roles: ['access:viewer'] });
    const email = anEmail();
    expect(await rename(editor, id, email)).toMatchObject({ email });
    const owner = await aUser({ roles: ['workspace:owner'] });
    await expect(rename(editor, owner.id, anEmail())).rejects.toMatchObject({ status: 403 });
    await aGroup(['office:viewer'], id);
    await expect(rename(editor, id, anEmail())).rejects.toMatchObject({ status: 403 });
    expect([(await get(owner.id)).email, (await get(id)).email]).toEqual([owner.email, email]);
    await rename(null, owner.id, anEmail());
  });

  it('is taken once, and shows in the audit trail from then on', async () => {
    const { client: user, userId, email } = await suite.signedIn('office:editor');
    const other = await aUser();
    await expect(rename(null, userId, other.email.toUpperCase())).rejects.toMatchObject({ code: '23505' });
    await user.get(DOCUMENTS);
    const changed = `new-${email}`;
    await rename(null, userId, changed);
    const { body } = await user.post(DOCUMENTS, { title: 'Plan' });
    const { body: log } = await client.get(`/v1/guard/audit-logs?resource_id=${body.id}`);
    expect(log.data[0].actor.email).toBe(changed);
  });
});

describe('The states of a user:', () => {
  const states = ['pending', 'active', 'suspended'] as const;
  const inState = async (status: (typeof states)[number]) => {
    const { id } = await aUser();
    if (status !== 'pending') await client.post(`${PATH}/${id}/${status === 'active' ? 'activate' : 'deactivate'}`);
    expect((await get(id)).status).toBe(status);
    return id as string;
  };

  it.each([
    ['activate', 'pending', 200, 'active'],
    ['activate', 'active', 200, 'active'],
    ['activate', 'suspended', 409, 'suspended'],
    ['reactivate', 'pending', 409, 'pending'],
    ['reactivate', 'active', 200, 'active'],
    ['reactivate', 'suspended', 200, 'active'],
    ['deactivate', 'pending', 200, 'suspended'],
    ['deactivate', 'active', 200, 'suspended'],
    ['deactivate', 'suspended', 200, 'suspended'],
    ['invite', 'pending', 202, 'pending'],
    ['invite', 'active', 409, 'active'],
    ['invite', 'suspended', 409, 'suspended'],
    ['password-reset', 'pending', 202, 'pending'],
    ['password-reset', 'active', 202, 'active'],
    ['password-reset', 'suspended', 409, 'suspended'],
  ] as const)('%s of a user who is %s is %i and leaves them %s', async (action, before, status, after) => {
    const id = await inState(before);
    const answer = await client.post(`${PATH}/${id}/${action}`);
    expect(answer.status, answer.text).toBe(status);
    if (status === 200) expect(answer.body).toEqual(await get(id));
    if (status === 202) expect(answer.body).toMatchObject({ status: 'sent' });
    expect((await get(id)).status).toBe(after);
  });

  it('moves are noted once, and only deactivation is told', async () => {
    const { id, email } = await aUser({ display_name: 'Ada' });
    for (const action of ['activate', 'activate', 'deactivate', 'deactivate', 'reactivate', 'reactivate'])
      await client.post(`${PATH}/${id}/${action}`);
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      'access.user.reactivated',
      'access.user.deactivated',
      'access.user.activated',
      'access.user.created',
    ]);
    expect((await eventsOf(id)).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'access.user.created pending',
      'access.user.deactivated suspended',
    ]);
    expect((await eventsOf(id))[1]).toMatchObject({ user_id: id, email, display_name: 'Ada' });
  });

  it('deactivation ends all sessions, in every process, and tells of each once', async () => {
    const beside = await startTestApp({}, { beside: suite });
    try {
      const { client: user, userId, sessionId } = await suite.signedIn('office:viewer');
      const there = () => beside.client.get(DOCUMENTS, { key: user.key }).then(({ status }) => status);
      expect([(await user.get(DOCUMENTS)).status, await there()]).toEqual([200, 200]);
      expect((await client.post(`${PATH}/${userId}/deactivate`)).status).toBe(200);
      expect((await user.get(DOCUMENTS)).status).toBe(401);
      await expect.poll(there).toBe(401);
      await client.post(`${PATH}/${userId}/deactivate`);
      const revoked = (await eventsOf(userId)).filter(({ type }) => type === 'access.session.revoked');
      expect(revoked).toEqual([
        { type: 'access.session.revoked', session_id: sessionId, user_id: userId, reason: 'user_deactivated' },
      ]);
      await client.post(`${PATH}/${userId}/reactivate`);
      expect((await user.get(DOCUMENTS)).status).toBe(401);
    } finally {
      await beside.close();
    }
  });

  it('suspension keeps roles and groups', async () => {
    const { id } = await aUser({ roles: ['office:viewer'] });
    const group = await aGroup(['sales:viewer'], id);
    const { body } = await client.post(`${PATH}/${id}/deactivate`);
    expect(body).toMatchObject({ roles: ['office:viewer'], groups: [{ id: group }] });
  });

  it('deactivation makes an invitation worthless', async () => {
    const { body } = await client.post(PATH, { email: anEmail() });
    await client.post(`${PATH}/${body.id}/deactivate`);
    expect(await mailsTo(body.id)).toEqual([]);
  });

  it('are moved by editors, not by members', async () => {
    const { id } = await aUser();
    const { client: member } = await suite.signedIn('access:member');
    for (const action of ['activate', 'deactivate', 'reactivate', 'invite', 'password-reset'])
      expect((await member.post(`${PATH}/${id}/${action}`)).status, action).toBe(403);
    const { client: editor } = await suite.signedIn('access:editor');
    expect((await editor.post(`${PATH}/${id}/activate`)).status).toBe(200);
  });

  it('nobody deactivates or deletes themselves', async () => {
    const { client: owner, userId } = await suite.signedIn('workspace:owner');
    const refused = [409, 'You cannot deactivate or delete your own account.'];
    expect(messageOf(await owner.post(`${PATH}/${userId}/deactivate`))).toEqual(refused);
    expect(messageOf(await owner.delete(`${PATH}/${userId}`))).toEqual(refused);
    expect((await owner.get('/v1/access/me')).status).toBe(200);
  });
});

describe('The last active owner', () => {
  const LAST = [409, 'The workspace must keep an active workspace:owner.'];

  /** A workspace whose only owner is the one it was made with, or somebody who is so through a group. */
  async function anotherWorkspace() {
    const { id, client: key, ownerId } = await suite.workspace();
    // Somebody else made the key, so that it stays whichever owner goes.
    const maker = await makeUser(suite, {}, id);
    await suite.database.execute('update api_keys set created_by = $2 where workspace_id = $1', [id, maker.id]);
    return { key, ownerId };
  }

  it('is not suspended, deleted or stripped of it', async () => {
    const { key, ownerId } = await anotherWorkspace();
    await aUser({ roles: ['workspace:owner'] }, key); // pending
    const suspended = await aUser({ roles: ['workspace:owner'] }, key);
    await key.post(`${PATH}/${suspended.id}/deactivate`);
    expect(messageOf(await key.post(`${PATH}/${ownerId}/deactivate`))).toEqual(LAST);
    expect(messageOf(await key.delete(`${PATH}/${ownerId}`))).toEqual(LAST);
    expect(messageOf(await key.patch(`${PATH}/${ownerId}`, { roles: ['office:admin'] }))).toEqual(LAST);
    expect(await get(ownerId, key)).toMatchObject({ status: 'active', roles: ['workspace:owner'] });
    expect((await key.patch(`${PATH}/${ownerId}`, { display_name: 'Still here' })).status).toBe(200);
    await key.post(`${PATH}/${suspended.id}/reactivate`);
    expect((await key.post(`${PATH}/${ownerId}/deactivate`)).status).toBe(200);
    expect(messageOf(await key.delete(`${PATH}/${suspended.id}`))).toEqual(LAST);
  });

  it('may be so through a group, which then keeps the role, the member and itself', async () => {
    const { key, ownerId } = await anotherWorkspace();
    const { id } = await aUser({}, key);
    await key.post(`${PATH}/${id}/activate`);
    const { body: group } = await key.post(GROUPS, { name: 'Owners', roles: ['workspace:owner', 'office:viewer'] });
    const path = `${GROUPS}/${group.id}`;
    await key.post(`${path}/members`, { user_ids: [id] });
    expect((await key.delete(`${PATH}/${ownerId}`)).status).toBe(204);

    expect(messageOf(await key.patch(path, { roles: ['office:viewer'] }))).toEqual(LAST);
    expect(messageOf(await key.delete(path))).toEqual(LAST);
    expect(messageOf(await key.delete(`${path}/members/${id}`))).toEqual(LAST);
    expect(messageOf(await key.post(`${PATH}/${id}/deactivate`))).toEqual(LAST);
    expect(messageOf(await key.delete(`${PATH}/${id}`))).toEqual(LAST);
    expect((await key.get(path)).body).toMatchObject({ member_count: 1, roles: ['workspace:owner', 'office:viewer'] });
    expect(await get(id, key)).toMatchObject({
      status: 'active',
      effective_roles: ['office:viewer', 'workspace:owner'],
    });

    expect((await key.patch(path, { roles: ['workspace:owner'] })).status).toBe(200);
    await key.patch(`${PATH}/${id}`, { roles: ['workspace:owner'] });
    expect((await key.delete(path)).status).toBe(204);
    expect(messageOf(await key.patch(`${PATH}/${id}`, { roles: [] }))).toEqual(LAST);
  });

  it.each([
    ['demoted', (key: Client, id: string) => key.patch(`${PATH}/${id}`, { roles: [] })],
    ['deactivated', (key: Client, id: string) => key.post(`${PATH}/${id}/deactivate`)],
    ['deleted', (key: Client, id: string) => key.delete(`${PATH}/${id}`)],
  ])('stays when all are %s at the same time', async (_, change) => {
    const { key, ownerId } = await anotherWorkspace();
    const ids = [ownerId];
    for (let n = 0; n < 5; n++) {
      const { id } = await aUser({ roles: ['workspace:owner'] }, key);
      await key.post(`${PATH}/${id}/activate`);
      ids.push(id);
    }
    const answers = await Promise.all(ids.map((id) => change(key, id)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(5);
    const { body } = await key.get(`${PATH}?role=workspace:owner&status=active`);
    expect(body.meta.total).toBe(1);
  });

  it('stays when one loses the role and the other the group, at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { key, ownerId } = await anotherWorkspace();
      const { id } = await aUser({}, key);
      await key.post(`${PATH}/${id}/activate`);
      const { body: group } = await key.post(GROUPS, { name: 'Owners', roles: ['workspace:owner'] });
      await key.post(`${GROUPS}/${group.id}/members`, { user_ids: [id] });
      const answers = await Promise.all([
        key.patch(`${PATH}/${ownerId}`, { roles: [] }),
        [
          () => key.delete(`${GROUPS}/${group.id}`),
          () => key.patch(`${GROUPS}/${group.id}`, { roles: [] }),
          () => key.delete(`${GROUPS}/${group.id}/members/${id}`),
          () => key.delete(`${PATH}/${id}`),
          () => key.post(`${PATH}/${id}/deactivate`),
        ][round]!(),
      ]);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    }
  });
});

describe('DELETE /v1/access/users/{id}', () => {
  it('removes the user and everything personal', async () => {
    const { userId, sessionId, client: user } = await suite.signedIn('office:viewer');
    const group = await aGroup([], userId);
    expect((await client.post(`${PATH}/${userId}/password-reset`)).status).toBe(202);
    expect((await client.delete(`${PATH}/${userId}`)).status).toBe(204);

    expect((await client.get(`${PATH}/${userId}`)).status).toBe(404);
    expect((await client.delete(`${PATH}/${userId}`)).status).toBe(404);
    expect((await user.get(DOCUMENTS)).status).toBe(401);
    expect((await client.get(`${GROUPS}/${group}`)).body.member_count).toBe(0);
    for (const table of ['sessions', 'group_members', 'user_links']) {
      const { rows } = await suite.database.execute(`select 1 from ${table} where user_id = $1`, [userId]);
      expect(rows, table).toEqual([]);
    }
    const { rows } = await suite.database.execute('select 1 from access_tokens where session_id = $1', [sessionId]);
    expect(rows).toEqual([]);
    expect(await eventsOf(userId)).toContainEqual({
      type: 'access.session.revoked',
      session_id: sessionId,
      user_id: userId,
      reason: 'user_deleted',
    });
    expect((await trailOf(userId))[0]).toMatchObject({ action: 'access.user.deleted', outcome: 'success' });
  });

  it('frees the email', async () => {
    const { id, email } = await aUser();
    await client.delete(`${PATH}/${id}`);
    expect((await client.post(PATH, { email })).status).toBe(201);
  });

  it('keeps their records, under the placeholder', async () => {
    const { client: user, userId } = await suite.signedIn('office:editor', 'access:editor');
    const { body: made } = await user.post(DOCUMENTS, { title: 'Mine', permissions: { visibility: 'workspace' } });
    const { body: other } = await client.post(DOCUMENTS, {
      title: 'Not mine',
      permissions: { visibility: 'workspace' },
    });
    await user.patch(`${DOCUMENTS}/${other.id}`, { title: 'Changed by them' });
    const { body: trashed } = await user.post(DOCUMENTS, { title: 'Trashed' });
    await user.delete(`${DOCUMENTS}/${trashed.id}`);
    const totals = async () =>
      Promise.all(
        [`owner_id=${userId}`, `owner_id=${DELETED_USER}`, ''].map(
          async (query) => (await client.get(`${DOCUMENTS}?${query}`)).body.meta.total,
        ),
      );
    const [theirs, gone, all] = await totals();
    expect(theirs).toBe(1);
    const etag = (await client.get(`${DOCUMENTS}/${made.id}`)).headers.get('etag')!;

    expect((await client.delete(`${PATH}/${userId}`)).status).toBe(204);
    const { body: now } = await client.get(`${DOCUMENTS}/${made.id}`, { headers: { 'If-None-Match': etag } });
    expect(now).toMatchObject({ title: 'Mine', owner_id: DELETED_USER, updated_by: DELETED_USER });
    expect((await client.get(`${DOCUMENTS}/${other.id}`)).body).toMatchObject({
      owner_id: suite.ownerId,
      updated_by: DELETED_USER,
    });
    expect((await client.get(`${DOCUMENTS}/${trashed.id}?include_deleted=true`)).body.owner_id).toBe(DELETED_USER);
    expect(await totals()).toEqual([0, gone + 1, all]);
    const { body: listed } = await client.get(`${DOCUMENTS}?owner_id=${DELETED_USER}`);
    expect(listed.data.map(({ id }: any) => id)).toContain(made.id);
    expect(listed.data.every(({ owner_id }: any) => owner_id === DELETED_USER)).toBe(true);
  });

  it('lets nothing new refer to them, or to the placeholder', async () => {
    const { id } = await aUser();
    expect((await client.post(DOCUMENTS, { title: 'Gift', owner_id: id })).status).toBe(201);
    await client.post(`${PATH}/${id}/deactivate`);
    expect(detailsOf(await client.post(DOCUMENTS, { title: 'Gift', owner_id: id }))).toEqual(['owner_id not_found']);
    await client.post(`${PATH}/${id}/reactivate`);
    await client.post(`${PATH}/${id}/activate`);
    const give = (owner_id: string) => client.post(DOCUMENTS, { title: 'Gift', owner_id });
    const { body: document } = await give(id);
    const { body: sheet } = await client.post(SHEETS, { title: 'Gift', owner_id: id });
    await client.delete(`${PATH}/${id}`);
    for (const owner of [id, DELETED_USER]) {
      const answer = await give(owner);
      expect([answer.status, detailsOf(answer)]).toEqual([400, ['owner_id not_found']]);
    }
    const sameAgain = { title: 'Renamed', owner_id: DELETED_USER };
    expect((await client.patch(`${DOCUMENTS}/${document.id}`, sameAgain)).status).toBe(200);
    expect((await client.patch(`${SHEETS}/${sheet.id}`, sameAgain)).status).toBe(200);
    const answer = await client.patch(`${DOCUMENTS}/${document.id}`, { owner_id: id });
    expect(detailsOf(answer)).toEqual(['owner_id not_found']);
    expect((await client.patch(`${DOCUMENTS}/${document.id}`, { owner_id: suite.ownerId })).status).toBe(200);
  });

  it('leaves their webhooks working', async () => {
    const { client: user, userId } = await suite.signedIn('workspace:owner');
    const { body } = await user.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['sales.deal.won'] });
    await client.delete(`${PATH}/${userId}`);
    expect((await client.get(`/v1/webhooks/${body.id}`)).body.status).toBe('active');
    const { rows } = await suite.database.execute('select created_by from webhooks where id = $1', [body.id]);
    expect(rows).toEqual([{ created_by: DELETED_USER }]);
  });

  it('happens once, and does not hurt who is added to a group meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await aUser();
      const group = await aGroup([]);
      const [added, ...removed] = await Promise.all([
        client.post(`${GROUPS}/${group}/members`, { user_ids: [id] }),
        client.delete(`${PATH}/${id}`),
        client.delete(`${PATH}/${id}`),
      ]);
      expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 404]);
      expect([200, 400]).toContain(added!.status);
      expect((await client.get(`${GROUPS}/${group}`)).body.member_count).toBe(0);
      expect((await client.get(`${GROUPS}/${group}/members`)).body.meta.total).toBe(0);
    }
  });

  it('is not for members of the access app', async () => {
    const { id } = await aUser();
    const { client: member } = await suite.signedIn('access:member');
    expect((await member.delete(`${PATH}/${id}`)).status).toBe(403);
  });
});

describe('A user with very many records', () => {
  const COUNT = 6_000;
  let own: TestApp;
  let beside: TestApp;
  let userId: string;
  beforeAll(async () => {
    own = await startTestApp({ ROLE: 'api' });
    beside = await startTestApp({ ROLE: 'api' }, { beside: own });
    userId = (await own.signedIn('office:editor')).userId;
    await own.database.execute(
      `insert into documents (workspace_id, id, title, content, content_type, status, owner_id, permissions, tags,
                              updated_by, created_at, updated_at, revision)
       select $1, 'doc_' || lpad(n::text, 26, '0'), 'Plan', '', 'html', 'draft', $2, '{"visibility": "workspace"}', '{}',
              $2, now(), now(), 1
         from generate_series(1, ${COUNT}) as n`,
      [own.workspaceId, userId],
    );
  });
  afterAll(async () => {
    await beside.close();
    await own.close();
  });

  const named = async () => {
    const { rows } = await own.database.execute(
      'select count(*)::int as n from documents where owner_id = $1 or updated_by = $1',
      [userId],
    );
    return rows[0]!.n as number;
  };
  const sweep = ({ app }: TestApp) => app.get(Works).run('deleted_user');

  it('is deleted at once, and their records follow in the background, exactly once each', async () => {
    expect((await own.client.delete(`${PATH}/${userId}`)).status).toBe(204);
    const left = await named();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(COUNT);
    await Promise.all([sweep(own), sweep(beside)]);
    expect(await named()).toBe(0);
    const { rows } = await own.database.execute(
      `select count(*)::int as n from documents where owner_id = $1 and updated_by = $1 and revision = 2`,
      [DELETED_USER],
    );
    expect(rows[0]!.n).toBe(COUNT);
    const { body } = await own.client.get(`${DOCUMENTS}?owner_id=${DELETED_USER}`);
    expect(body.meta.total).toBe(COUNT);
  });

  it('has a late record caught, until nobody can write in their name any more', async () => {
    const { body } = await own.client.post(DOCUMENTS, { title: 'Late' });
    const sneak = () => own.database.execute('update documents set owner_id = $2 where id = $1', [body.id, userId]);
    await sneak();
    own.clock.advance(61);
    await sweep(own);
    expect((await own.client.get(`${DOCUMENTS}/${body.id}`)).body.owner_id).toBe(DELETED_USER);
    const watched = async () => (await own.database.execute('select 1 from deleted_users')).count;
    expect(await watched()).toBe(1);
    own.clock.advance(3_600);
    await sweep(own);
    expect(await watched()).toBe(0);
  });

  it('holds up no other deletion where it fails, and operators see why', async () => {
    const [{ userId: stuck }, { userId: other }] = await Promise.all([
      own.signedIn('office:editor'),
      own.signedIn('office:editor'),
    ]);
    for (const id of [stuck, other]) expect((await own.client.delete(`${PATH}/${id}`)).status).toBe(204);
    const { body } = await own.client.post(DOCUMENTS, { title: 'Stuck' });
    const { body: late } = await own.client.post(DOCUMENTS, { title: 'Late' });
    await own.database.execute(
      `update documents set owner_id = case title when 'Stuck' then $1 else $2 end where title in ('Stuck', 'Late')`,
      [stuck, other],
    );
    await own.database.execute(
      `alter table documents add constraint stuck check (title <> 'Stuck' or owner_id <> '${DELETED_USER}')`,
    );
    await sweep(own);
    expect((await own.client.get(`${DOCUMENTS}/${late.id}`)).body.owner_id).toBe(DELETED_USER);
    const backlog = async () => (await own.client.get('/v1/operations/backlog?kind=deleted_user&status=failing')).body;
    expect((await backlog()).data).toMatchObject([
      { id: stuck, attempts: 1, workspace_id: own.workspaceId, reason: expect.stringContaining('stuck') },
    ]);
    await own.database.execute('alter table documents drop constraint stuck');
    await own.client.post(`/v1/operations/backlog/${stuck}/retry`);
    await sweep(own);
    expect((await own.client.get(`${DOCUMENTS}/${body.id}`)).body.owner_id).toBe(DELETED_USER);
    expect((await backlog()).data).toEqual([]);
  });
});

describe('Every column that names a user', () => {
  /** Columns that name users only while they are being forgotten. */
  const FORGETTING = ['deleted_users.user_id', 'due_reminders.user_id'];
  /** Columns of rows that the inbox removes when it hears that the user is gone. */
  const INBOX = ['follows.user_id', 'inbox_items.user_id', 'inbox_settings.user_id', 'inbox_mails.user_id'];
  /** Columns that name no user in spite of their names. */
  const OTHERS = ['sales_imports.match_by', 'alert_rules.group_by', 'proved_domains.proved_by'];
  /** Tables of which a workspace has few rows at a time, so that no index is needed to find them. */
  const SMALL = ['webhooks', 'uploads', 'guard_exports', 'guard_settings', 'access_settings'];

  const declared = () =>
    [...suite.app.get(StoreRegistry).all].flatMap(({ table, resource }) =>
      (resource.userColumns ?? []).map((column) => `${table}.${column}`),
    );

  it('is a user column of its resource, or its row goes with the user', async () => {
    const { rows } = await suite.database.execute(`
      select c.relname || '.' || a.attname as name, exists (
          select 1 from pg_constraint k where k.conrelid = c.oid and k.confrelid = 'users'::regclass
             and k.confdeltype = 'c' and a.attnum = any(k.conkey)) as goes
        from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.atttypid = 'text'::regtype and a.attname ~ '(_by|(owner|user|assignee)_id)$'`);
    const kept = rows.filter(({ goes }) => !goes).map(({ name }) => name);
    expect(
      kept.filter((name) => !declared().includes(name) && ![...FORGETTING, ...INBOX, ...OTHERS].includes(name)),
    ).toEqual([]);
    expect(declared()).toEqual(expect.arrayContaining(['documents.owner_id', 'documents.updated_by']));
  });

  it('is found by an index where there may be many', async () => {
    const { rows } = await suite.database.execute(`
      select t.relname || '.' || a.attname as name
        from pg_index i join pg_class t on t.oid = i.indrelid
        join pg_attribute w on w.attrelid = t.oid and w.attnum = i.indkey[0] and w.attname = 'workspace_id'
        join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[1]
       where i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)`);
    const indexed = rows.map(({ name }) => name);
    const slow = declared().filter((name) => !indexed.includes(name) && !SMALL.includes(name.split('.')[0]!));
    expect(slow).toEqual([]);
  });
});

describe('The placeholder of deleted users', () => {
  const placeholder = `${PATH}/${DELETED_USER}`;

  it('can be looked at', async () => {
    // It has no address, which is the one exception from the format.
    const { status, body } = await client.get(placeholder, { described: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: DELETED_USER,
      email: '',
      display_name: 'Deleted user',
      status: 'suspended',
      roles: [],
      groups: [],
      effective_roles: [],
      last_session: null,
    });
    expect((await client.get(`${placeholder}/sessions`)).body.data).toEqual([]);
  });

  it('is never listed', async () => {
    const { body } = await client.get(`${PATH}?status=suspended&limit=100`);
    expect(body.data.map(({ id }: any) => id)).not.toContain(DELETED_USER);
    expect((await client.get(`${PATH}?q=Deleted%20user`)).body.data).toEqual([]);
  });

  it('cannot be changed in any way', async () => {
    const answers = [
      await client.patch(placeholder, { display_name: 'Somebody' }),
      await client.patch(placeholder, { roles: ['office:viewer'] }),
      await client.delete(placeholder),
      ...(await Promise.all(
        ['activate', 'deactivate', 'reactivate', 'invite', 'password-reset', 'sessions/revoke'].map((action) =>
          client.post(`${placeholder}/${action}`),
        ),
      )),
    ];
    for (const answer of answers)
      expect(messageOf(answer)).toEqual([
        409,
        'usr_deleted is the placeholder of every deleted user and cannot be changed.',
      ]);
    const answer = await client.post(`${GROUPS}/${await aGroup([])}/members`, { user_ids: [DELETED_USER] });
    expect(detailsOf(answer)).toEqual(['user_ids[0] not_found']);
  });

  it('shows nobody anything who may not see users', async () => {
    const { client: user } = await suite.signedIn('office:viewer');
    expect((await user.get(placeholder)).status).toBe(403);
  });
});

describe('What other apps may ask', () => {
  const ask = <T>(question: (port: UsersPort) => Promise<T>) =>
    asSystem(suite.workspaceId, () => question(suite.app.get(UsersPort)));

  it('who somebody is, and whether a record may name them: active and invited users (D-ACC-6)', async () => {
    const user = await aUser({ display_name: 'Ada' });
    const suspended = await aUser({ display_name: 'Bob' });
    await client.post(`${PATH}/${suspended.id}/deactivate`);
    const unknown = newId('usr');
    expect(await ask((port) => port.find(user.id))).toMatchObject({ email: user.email, status: 'pending' });
    expect(await ask((port) => port.find(unknown))).toBeNull();
    expect(await ask((port) => port.find(DELETED_USER))).toMatchObject({ display_name: 'Deleted user' });
    const named = (id: string) => ask((port) => port.mayBeNamed(id));
    expect(await Promise.all([suite.ownerId, user.id].map(named))).toEqual([true, true]);
    expect(await Promise.all([suspended.id, unknown, DELETED_USER].map(named))).toEqual([false, false, false]);
  });

  it('also for a user who may see no users themselves', async () => {
    const { client: user } = await suite.signedIn('office:editor');
    const { id } = await aUser();
    await client.post(`${PATH}/${id}/activate`);
    const { status, body } = await user.post(DOCUMENTS, { title: 'Gift', owner_id: id });
    expect(status).toBe(201);
    expect((await client.get(`${DOCUMENTS}/${body.id}`)).body.owner_id).toBe(id);
  });
});
