import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Assistant, connect } from '../../test/support/mcp.js';
import { registerClient, signedInThrough } from '../../test/support/oauth.js';
import { enforcePolicy } from '../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';
import { allScopes } from '../platform/index.js';

/** The examples of docs/agents.md, with the official client and an app that acts for a person. */

let suite: TestApp;
let client: Client;
let userId: string;
let appId: string;
let assistant: Assistant;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
  const app = await registerClient(suite, { name: 'Assistant', scopes: allScopes() });
  appId = app.client_id;
  const signedIn = await signedInThrough(app, client, 'sales:editor', 'careers:editor', 'project:editor');
  userId = signedIn.userId;
  assistant = await connect(signedIn.client, afterAll);
});
afterAll(() => suite.close());

const made = async (path: string, body: object) => {
  const answer = await client.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
/** The records of all pages of a list. */
async function listed(args: object): Promise<any[]> {
  const { data, text } = await assistant.call('list', args);
  expect(data?.data, text).toBeDefined();
  const { next_cursor: cursor } = data.meta;
  return cursor ? [...data.data, ...(await listed({ ...args, cursor }))] : data.data;
}
const did = async (tool: string, args: object) => {
  const answer = await assistant.call(tool, args);
  expect(answer.isError, answer.text).toBe(false);
  return answer.data;
};
const entriesOfApp = async (query: string) =>
  (await client.get(`/v1/guard/audit-logs?client_id=${appId}&${query}`)).body.data as any[];

it('cleans a pipeline up every week: closes what was forgotten, and moves the dates of the rest', async () => {
  const stages = [{ name: 'New', probability: 10 }];
  await made('/v1/sales/pipelines', { name: 'Sales', stages });
  const day = (days: number) => suite.clock.iso(days * 86_400).slice(0, 10);
  const deal = (title: string, days: number) =>
    made('/v1/sales/deals', { title, value: 100, expected_close_date: day(days), owner_id: userId });
  const [forgotten, late, open] = [await deal('Forgotten', -200), await deal('Late', -10), await deal('Open', 10)];

  // The steps come from the descriptions alone.
  const described = await did('describe', { type: 'sales.deal' });
  expect(described.calls.map(({ call }: any) => call)).toEqual(expect.arrayContaining(['list', 'update', 'act close']));
  const deals = await listed({
    type: 'sales.deal',
    query: { status: 'open', sort: 'expected_close_date:asc' },
    limit: 2,
  });
  expect(deals.map(({ id }) => id)).toEqual([forgotten.id, late.id, open.id]);
  for (const { id, expected_close_date: date } of deals) {
    if (date >= day(0)) continue;
    // As it was read: what somebody has changed meanwhile is left alone.
    const { text } = await assistant.call('get', { type: 'sales.deal', id });
    const if_match = /if_match of this state: (.*)$/m.exec(text)![1]!;
    if (date < day(-90)) {
      const fields = { outcome: 'lost', close_reason: 'No answer for 90 days.' };
      await did('act', { type: 'sales.deal', id, action: 'close', fields, if_match });
    } else await did('update', { type: 'sales.deal', id, fields: { expected_close_date: day(14) }, if_match });
  }
  const now = async ({ id }: { id: string }) => (await client.get(`/v1/sales/deals/${id}`)).body;
  expect([await now(forgotten), await now(late), await now(open)]).toMatchObject([
    { status: 'lost' },
    { status: 'open', expected_close_date: day(14) },
    { status: 'open', expected_close_date: day(10), revision: open.revision },
  ]);
  const entries = await entriesOfApp('resource_type=sales.deal');
  expect(entries.map(({ action, actor }) => [action, actor.id, actor.via.name])).toEqual([
    ['sales.deal.updated', userId, 'Assistant'],
    ['sales.deal.lost', userId, 'Assistant'],
  ]);
});

it('asks people to look at applications, which a policy forbids it to read or count', async () => {
  const job = await made('/v1/careers/jobs', { title: 'Gardener' });
  await client.post(`/v1/careers/jobs/${job.id}/publish`);
  const apply = async (display_name: string, email: string) =>
    made(`/v1/careers/jobs/${job.id}/applications`, { candidate: { display_name, email } });
  const { id } = await apply('Ada Lovelace', 'ada@example.com');
  await apply('Grace Hopper', 'grace@example.com');
  await enforcePolicy(client, {
    name: 'No app reads applications',
    principals: [{ type: 'oauth_client', id: 'any' }],
    resources: [{ type: 'careers.application' }],
    actions: ['careers:*'],
  });
  const refused = [
    await assistant.call('list', { type: 'careers.application', parent_id: job.id }),
    await assistant.call('get', { type: 'careers.application', id }),
    await assistant.call('update', { type: 'careers.application', id, fields: { tags: ['read'] } }),
    await assistant.call('list', { type: 'careers.note', parent_id: id }),
    await assistant.call('get', { type: 'careers.job', id: job.id, view: 'funnel' }),
  ];
  expect(refused.map(({ data }) => [data.status, data.next])).toEqual(
    refused.map(() => [403, expect.stringContaining('policy of the workspace forbids')]),
  );
  const answers = [
    await assistant.call('search', { q: 'ada' }),
    await assistant.call('list', { type: 'careers.job', query: { status: 'published' } }),
  ];
  expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
  expect([...refused, ...answers].map(({ text }) => text).join()).not.toMatch(/Ada|Lovelace|Grace|@example/);
  const project = await did('create', { type: 'project.project', fields: { name: 'Hiring' } });
  const title = `Look at the applications for ${job.title}`;
  await did('create', { type: 'project.task', parent_id: project.id, fields: { title, assignee_id: userId } });
  // The attempts are in the audit log, and nobody but apps is refused.
  expect((await entriesOfApp('outcome=denied')).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['careers.application.read', 'careers.application.updated']),
  );
  expect((await client.get(`/v1/careers/applications/${id}`)).status).toBe(200);
});

it('reports the hours of a month by task', async () => {
  const project = await did('create', { type: 'project.project', fields: { name: 'Windmills' } });
  const task = (title: string) => did('create', { type: 'project.task', parent_id: project.id, fields: { title } });
  const [sails, stones] = [await task('Sails'), await task('Millstones')];
  for (const [{ id }, hours] of [
    [sails, 1.5],
    [sails, 0.5],
    [stones, 0.75],
  ] as const) {
    const fields = { task_id: id, duration_seconds: hours * 3_600 };
    await did('create', { type: 'project.time_entry', fields, idempotency_key: `${id} ${hours}` });
  }
  const report = await did('get', { type: 'project.time_report', id: project.id, query: { group_by: 'task' } });
  expect(
    report.groups.map(({ name, duration_seconds, entry_count }: any) => [name, duration_seconds, entry_count]),
  ).toEqual([
    ['Sails', 7_200, 2],
    ['Millstones', 2_700, 1],
  ]);
  const query = { group_by: 'task', export: 'csv' };
  const file = await did('get', { type: 'project.time_report', id: project.id, query });
  expect(file.text).toMatch(/,Sails,.*\s+.*,Millstones,/);
});
