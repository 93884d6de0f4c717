import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { newId } from '../../platform/fields/ids.js';
import { errorsOf } from '../../../test/expect-error.js';
import { registerClient } from '../../../test/support/oauth.js';
import { ANY, enforcePolicy, makePolicy, POLICIES, policy } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { policyCommands } from './policies.cli.js';

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

describe('A policy', () => {
  it('is inactive at first, and told of when it changes', async () => {
    const made = await make({
      principals: [{ type: 'user', id: ownerId }],
      resources: [{ type: 'office.document', tag: 'a' }],
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^pol_/),
      ...policy({ principals: [{ type: 'user', id: ownerId }], resources: [{ type: 'office.document', tag: 'a' }] }),
      when: null,
      approvers: [],
      approvals: 1,
      expires_in_hours: 72,
      status: 'inactive',
      created_at: expect.any(String),
      updated_at: made.created_at,
    });
    const active = await activate(made.id);
    expect(active.body.status).toBe('active');
    expect((await activate(made.id)).body).toEqual(active.body);
    expect(errorsOf(await client.delete(`${POLICIES}/${made.id}`))).toEqual([409]);
    expect((await client.patch(`${POLICIES}/${made.id}`, { name: 'Loud', status: 'inactive' })).status).toBe(200);
    expect((await client.delete(`${POLICIES}/${made.id}`)).status).toBe(204);
    expect((await client.get(`${POLICIES}/${made.id}`)).status).toBe(404);

    const told = async () => (await client.get('/v1/events?type=guard.policy.updated')).body.data;
    await expect
      .poll(told)
      .toMatchObject([
        { payload: { policy_id: made.id, status: 'active', changes: { status: { from: 'inactive', to: 'active' } } } },
        { payload: { name: 'Loud', changes: { name: { from: 'Quiet', to: 'Loud' }, status: { to: 'inactive' } } } },
        { payload: { status: 'inactive', changes: { deleted: { from: false, to: true } } } },
      ]);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${made.id}&outcome=success`)).body;
    expect(data.map(({ action }: any) => action)).toEqual([
      'guard.policy.deleted',
      'guard.policy.updated',
      'guard.policy.activated',
      'guard.policy.created',
    ]);
  });

  it('acts at once if it is made active', async () => {
    const { client: member, userId } = await client.signedIn('office:admin');
    const read = async () => (await member.get('/v1/office/documents')).status;
    expect(await read()).toBe(200);
    const principals = [{ type: 'user', id: userId }];
    const made = await make({ principals, actions: ['office:read'], status: 'active' });
    expect([made.status, await read()]).toEqual(['active', 403]);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${made.id}`)).body;
    expect(data.map(({ action }: any) => action)).toEqual(['guard.policy.activated', 'guard.policy.created']);
    const events = async () => (await client.get('/v1/events?type=guard.policy.updated')).body.data;
    await expect.poll(async () => (await events()).map(({ payload }: any) => payload.policy_id)).toContain(made.id);
    expect(errorsOf(await client.delete(`${POLICIES}/${made.id}`))).toEqual([409]);
    const { status } = await client.post(POLICIES, { ...made, status: 'maybe' });
    expect(status).toBe(400);
  });

  it('is listed by status and effect', async () => {
    const [denying, allowing] = [await enforce(), await make({ effect: 'allow' })];
    const listed = async (query: string) => (await client.get(`${POLICIES}?${query}`)).body;
    expect((await listed('status=active')).data).toMatchObject([{ id: denying.id }]);
    expect((await listed('effect=allow')).data).toMatchObject([{ id: allowing.id }]);
    expect((await listed('status=inactive&effect=deny')).meta.total).toBe(0);
    expect((await listed('')).meta.total).toBe(2);
    expect((await client.get(`${POLICIES}?status=gone`)).status).toBe(400);
  });

  const strange: [string, object, string[]][] = [
    ['no resources', { resources: [] }, ['resources required']],
    ['a user without id', { principals: [{ type: 'user' }] }, ['principals[0].id required']],
    ['a user who does not exist', { principals: [{ type: 'user', id: newId('usr') }] }, ['principals[0].id not_found']],
    ['the deleted user', { principals: [{ type: 'user', id: 'usr_deleted' }] }, ['principals[0].id not_found']],
    ['an unknown role', { principals: [{ type: 'role', id: 'office:boss' }] }, ['principals[0].id not_found']],
    ['everybody with an id', { principals: [{ type: 'any', id: 'x' }] }, ['principals[0].id invalid_value']],
    [
      'a tag and an id',
      { resources: [{ type: 'office.document', tag: 'a', id: 'b' }] },
      ['resources[0].tag invalid_value'],
    ],
    ['no such record', { resources: [{ type: 'office.document', id: newId('doc') }] }, ['resources[0].id not_found']],
    [
      'an id of another type',
      { resources: [{ type: 'office.document', id: newId('fil') }] },
      ['resources[0].id not_found'],
    ],
    ['several faults', { effect: 'perhaps', name: '' }, ['name required', 'effect invalid_value']],
  ];
  it.each(strange)('is refused with %s, changed to as well as made', async (_, facts, faults) => {
    expect(errorsOf(await client.post(POLICIES, policy(facts)))).toEqual([400, ...faults]);
    const { id } = await make();
    expect(errorsOf(await client.patch(`${POLICIES}/${id}`, facts))).toEqual([400, ...faults]);
  });

  it('names nobody and nothing of another workspace', async () => {
    const other = await suite.workspace();
    const { body: document } = await other.client.post(DOCUMENTS, { title: 'Theirs' });
    const { body: group } = await other.client.post('/v1/access/groups', { name: 'Theirs' });
    const answer = await client.post(
      POLICIES,
      policy({
        principals: [
          { type: 'user', id: other.ownerId },
          { type: 'group', id: group.id },
        ],
        resources: [{ type: 'office.*', id: document.id }],
      }),
    );
    expect(errorsOf(answer)).toEqual([
      400,
      'principals[0].id not_found',
      'principals[1].id not_found',
      'resources[0].id not_found',
    ]);
  });

  it('is one of a thousand at most, all of which act', async () => {
    await suite.database.execute(
      `insert into policies (workspace_id, id, name, effect, principals, resources, actions, status, created_at, updated_at, revision)
       select $1, 'pol_' || lpad(n::text, 26, '0'), 'Policy ' || n, 'deny', '[{"type":"any"}]',
         jsonb_build_array(jsonb_build_object('type', 'office.document', 'tag', 't' || n)), '{office:read}', 'active', now(), now(), 1
       from generate_series(1, 999) n`,
      [workspaceId],
    );
    await enforce({ resources: [{ type: 'office.document', tag: 'last' }], actions: ['office:read'] });
    expect(errorsOf(await client.post(POLICIES, policy()))).toEqual([409]);
    const get = async (tag: string) => {
      const { body } = await client.post(DOCUMENTS, { title: 'Plan', tags: [tag] });
      return (await client.get(`${DOCUMENTS}/${body.id}`)).status;
    };
    expect([await get('t1'), await get('t999'), await get('last'), await get('t1000')]).toEqual([403, 403, 403, 200]);
    expect((await client.get(`${POLICIES}?limit=1`)).body.meta.total).toBe(1000);
  });
});

describe('Evaluating', () => {
  const asks = async (id: string, principal: object, action: string, resource: object = { type: 'office.document' }) =>
    (await client.post(`${POLICIES}/${id}/evaluate`, { principal, resource, action })).body;
  const user = { type: 'user', id: '' };
  beforeEach(() => (user.id = ownerId));

  it('explains an inactive policy as if it were active', async () => {
    const { id } = await make();
    expect(await asks(id, user, 'office:delete')).toEqual({
      result: 'deny',
      matched_policy: id,
      deciding_policies: [id],
      reason: 'explicit_deny',
      policy_matches: true,
      unmatched: [],
    });
    expect(await asks(id, user, 'office:read', { type: 'office.file' })).toEqual({
      result: 'deny',
      matched_policy: null,
      deciding_policies: [],
      reason: 'implicit_deny',
      policy_matches: false,
      unmatched: ['resource', 'action'],
    });
  });

  it('lets a deny win over an allow, and prefers this policy where it decides', async () => {
    const allow = await make({ effect: 'allow', actions: ['office:*'] });
    expect(await asks(allow.id, user, 'office:delete')).toMatchObject({ result: 'allow', matched_policy: allow.id });
    const first = await enforce();
    const second = await enforce();
    expect(await asks(allow.id, user, 'office:delete')).toMatchObject({
      result: 'deny',
      matched_policy: first.id,
      deciding_policies: [first.id, second.id],
      reason: 'explicit_deny',
      policy_matches: true,
    });
    expect(await asks(second.id, user, 'office:delete')).toMatchObject({ matched_policy: second.id });
    expect(await asks(second.id, user, 'office:read')).toMatchObject({ result: 'deny', matched_policy: null });
  });

  it('knows the groups, roles, tags and ids that somebody or something has', async () => {
    const { body: group } = await client.post('/v1/access/groups', { name: 'Guests', roles: ['office:viewer'] });
    const { userId } = await client.signedIn('office:member');
    const member = { type: 'user', id: userId };
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [userId] });
    const { body: document } = await client.post(DOCUMENTS, { title: 'Plan', tags: ['secret'] });
    const { body: other } = await client.post(DOCUMENTS, { title: 'Plan' });
    const matches = async (facts: object, principal: object, id?: string) => {
      const made = await make(facts);
      return (await asks(made.id, principal, 'office:delete', { type: 'office.document', ...(id && { id }) }))
        .policy_matches;
    };
    const groups = { principals: [{ type: 'group', id: group.id }] };
    expect([await matches(groups, member), await matches(groups, user)]).toEqual([true, false]);
    expect(await matches(groups, { type: 'group', id: group.id })).toBe(true);
    const roles = { principals: [{ type: 'role', id: 'office:viewer' }] };
    expect([await matches(roles, member), await matches(roles, { type: 'role', id: 'office:viewer' })]).toEqual([
      true,
      true,
    ]);
    const tagged = { resources: [{ type: 'office.*', tag: 'secret' }] };
    expect([await matches(tagged, member, document.id), await matches(tagged, member, other.id)]).toEqual([
      true,
      false,
    ]);
    expect(await matches(tagged, member)).toBe(false);
    const single = { resources: [{ type: 'office.document', id: document.id }] };
    expect([await matches(single, member, document.id), await matches(single, member, other.id)]).toEqual([
      true,
      false,
    ]);
    const { body: key } = await client.post('/v1/access/api-keys', { name: 'Key', scopes: ['office:read'] });
    expect(await matches({ principals: [{ type: 'api_key', id: key.id }] }, { type: 'api_key', id: key.id })).toBe(
      true,
    );
    const apps = [await registerClient(suite, {}, workspaceId), await registerClient(suite, {}, workspaceId)];
    const [its, others] = apps.map(({ client_id }) => ({ type: 'oauth_client', id: client_id }));
    const anyApp = { type: 'oauth_client', id: 'any' };
    expect([await matches({ principals: [its!] }, its!), await matches({ principals: [its!] }, others!)]).toEqual([
      true,
      false,
    ]);
    expect([await matches({ principals: [anyApp] }, its!), await matches({ principals: [its!] }, anyApp)]).toEqual([
      true,
      false,
    ]);
    expect([await matches({ principals: [anyApp] }, user), await matches({}, its!)]).toEqual([false, true]);
    expect(await matches({}, { type: 'any' })).toBe(true);
  });

  it.each([
    ['nothing', {}, ['principal required', 'resource required', 'action required']],
    ['an unknown action', { action: 'office:burn' }, ['action invalid_value']],
    ['several actions', { action: 'office:*' }, ['action invalid_value']],
    ['several types', { resource: { type: 'office.*' } }, ['resource.type invalid_value']],
    ['an unknown user', { principal: { type: 'user', id: newId('usr') } }, ['principal.id not_found']],
    ['a user without id', { principal: { type: 'user' } }, ['principal.id required']],
    ['an unknown app', { principal: { type: 'oauth_client', id: newId('cli') } }, ['principal.id not_found']],
    ['an unknown record', { resource: { type: 'office.document', id: newId('doc') } }, ['resource.id not_found']],
  ])('refuses %s', async (_, facts, faults) => {
    const { id } = await make();
    const whole = { principal: { type: 'any' }, resource: { type: 'office.document' }, action: 'office:read' };
    const question = Object.keys(facts).length ? { ...whole, ...facts } : {};
    expect(errorsOf(await client.post(`${POLICIES}/${id}/evaluate`, question))).toEqual([400, ...faults]);
  });
});

describe('Locking all owners out', () => {
  const lockOut = { resources: [{ type: 'guard.*' }], actions: ['guard:*'] };

  it.each([
    ['everybody', () => ANY],
    ['the role', () => [{ type: 'role', id: 'workspace:owner' }]],
    ['the only one by id', () => [{ type: 'user', id: ownerId }]],
  ])('is refused: %s', async (_, principals) => {
    const { id } = await make({ ...lockOut, principals: principals() });
    expect(errorsOf(await activate(id))).toEqual([409]);
    expect((await client.get(`${POLICIES}/${id}`)).body.status).toBe('inactive');
  });

  it.each([
    ['everything', ['*'], [{ type: 'guard.policy' }]],
    ['changing policies', ['guard:write'], [{ type: 'guard.policy' }]],
    ['seeing policies', ['guard:read'], [{ type: 'guard.policy' }]],
  ])('is refused: %s', async (_, actions, resources) => {
    expect((await activate((await make({ actions, resources })).id)).status).toBe(409);
  });

  it('is refused also where a new policy would do it at once, of which nothing is left', async () => {
    const facts = { name: 'Out', effect: 'deny', principals: ANY, ...lockOut, status: 'active' };
    expect(errorsOf(await client.post(POLICIES, facts))).toEqual([409]);
    expect((await client.get(POLICIES)).body.meta.total).toBe(0);
  });

  it('is refused also where a change of an active policy would do it', async () => {
    const { id } = await enforce();
    const { body: before } = await client.get(`${POLICIES}/${id}`);
    expect(errorsOf(await client.patch(`${POLICIES}/${id}`, lockOut))).toEqual([409]);
    expect((await client.get(`${POLICIES}/${id}`)).body).toEqual(before);
    expect((await client.patch(`${POLICIES}/${id}`, { ...lockOut, status: 'inactive' })).status).toBe(200);
  });

  it('is refused also where several policies together would do it, at the same moment too', async () => {
    const { userId } = await client.signedIn('workspace:owner');
    const made = await Promise.all(
      [ownerId, userId].map((id) => make({ ...lockOut, principals: [{ type: 'user', id }] })),
    );
    const answers = await Promise.all(made.map(({ id }) => activate(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is refused where it would keep a policy for ever', async () => {
    const held = await enforce();
    const { id } = await make({ actions: ['guard:write'], resources: [{ type: 'guard.policy', id: held.id }] });
    expect((await activate(id)).status).toBe(409);
  });

  it('is no question for who is no owner, nor for what is allowed', async () => {
    await enforce({ ...lockOut, principals: [{ type: 'role', id: 'guard:admin' }] });
    await enforce({ ...lockOut, effect: 'allow' });
    await enforce({ actions: ['guard:export'], resources: [{ type: 'guard.audit_log' }] });
  });

  describe('by changes of owners, groups and roles afterwards', () => {
    /** An owner who is signed in, and what they can still do about a policy. */
    const owner = async () => {
      const { client: by, userId } = await client.signedIn('workspace:owner');
      const off = (id: string) => by.patch(`${POLICIES}/${id}`, { status: 'inactive' });
      return { by, userId, off, list: async () => (await by.get(POLICIES)).status };
    };
    const remove = (id: string) => client.post(`/v1/access/users/${id}/deactivate`);
    const bind = (type: string, id: string) => enforce({ ...lockOut, principals: [{ type, id }] });

    it('is not what happens: without a free one, all of them are free', async () => {
      const [bound, free] = [await owner(), await owner()];
      await client.patch(`/v1/access/users/${ownerId}`, { roles: [] });
      const { id } = await bind('user', bound.userId);
      await expect.poll(bound.list).toBe(403);
      expect((await bound.off(id)).status).toBe(403);
      expect((await remove(free.userId)).status).toBe(200);
      expect(await bound.list()).toBe(200);
      // Only about policies, and nobody else.
      expect((await bound.by.get('/v1/guard/audit-logs')).status).toBe(403);
      const key = await bound.by.post('/v1/access/api-keys', { name: 'Around', scopes: ['guard:read'] });
      expect((await client.get(POLICIES, { key: key.body.key })).status).toBe(403);
      const again = await bound.by.patch(`${POLICIES}/${id}`, { name: 'Louder' });
      expect(errorsOf(again)).toEqual([409]);
      expect((await bound.off(id)).status).toBe(200);
    });

    it.each(['a role', 'a group'])('nor by %s that is bound', async (what) => {
      const { userId, list, off } = await owner();
      await client.patch(`/v1/access/users/${ownerId}`, { roles: [] });
      const { body: group } = await client.post('/v1/access/groups', { name: 'Bound', roles: ['sales:viewer'] });
      const policy = what === 'a role' ? await bind('role', 'sales:viewer') : await bind('group', group.id);
      expect((await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [userId] })).status).toBe(200);
      expect(await list()).toBe(200);
      expect((await off(policy.id)).status).toBe(200);
    });

    it('nor by changes at the same moment', async () => {
      const [first, second] = [await owner(), await owner()];
      await client.patch(`/v1/access/users/${ownerId}`, { roles: [] });
      const { body: group } = await client.post('/v1/access/groups', { name: 'Bound' });
      const [one, other] = await Promise.all([
        make({ ...lockOut, principals: [{ type: 'user', id: first.userId }] }),
        make({ ...lockOut, principals: [{ type: 'group', id: group.id }] }),
      ]);
      const answers = await Promise.all([
        activate(one.id),
        client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [second.userId] }),
        activate(other.id),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      await expect
        .poll(async () => {
          const off = await Promise.all([first, second].flatMap((each) => [each.off(one.id), each.off(other.id)]));
          return off.filter(({ status }) => status === 200).length;
        })
        .toBeGreaterThan(0);
      await expect.poll(async () => Promise.all([first.list(), second.list()])).toContain(200);
    });

    it('nor where all of them join it at once', async () => {
      const { list, by } = await owner();
      const { body: group } = await client.post('/v1/access/groups', { name: 'Bound' });
      await enforce({
        principals: [{ type: 'group', id: group.id }],
        resources: [{ type: 'guard.*' }],
        actions: ['*'],
      });
      const { id: mine } = (await by.get('/v1/access/me')).body;
      await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [mine, ownerId] });
      expect(await list()).toBe(200);
    });
  });
});

describe('The command line', () => {
  const lockedOut = { resources: [{ type: 'office.*' }], actions: ['*'] };
  async function cli(...args: string[]) {
    const { DATABASE_URL, SECRETS_KEY } = suite.settings;
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCommandLine(['policy', ...args, '--json'], {
      env: { DATABASE_URL, SECRETS_KEY },
      commands: [policyCommands],
      application: (settings) => AppModule.with(settings),
      out: (text) => out.push(text),
      err: (text) => err.push(text),
    });
    return { code, data: out.length ? JSON.parse(out.join('\n')).data : null, err: err.join('\n') };
  }

  it('lists the policies of a workspace, all or those of a status, however many', async () => {
    const other = await suite.workspace();
    await other.client.post(POLICIES, policy({ name: 'Theirs' }));
    const active = await enforce();
    const made = [active];
    for (let n = 0; n < 101; n++) made.push(await make({ name: `Policy ${n}` }));
    const { code, data } = await cli('list', '--workspace', workspaceId);
    expect([code, data.map(({ id }: any) => id)]).toEqual([0, made.map(({ id }) => id).toReversed()]);
    const some = await cli('list', '--workspace', workspaceId, '--status', 'active');
    expect(some.data).toEqual([{ ...active, status: 'active', updated_at: expect.any(String) }]);
  });

  it('switches one policy off, or all, in every process, and says so in the audit log', async () => {
    const [first, second, third] = [await enforce(lockedOut), await enforce(lockedOut), await enforce(lockedOut)];
    const refused = async () => (await client.get(DOCUMENTS)).body.error?.message;
    expect(await refused()).toContain(third.id);
    const one = await cli('disable', '--workspace', workspaceId, '--id', third.id);
    expect(one).toMatchObject({ code: 0, data: [{ id: third.id, status: 'inactive' }] });
    await expect.poll(refused).toContain(second.id);
    const rest = await cli('disable', '--workspace', workspaceId, '--all');
    expect(rest.data.map(({ id, status }: any) => `${id} ${status}`)).toEqual([
      `${first.id} inactive`,
      `${second.id} inactive`,
    ]);
    await expect.poll(refused).toBeUndefined();
    expect(await cli('disable', '--workspace', workspaceId, '--all')).toMatchObject({ code: 0, data: [] });
    const { data } = (await client.get('/v1/guard/audit-logs?action=guard.policy.updated')).body;
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({ actor: { type: 'system' }, changes: { status: { to: 'inactive' } } });
  });

  it.each([
    ['no such workspace', ['disable', '--workspace', newId('ws'), '--all'], 'workspace'],
    ['neither one nor all', ['disable'], '--id or --all'],
    ['both', ['disable', '--id', newId('pol'), '--all'], '--id or --all'],
    ['no such policy', ['disable', '--id', newId('pol')], 'no policy'],
    ['an unknown status', ['list', '--status', 'gone'], 'status'],
  ])('refuses %s', async (_, args, message) => {
    const { id } = await enforce();
    const answer = await cli(...(args.includes('--workspace') ? args : [...args, '--workspace', workspaceId]));
    expect(answer).toMatchObject({ code: 1, data: null, err: expect.stringContaining(message) });
    expect((await client.get(`${POLICIES}/${id}`)).body.status).toBe('active');
  });
});
