import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import { makeUser } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { FirstSignIn } from './first-sign-in.js';

const CHOSEN = {
  display_name: 'Ada Lovelace',
  company: 'Analytical Engines',
  email: 'ada@example.com',
  password: 'a new and long one',
  repeated: 'a new and long one',
};

const WORKSPACE = '/v1/access/workspace';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

const link = () => suite.app.get(FirstSignIn).link();
const open = async (path: string) => (await new Browser(suite.base).get(path)).status;
const later = (seconds: number) =>
  suite.database.execute(`update user_links set created_at = created_at - make_interval(secs => $1)`, [seconds]);

describe('The first sign-in', () => {
  it('is printed once by processes that start together, and anew by a later start', async () => {
    const paths = await Promise.all([link(), link(), link()]);
    const [path] = paths.filter((found) => found !== null);
    expect(paths.filter((found) => found !== null)).toEqual([expect.stringMatching(/^\/welcome\?token=[\w-]{43}$/)]);
    expect(await open(path!)).toBe(200);
    expect(await suite.app.get(FirstSignIn).link({ alone: true })).not.toBeNull();
    await later(20);
    const next = (await link())!;
    expect([await open(path!), await open(next)]).toEqual([410, 200]);
  });

  it('works for a day', async () => {
    await later(20);
    const path = (await link())!;
    const { rows } = await suite.database.execute<{ hours: number }>(
      'select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from user_links',
    );
    expect(rows).toEqual([{ hours: 24 }]);
    await suite.database.execute('update user_links set expires_at = created_at');
    expect(await open(path)).toBe(410);
  });

  it('says what is wrong with what was chosen, and keeps the address', async () => {
    await makeUser(suite, { email: 'taken@example.com' });
    await later(20);
    const path = (await link())!;
    const first = await new Browser(suite.base).get(path);
    expect(first.text).toMatch(/name="email"[^>]*value=""/);
    expect(first.text).toMatch(/name="display_name"[^>]*value=""/);
    expect(first.text).toMatch(/name="company"[^>]*value=""/);
    expect(first.text).not.toContain('localdomain');
    for (const [fields, message] of [
      [{ display_name: ' ' }, 'Enter your name.'],
      [{ company: '' }, 'Enter the name of your company.'],
      [{ company: 'x'.repeat(256) }, 'The name of your company must have at most 255 characters.'],
      [{ email: 'ada' }, 'Enter a valid e-mail address.'],
      [{ email: 'TAKEN@example.com' }, 'Another user of this workspace has this e-mail address.'],
      [{ password: 'short', repeated: 'short' }, 'at least 10 characters'],
      [{ password: 'workspacesuite', repeated: 'workspacesuite' }, 'too easy to guess'],
      [{ repeated: 'another one' }, 'The passwords do not match.'],
    ] as const) {
      const page = await new Browser(suite.base).submit(path, { ...CHOSEN, ...fields });
      expect([page.status, page.text]).toEqual([400, expect.stringContaining(message)]);
      expect(page.text).toContain(`value="${{ ...CHOSEN, ...fields }.email}"`);
    }
  });

  it('gives the owner a name, an address and a password, names the company, and leads to the console, once', async () => {
    await later(20);
    const path = (await link())!;
    const browser = new Browser(suite.base, {}, false);
    const form = await browser.get(path);
    const answer = await browser.fill(form, CHOSEN);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/']);
    expect((await browser.get('/account')).text).toContain('ada@example.com');
    const { body: owner } = await suite.client.get(`/v1/access/users/${suite.ownerId}`);
    expect(owner).toMatchObject({ email: 'ada@example.com', display_name: 'Ada Lovelace', status: 'active' });
    expect(owner.roles).toEqual(['workspace:owner']);
    expect((await suite.client.get(WORKSPACE)).body).toMatchObject({ name: 'Analytical Engines' });
    const { data: named } = (await suite.client.get(`/v1/guard/audit-logs?resource_id=${suite.workspaceId}`)).body;
    expect(named).toMatchObject([
      {
        action: 'access.workspace.updated',
        actor: { id: suite.ownerId },
        changes: { name: { from: 'Default', to: 'Analytical Engines' } },
      },
    ]);
    expect(await open(path)).toBe(410);
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${suite.ownerId}&limit=1`);
    expect(body.data[0]).toMatchObject({ action: 'access.user.password_changed', actor: { id: suite.ownerId } });
    const again = await new Browser(suite.base).submit('/sign-in', CHOSEN);
    expect(again.path).toBe('/account');
    await later(20);
    expect(await link()).toBeNull();
  });
});

describe('GET and PATCH /v1/access/workspace', () => {
  it('is read by every role of the app and changed by its admins; everybody sees it in /v1/access/me', async () => {
    const { client, id } = await suite.workspace();
    const { client: admin } = await client.signedIn('access:admin');
    const before = (await client.get(WORKSPACE)).body;
    expect(before).toMatchObject({ id, time_zone: 'UTC', currency: 'USD', week_starts_on: 'monday', language: 'en' });
    const changes = {
      name: 'Engines',
      time_zone: 'Europe/London',
      currency: 'GBP',
      week_starts_on: 'sunday',
      language: 'de',
    };
    const { status, body } = await admin.patch(WORKSPACE, changes);
    expect([status, body]).toEqual([200, { ...before, ...changes, updated_at: expect.any(String) }]);
    const { client: member } = await client.signedIn('access:member');
    expect((await member.patch(WORKSPACE, { name: 'Mine' })).status).toBe(403);
    const { client: other } = await client.signedIn('office:viewer');
    expect((await other.get(WORKSPACE)).status).toBe(403);
    expect((await other.get('/v1/access/me')).body.workspace).toEqual({ id, ...changes });
  });

  it('gives pipelines their currency, and links of mail and the careers site their name', async () => {
    const { client, id } = await suite.workspace();
    await client.patch(WORKSPACE, { name: 'Looms & Co', currency: 'EUR' });
    const stages = [{ name: 'Lead', probability: 10 }];
    const made = async (body: object) =>
      (await client.post('/v1/sales/pipelines', { name: 'A', stages, ...body })).body;
    expect([(await made({})).currency, (await made({ currency: 'USD' })).currency]).toEqual(['EUR', 'USD']);
    const { body: job } = await client.post('/v1/careers/jobs', { title: 'Engineer' });
    await client.post(`/v1/careers/jobs/${job.id}/publish`, { channels: ['careers_site'] });
    const feed = await fetch(`${suite.base}/v1/careers/board/jobs.atom?workspace_id=${id}`);
    expect(await feed.text()).toContain('Looms &amp; Co');
  });
});
