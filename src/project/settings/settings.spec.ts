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
