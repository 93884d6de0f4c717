import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/guard/settings';
const DAY = 86_400;

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client } = await suite.workspace());
});
afterAll(() => suite.close());

const set = async (body: object) => (await client.patch(PATH, body)).body;
const changes = async () => {
  const { data } = (await client.get('/v1/guard/audit-logs?action=guard.settings.updated')).body;
  return data.map((entry: any) => entry.changes);
};

it('are there before anything has been set', async () => {
  const { status, body } = await client.get(PATH);
  expect([status, body]).toEqual([
    200,
    {
      audit_retention_days: 365,
      audit_retention_effective_at: null,
      alert_retention_days: 365,
      export_retention_days: 7,
      checkpoint_email: null,
      updated_at: null,
      updated_by: null,
    },
  ]);
});

it('take a higher number at once', async () => {
  expect(await set({ audit_retention_days: 3650 })).toMatchObject({
    audit_retention_days: 3650,
    audit_retention_effective_at: null,
    updated_at: expect.any(String),
    updated_by: expect.stringMatching(/^usr_/),
  });
  expect((await client.get(PATH)).body.audit_retention_days).toBe(3650);
});

it('show a lower number at once, which takes effect after seven days', async () => {
  const before = Date.now();
  const body = await set({ audit_retention_days: 30 });
  expect(body.audit_retention_days).toBe(30);
  const at = Date.parse(body.audit_retention_effective_at);
  expect(at - before).toBeGreaterThanOrEqual(7 * DAY * 1000);
  expect(at - before).toBeLessThan(7 * DAY * 1000 + 60_000);
  expect(await changes()).toEqual([expect.objectContaining({ audit_retention_days: { from: 365, to: 30 } })]);
  suite.clock.advance(7 * DAY);
  expect((await client.get(PATH)).body).toMatchObject({ audit_retention_days: 30, audit_retention_effective_at: null });
  suite.clock.advance(-7 * DAY);
});

it('cancel what is pending with a number that is as high again, but not with one in between', async () => {
  const first = await set({ audit_retention_days: 30 });
  suite.clock.advance(DAY);
  const between = await set({ audit_retention_days: 90 });
  expect(between.audit_retention_effective_at > first.audit_retention_effective_at).toBe(true);
  expect(await set({ audit_retention_days: 90 })).toEqual(between);
  expect((await set({ audit_retention_days: 365 })).audit_retention_effective_at).toBeNull();
  suite.clock.advance(-DAY);
});

it.each([29, 3651, 0, -30, 90.5, '90', null, 1e9])('refuse %j days', async (days) => {
  for (const field of ['audit_retention_days', 'alert_retention_days']) {
    const { status, body } = await client.patch(PATH, { [field]: days });
    expect([status, body.error.details[0].field]).toEqual([400, field]);
  }
  expect((await client.get(PATH)).body.updated_at).toBeNull();
});

it('keep what parallel requests set for the first time', async () => {
  const answers = await Promise.all([
    client.patch(PATH, { audit_retention_days: 400 }),
    client.patch(PATH, { alert_retention_days: 40 }),
    client.patch(PATH, { checkpoint_email: 'auditor@example.com' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await client.get(PATH)).body).toMatchObject({
    audit_retention_days: 400,
    alert_retention_days: 40,
    checkpoint_email: 'auditor@example.com',
  });
  expect(await changes()).toHaveLength(3);
});

it('are read by every role of the app and changed by its admins', async () => {
  for (const role of ['viewer', 'member', 'editor']) {
    const { client: user } = await client.signedIn(`guard:${role}`);
    expect((await user.get(PATH)).status).toBe(200);
    expect((await user.patch(PATH, { audit_retention_days: 400 })).status).toBe(403);
  }
  const { client: admin, userId } = await client.signedIn('guard:admin');
  expect((await admin.patch(PATH, { audit_retention_days: 400 })).body.updated_by).toBe(userId);
});
