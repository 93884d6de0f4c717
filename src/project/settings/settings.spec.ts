import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/project/settings';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

it('are there before anything has been set', async () => {
  const { status, body } = await (await suite.workspace()).client.get(PATH);
  expect([status, body]).toEqual([
    200,
    {
      time_rounding: 'none',
      time_rounding_minutes: 15,
      time_locked_before: null,
      currency: 'USD',
      timer_reminder_hours: 12,
      due_reminder_days: 1,
      auto_archive_days: null,
    },
  ]);
});

it('are those of one workspace', async () => {
  const other = (await suite.workspace()).client;
  expect((await client.patch(PATH, { currency: 'EUR', timer_reminder_hours: null })).body).toMatchObject({
    currency: 'EUR',
    timer_reminder_hours: null,
  });
  expect((await client.get(PATH)).body).toMatchObject({ currency: 'EUR', timer_reminder_hours: null });
  expect((await other.get(PATH)).body.currency).toBe('USD');
});

it('keep what parallel requests set for the first time', async () => {
  const { client, id } = await suite.workspace();
  const changes = [{ currency: 'EUR' }, { time_rounding: 'up' }, { auto_archive_days: 30 }, { due_reminder_days: 3 }];
  const answers = await Promise.all(changes.map((change) => client.patch(PATH, change)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await client.get(PATH)).body).toMatchObject(Object.assign({}, ...changes));
  const { count } = await suite.database.execute('select 1 from project_settings where workspace_id = $1', [id]);
  expect(count).toBe(1);
});

it('are read by every role and changed by admins only', async () => {
  for (const role of ['viewer', 'member', 'editor']) {
    const { client } = await suite.signedIn(`project:${role}`);
    expect((await client.get(PATH)).status).toBe(200);
    expect((await client.patch(PATH, { currency: 'EUR' })).status).toBe(403);
  }
  const admin = await suite.signedIn('project:admin');
  expect((await admin.client.patch(PATH, { currency: 'GBP' })).status).toBe(200);
  const { data } = (await client.get('/v1/guard/audit-logs?action=project.settings.updated&outcome=success')).body;
  expect(data[0].changes).toEqual({ currency: { from: 'EUR', to: 'GBP' } });
});

it('have an ETag before anything has been set, and are not changed over what another request has set', async () => {
  const { client } = await suite.workspace();
  const unset = await client.get(PATH);
  expect(unset.headers.get('etag')).toMatch(/^"0\./);
  const ifMatch = { headers: { 'If-Match': unset.headers.get('etag')! } };
  const first = await client.patch(PATH, { currency: 'EUR' }, ifMatch);
  expect([first.status, first.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"1\./)]);
  expect((await client.patch(PATH, { currency: 'GBP' }, ifMatch)).status).toBe(412);
  expect((await client.get(PATH)).body.currency).toBe('EUR');
});

it('tell the first change as one of the defaults, and none where nothing differs', async () => {
  const { client } = await suite.workspace();
  await client.patch(PATH, { currency: 'USD' });
  expect((await client.get(PATH)).headers.get('etag')).toMatch(/^"0\./);
  await client.patch(PATH, { currency: 'EUR' });
  const { data } = (await client.get('/v1/guard/audit-logs?action=project.settings.updated')).body;
  expect(data.map(({ changes }: any) => changes)).toEqual([{ currency: { from: 'USD', to: 'EUR' } }]);
});

it('hold for somebody who may not read them', async () => {
  const { client } = await suite.workspace();
  await client.patch(PATH, { currency: 'EUR' });
  const project = (await client.post('/v1/project/projects', { name: 'Launch' })).body.id;
  const { client: admin, userId } = await client.signedIn('project:admin');
  const policy = await client.post('/v1/guard/policies', {
    name: 'No settings',
    effect: 'deny',
    principals: [{ type: 'user', id: userId }],
    resources: [{ type: 'project.settings' }],
    actions: ['project:*'],
  });
  await client.patch(`/v1/guard/policies/${policy.body.id}`, { status: 'active' });
  expect([(await admin.get(PATH)).status, (await admin.patch(PATH, { currency: 'GBP' })).status]).toEqual([403, 403]);
  expect((await admin.get(`/v1/project/projects/${project}/time-report?period=2026-07`)).body.currency).toBe('EUR');
});
