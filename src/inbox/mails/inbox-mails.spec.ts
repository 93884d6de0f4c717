import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailTo } from '../../../test/support/people.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { type Client, type SignedInClient, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Works } from '../../platform/index.js';

/** No mail server answers, so that messages stay where the tests see them. */
let suite: TestApp;
let client: Client;
let project: string;
beforeAll(async () => {
  suite = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  ({ client } = suite);
  project = (await client.post('/v1/project/projects', { name: 'Garden' })).body.id;
});
afterAll(() => suite.close());

const task = async (title: string, assignee_id: string): Promise<string> => {
  const answer = await client.post(`/v1/project/projects/${project}/tasks`, { title, assignee_id });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
};
const set = (person: SignedInClient, mail: string, more: object = {}) =>
  person.client.patch('/v1/inbox/settings', { kinds: { assignment: { mail, ...more } } });
const unread = async ({ client: by }: SignedInClient) => (await by.get('/v1/inbox/unread')).body.unread;
const waiting = async ({ userId }: SignedInClient) =>
  (await suite.database.execute('select mode, next_attempt_at from inbox_mails where user_id = $1', [userId])).rows;
/** Lets the mail of a person be due, and waits until it has been decided. */
async function mails(person: SignedInClient) {
  const planned = async () => (await waiting(person)).length + (await mailTo(suite, person.email)).length;
  await expect.poll(planned).toBeGreaterThan(0);
  await suite.database.execute('update inbox_mails set next_attempt_at = $2 where user_id = $1', [
    person.userId,
    suite.clock.iso(),
  ]);
  await suite.app.get(Works).run('inbox_mail');
  await expect.poll(() => waiting(person)).toEqual([]);
  return mailTo(suite, person.email);
}

describe('mail at once', () => {
  it('has the title, one button that leads to the record, and the name of the workspace', async () => {
    const ada = await client.signedIn('project:viewer');
    await set(ada, 'now');
    const id = await task('Fence “Süd” <b>', ada.userId);
    const [mail, ...more] = await mails(ada);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Assigned to you: Fence “Süd” <b>');
    const link = `${suite.settings.BASE_URL}/console/records/id/${id}`;
    expect(mail!.text).toContain(`\n${link}\n`);
    expect(mail!.text).toMatch(/^Hello Ada,\n\nAssigned to you: Fence “Süd” <b>\n/);
    expect(mail!.text).toMatch(/-- \nDefault\n$/);
    expect(mail!.html).toContain('Fence “Süd” &lt;b&gt;');
    expect(mail!.html.match(/<a /g)).toHaveLength(1);
  });

  it('waits a minute, and is one for many', async () => {
    const ada = await client.signedIn('project:viewer');
    await set(ada, 'now');
    for (let n = 1; n <= 8; n++) await task(`Bed ${n}`, ada.userId);
    await expect.poll(async () => (await ada.client.get('/v1/inbox')).body.data[0]?.count).toBe(8);
    const [due] = await waiting(ada);
    expect(Date.parse(due!.next_attempt_at as string)).toBeGreaterThan(suite.clock.now());
    expect(await waiting(ada)).toHaveLength(1);
    const [mail, ...more] = await mails(ada);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('8 assignments, such as Bed 1');
    expect(mail!.text).toContain(`${suite.settings.BASE_URL}/console/inbox`);
    expect(await unread(ada)).toBe(1);
  });

  it('is not sent for what has been read, may not be read any more, or is not wanted any more', async () => {
    const [reader, bound, unwilling] = [
      await client.signedIn('project:viewer'),
      await client.signedIn('project:viewer'),
      await client.signedIn('project:viewer'),
    ];
    const people = [reader, bound, unwilling];
    for (const each of people) {
      await set(each, 'now');
      const id = await task('Secret', each.userId);
      await expect.poll(() => unread(each)).toBe(1);
      if (each !== bound) continue;
      const principals = [{ type: 'user', id: bound.userId }];
      await enforcePolicy(client, { principals, resources: [{ type: 'project.task', id }], actions: ['project:read'] });
    }
    await reader.client.post('/v1/inbox/read', { all: true });
    await set(unwilling, 'no');
    for (const each of people) expect(await mails(each)).toEqual([]);
  });

  it('asks an approver, with a link to the request, and tells whoever asked what came of it', async () => {
    const [lead, who] = [await client.signedIn('office:admin'), await client.signedIn('office:admin')];
    const policy = await client.post('/v1/guard/policies', {
      name: 'Contracts',
      effect: 'review',
      principals: [{ type: 'user', id: who.userId }],
      resources: [{ type: 'office.document' }],
      actions: ['office:write'],
      approvers: [{ type: 'user', id: lead.userId }],
      status: 'active',
    });
    expect(policy.status, policy.text).toBe(201);
    const { review_id } = (await who.client.post('/v1/office/documents', { title: 'Secret terms' })).body;
    const link = `${suite.settings.BASE_URL}/console/records/id/${review_id}`;
    const [asking, ...more] = await mails(lead);
    expect(more).toEqual([]);
    expect(asking!.subject).toBe('Approval needed: Contracts');
    expect(asking!.text).toContain(`\n${link}\n`);
    // The contents of the request are for those who open it.
    expect(asking!.text + asking!.html).not.toContain('Secret terms');
    const reject = `/v1/guard/reviews/${review_id}/reject`;
    expect((await lead.client.post(reject, { reason: 'Too early' })).status).toBe(200);
    expect(await mails(who)).toMatchObject([
      { subject: 'Your request was rejected: Contracts', text: expect.stringContaining(link) },
    ]);
  });

  it('is not sent to somebody who is suspended', async () => {
    const ada = await client.signedIn('project:viewer');
    await set(ada, 'now');
    await task('Gate', ada.userId);
    await expect.poll(() => unread(ada)).toBe(1);
    expect((await client.post(`/v1/access/users/${ada.userId}/deactivate`)).status).toBe(200);
    expect(await mails(ada)).toEqual([]);
  });

  it('can take the place of the inbox', async () => {
    const ada = await client.signedIn('project:viewer');
    await set(ada, 'now', { inbox: false });
    await task('Hedge', ada.userId);
    expect(await mails(ada)).toMatchObject([{ subject: 'Assigned to you: Hedge' }]);
    const { rows } = await suite.database.execute('select 1 from inbox_items where user_id = $1', [ada.userId]);
    expect([rows, await unread(ada)]).toEqual([[], 0]);
  });
});

describe('the language of mail', () => {
  const speak = (person: SignedInClient, language: string | null) =>
    person.client.patch('/v1/access/me', { language }).then(({ status }) => expect(status).toBe(200));

  it('is that of its reader: of one item and of many, with its numbers', async () => {
    const ada = await client.signedIn('project:viewer');
    await set(ada, 'now');
    await speak(ada, 'de');
    await task('Zaun', ada.userId);
    const [one] = await mails(ada);
    expect(one!.subject).toBe('Zugewiesen: Zaun');
    expect(one!.text).toMatch(/^Guten Tag Ada,\n\nZugewiesen: Zaun\n\nÖffnen:\nhttp/);
    expect(one!.text).toContain('wegen der Einstellungen des Posteingangs');
    expect(one!.html).toContain('<html lang="de">');
    for (let n = 1; n <= 8; n++) await task(`Beet ${n}`, ada.userId);
    await expect.poll(async () => (await ada.client.get('/v1/inbox')).body.data[0]?.count).toBe(9);
    await suite.database.execute('update inbox_items set count = 1234 where user_id = $1', [ada.userId]);
    const [, many] = await mails(ada);
    expect(many!.subject).toBe('1.234 Zuweisungen, etwa Zaun');
  });

  it('is that of the workspace for those who chose none, and not of another workspace', async () => {
    const { client: german, id } = await suite.workspace();
    await german.patch('/v1/access/workspace', { language: 'de' });
    const [there, english, here] = [
      await german.signedIn('project:viewer'),
      await german.signedIn('project:viewer'),
      await client.signedIn('project:viewer'),
    ];
    await speak(english, 'en');
    const { id: within } = (await german.post('/v1/project/projects', { name: 'Garten' })).body;
    for (const { userId } of [there, english]) {
      await german.post(`/v1/project/projects/${within}/tasks`, { title: 'Mähen', assignee_id: userId });
      await german.post(`/v1/project/projects/${within}/tasks`, { title: 'Harken', assignee_id: userId });
    }
    await task('Mow', here.userId);
    await expect.poll(() => unread(there)).toBe(2);
    await expect.poll(() => unread(english)).toBe(2);
    const [digest] = await mails(there);
    expect(digest!.subject).toBe('2 neue Einträge im Posteingang');
    expect(digest!.text).toContain('das ist neu im Posteingang:\n\n- Zugewiesen: Harken\n- Zugewiesen: Mähen\n');
    expect(digest!.text).toContain('Posteingang öffnen:\nhttp');
    expect((await mails(english))[0]!.subject).toBe('2 new items in your inbox');
    expect((await mails(here))[0]!.subject).toBe('Assigned to you: Mow');
    expect(id).not.toBe(suite.workspaceId);
  });
});

describe('the daily mail', () => {
  it('comes at the hour that a person chooses, in the zone of the workspace, with all that is unread', async () => {
    expect((await client.patch('/v1/access/workspace', { time_zone: 'Asia/Tokyo' })).status).toBe(200);
    const ada = await client.signedIn('project:viewer');
    await ada.client.patch('/v1/inbox/settings', { mail_hour: 7 });
    await task('Rake', ada.userId);
    await task('Mow', ada.userId);
    await expect.poll(() => unread(ada)).toBe(2);
    const [due, ...more] = await waiting(ada);
    expect([due!.mode, more]).toEqual(['daily', []]);
    const at = new Date(due!.next_attempt_at as string);
    expect(at.toISOString().slice(11, 16)).toBe('22:00');
    const ahead = at.getTime() - suite.clock.now();
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThanOrEqual(86_400_000);
    const [mail, ...others] = await mails(ada);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('2 new items in your inbox');
    expect(mail!.text).toContain('- Assigned to you: Mow\n- Assigned to you: Rake\n');
    // What has been mailed is not mailed again.
    await task('Dig', ada.userId);
    await expect.poll(() => unread(ada)).toBe(3);
    expect((await mails(ada)).map(({ subject }) => subject)).toEqual([
      '2 new items in your inbox',
      'Assigned to you: Dig',
    ]);
  });
});
