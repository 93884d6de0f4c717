import { expect } from 'vitest';
import { allResources } from '../../src/platform/resource/define.js';
import { FEED_VERBS, feedOf } from '../../src/platform/resource/feed.js';
import type { Route } from '../../src/platform/request/routes.js';
import { expectError } from '../expect-error.js';
import { fieldNames, invalidOf, make, nameOf } from '../support/sample-registry.js';
import { type Body, Raw } from '../support/sample.js';
import type { Answer, TestApp } from '../support/test-app.js';
import type { Walk } from './walk.js';

const MAX_NAME = 120;

/** Checks of a request that succeeds, and of requests whose body or precondition is refused. */

/** Whether a request may name the revision of the record that it changes. A public route adds to a record of which it is no change. */
export const changesRecord = ({ endpoint, writes, loads }: Route): boolean =>
  !!endpoint && writes && !!loads && !loads.key;

/** Answers without an entity tag: no record, a link that opens a file, a stream, or a version of SCIM instead (D-API-8). */
export const UNTAGGED =
  /^\/v1\/access\/scim\/|\/events\/stream$|\/(content|download|export|funnel|time-report|verify)$|\/exports\/:job_id$|\/archives\/:id$/;
/** Whether the answer is one record, which has a tag. */
export const isSingle = ({ method, path, endpoint }: Route): boolean =>
  method === 'GET' && !!endpoint && !endpoint.page && !UNTAGGED.test(path);

export async function refusesBody(route: Route, body: Body, walk: Walk): Promise<void> {
  const answer = await (await walk.requestOf(route)).send(walk.owner, {}, { body });
  expectError(answer, 400);
  expect(answer.body.error.details, answer.text).toEqual(
    expect.arrayContaining([expect.objectContaining({ field: expect.stringMatching(/\S/) })]),
  );
}

/** Bodies that a route refuses, with the beginning of their text. */
export const invalidBodies = (route: Route, { routes }: Walk): [text: string, body: Body][] =>
  invalidOf(route, [...routes]).map((body) => [
    (body instanceof Raw ? body.text : JSON.stringify(body)).slice(0, MAX_NAME),
    body,
  ]);

export async function refusesRevision(route: Route, walk: Walk): Promise<void> {
  expectError(await (await walk.requestOf(route)).send(walk.owner, { 'If-Match': '"999"' }), 412);
}

export async function answersNotModified(route: Route, walk: Walk): Promise<void> {
  const { send } = await walk.requestOf(route);
  // Background work may change the record in between.
  await expect
    .poll(async () => {
      const etag = (await send(walk.owner)).headers.get('etag')!;
      const again = await send(walk.owner, { 'If-None-Match': etag });
      // A long answer is compressed, and its tag names the coding.
      return [/^"(\d+\.)?[\w-]{16}(-\w+)?"$/.test(etag), again.status, again.text, again.headers.get('etag') === etag];
    })
    .toEqual([true, 304, '', true]);
}

/** The successful request, with a key where it can be repeated, and a precondition where it changes a record. */
export async function succeed(route: Route, walk: Walk): Promise<Answer> {
  const { page, resource } = route.endpoint!;
  if (page && walk.made.includes(resource.type)) await make(walk.owner, resource.type);
  return (await walk.requestOf(route)).send(walk.owner, headersOf(route));
}

const headersOf = (route: Route): Record<string, string> => ({
  ...(route.method === 'POST' && { 'Idempotency-Key': `once ${nameOf(route)}` }),
  ...(changesRecord(route) && { 'If-Match': '*' }),
});

export async function isDocumented(route: Route, answer: Answer, { suite }: Walk): Promise<void> {
  const { returns, page } = route.endpoint!;
  expect(answer, answer.text).toMatchObject({ status: route.status });
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  if (route.writes) expect(await untold(answer.headers.get('x-request-id')!, suite)).toEqual([]);
  if (!returns || !answer.body) return;
  const shown: object[] = page ? answer.body.data : [answer.body];
  expect(shown).not.toHaveLength(0);
  for (const record of shown) {
    expect(Object.keys(record).toSorted()).toEqual(fieldNames(returns as new () => object).toSorted());
  }
}

export async function isRepeated(route: Route, first: Answer, walk: Walk): Promise<void> {
  const second = await (await walk.requestOf(route)).send(walk.owner, headersOf(route));
  expect(first.headers.has('idempotency-replayed')).toBe(false);
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expect(await writes(second.headers.get('x-request-id')!, walk.suite)).toBe(0);
}

export async function leadsToIt(first: Answer, { suite, owner }: Walk): Promise<void> {
  const { pathname } = new URL(first.headers.get('location')!, suite.base);
  expect((await owner.get(pathname)).status).toBe(200);
}

/** Number of changes that a request has made. Background work of earlier ones goes on meanwhile (a replay, an import). */
async function writes(requestId: string, { database }: TestApp): Promise<number> {
  const sql = 'select count(*)::int as n from audit_entries where request_id = $1';
  return (await database.execute<{ n: number }>(sql, [requestId])).rows[0]!.n;
}

/** Entries about timers, which are no time entries yet, and about mails to a user, which change nothing of them. */
const NO_CHANGE = ['project.time_entry.started', 'access.user.invited', 'access.user.password_reset'];

/**
 * Entries of a request about records that changed, of which no event tells (D-EVT-1). An entry and its events are one
 * commit, and have one time.
 */
async function untold(requestId: string, { database }: TestApp): Promise<string[]> {
  const { rows } = await database.execute(
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
