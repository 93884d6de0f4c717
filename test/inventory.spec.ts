import { afterAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../src/platform/events/catalogue.js';
import { allResources } from '../src/platform/resource/define.js';
import { FEED_VERBS, feedOf } from '../src/platform/resource/feed.js';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { SCOPES } from '../src/platform/security/credential.js';
import { Client, startTestApp } from './support/test-app.js';
import { expectError, messageOf } from './expect-error.js';
import { fieldNames, isForEverybody, isOwn, madeTypes, make, nameOf, namesRecord, prepare } from './support/samples.js';

const suite = await startTestApp();
afterAll(() => suite.close());
const other = await suite.workspace('Other', { operator: true });
const routes = suite.app.get(Routes).all.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));
const guarded = routes.filter(({ endpoint }) => endpoint);
const open = routes.filter(({ endpoint }) => !endpoint);

const made = madeTypes(routes);
const scopes = Object.keys(SCOPES);

const named = (list: Route[]) => list.map((route) => [nameOf(route), route] as const);

// Among it: which routes are open without a credential and why, and which ask for no scope of their own ("any") because
// they reach across apps or are about the caller; "operator" is nobody's scope.
it('stands in test/inventory.txt, so that every change of scopes and rules shows in a diff', async () => {
  await expect(inventory()).toMatchFileSnapshot('./inventory.txt');
});

describe.each(named(open))('%s', (_, route) => {
  it('answers without a credential', async () => {
    const request = await prepare(route, suite.client);
    const answer = await request.send(new Client(suite.base, null));
    expect(answer, answer.text).toMatchObject({ status: expect.toSatisfy((status: number) => status < 400) });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });
});

describe.each(named(guarded))('%s', (_, route) => {
  it('answers its sample with its status and every field it declares', async () => {
    const { returns, page, resource } = route.endpoint!;
    if (page && made.includes(resource.type)) await make(suite.client, resource.type);
    const answer = await (await prepare(route, suite.client)).send(suite.client);
    expect(answer, answer.text).toMatchObject({ status: route.status });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    if (route.writes) expect(await untold(answer.headers.get('x-request-id')!)).toEqual([]);
    if (!returns || !answer.body) return;
    const shown: object[] = page ? answer.body.data : [answer.body];
    expect(shown).not.toHaveLength(0);
    for (const record of shown) {
      expect(Object.keys(record).toSorted()).toEqual(fieldNames(returns as new () => object).toSorted());
    }
  });

  it('is 401 without a credential, and with one that is not genuine', async () => {
    const path = route.path.replace(/:\w+/g, 'x');
    expectError(await suite.client.send(route.method, path, { key: null }), 401);
    expectError(await suite.client.send(route.method, path, { key: `wsk_test_${'0'.repeat(36)}` }), 401);
  });

  if (route.scope) {
    it('is 403 with a key that has every other scope, and says which one is missing', async () => {
      const client = await suite.withScopes(...scopes.filter((scope) => scope !== route.scope));
      const answer = await client.send(route.method, route.path.replace(/:\w+/g, 'x'));
      expectError(answer, 403);
      expect(messageOf(answer)).toContain(route.scope);
    });
  } else if (route.endpoint!.resource.forOperators) {
    it('is 403 with every scope for whoever is no operator', async () => {
      const path = route.path.replace(/:\w+/g, 'x');
      const { client: owner } = await suite.signedIn('workspace:owner');
      for (const client of [await suite.withScopes(...scopes), owner])
        expectError(await client.send(route.method, path), 403);
    });
  } else if (isForEverybody(route)) {
    it('shows its records to a key that may read nothing', async () => {
      const client = await suite.withScopes(...scopes.filter((scope) => scope.endsWith(':write')));
      const answer = await (await prepare(route, suite.client)).send(client);
      expect(answer.body.data).not.toEqual([]);
    });
  } else {
    it('hides its records from a key that may read nothing, and makes none for it', async () => {
      const client = await suite.withScopes(...scopes.filter((scope) => scope.endsWith(':write')));
      const answer = await (await prepare(route, suite.client)).send(client);
      if (isOwn(route)) expectError(answer, 403);
      else if (route.path.includes(':')) expectError(answer, 404);
      else if (route.method === 'GET' && !answer.body) expect(answer.text).not.toContain('data:');
      else if (route.method === 'GET') expect(answer.body).toMatchObject({ data: [], meta: { total: 0 } });
      else expectError(answer, 403);
    });
  }

  if (namesRecord(route)) {
    it("is 404 with another workspace's id", async () => {
      expectError(await (await prepare(route, other.client)).send(suite.client), 404);
    });
  }

  if (route.method !== 'POST') return;
  it('does a repeated Idempotency-Key once and gives the same answer', async () => {
    const request = await prepare(route, suite.client);
    const key = { 'Idempotency-Key': `once ${nameOf(route)}` };
    const first = await request.send(suite.client, key);
    const written = await writes();
    const second = await request.send(suite.client, key);
    expect(first, first.text).toMatchObject({ status: route.status });
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await writes()).toBe(written);
  });
});

it('an unknown path is 404 and a wrong method 405, before any credential', async () => {
  expectError(await suite.client.get('/v1/nothing/here', { key: null }), 404);
  for (const { path } of guarded) {
    const answer = await suite.client.send('OPTIONS', path.replace(/:\w+/g, 'x'), { key: null });
    expectError(answer, 405);
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods));
  }
});

/** How many changes by requests have been noted so far; background work (a replay that ends) notes its own. */
async function writes(): Promise<number> {
  const { rows } = await suite.database.execute(
    `select count(*)::int as n from audit_entries where actor_type <> 'system'`,
  );
  return rows[0]!.n;
}

/** Entries about timers, which are no time entries yet, and about mails to a user, which change nothing of them. */
const NO_CHANGE = ['project.time_entry.started', 'access.user.invited', 'access.user.password_reset'];

/**
 * Entries of a request about records that changed, of which no event tells (D-EVT-1). An entry and its events are one
 * commit, and have one time.
 */
async function untold(requestId: string): Promise<string[]> {
  const { rows } = await suite.database.execute(
    `select e.action, e.resource_type, array(
       select type from (
         select workspace_id, type, timestamp, payload from outbox union all
         select workspace_id, type, timestamp, payload from events
       ) told where told.workspace_id = e.workspace_id and told.timestamp = e.timestamp
         and told.payload ->> (split_part(e.resource_type, '.', 2) || '_id') = e.resource_id
     ) as types
     from audit_entries e where e.request_id = $1 and e.outcome = 'success'`,
    [requestId],
  );
  return rows.flatMap(({ action, resource_type: type, types }) => {
    if (NO_CHANGE.includes(action) || !feedOf(allResources().get(type)!)) return [];
    const verb = FEED_VERBS.find((each) => action === `${type}.${each}`);
    // Taking a record out of the trash is an update in the audit trail.
    const wanted = !verb ? FEED_VERBS : verb === 'updated' ? [verb, 'restored'] : [verb];
    return wanted.some((each) => types.includes(`${type}.${each}`)) ? [] : [`${action}: ${types}`];
  });
}

function inventory(): string {
  const lines = routes.map(({ method, path, scope, action, status, endpoint, open, ...rest }) => {
    if (!endpoint) return `${method.padEnd(6)} ${path}  ${open!.anyOrigin ? 'any-origin ' : ''}open: ${open!.reason}`;
    const { resource, errors = [], heavy } = endpoint;
    const words = [
      scope ?? (resource.forOperators ? 'operator' : 'any'),
      action,
      status,
      ...errors.map((name) => `${name}=${resource.errors![name]!.status}`),
      rest.holdsSecret && 'secret',
      heavy && 'heavy',
    ];
    return `${method.padEnd(6)} ${path}  ${words.filter(Boolean).join(' ')}`;
  });
  const events = [...eventTypes().values()].map(({ type, payload }) => `${type}  ${fieldNames(payload).join(' ')}`);
  return [
    'Routes: method, path, scope, action in the audit trail, status, errors of the resource; or why it is open to everybody',
    '',
    ...lines,
    '',
    'Events: type, fields of the payload',
    '',
    ...events.toSorted(compare),
    '',
  ].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
