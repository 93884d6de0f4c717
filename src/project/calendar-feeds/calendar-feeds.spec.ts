import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const FEEDS = '/v1/project/calendar-feeds';

let suite: TestApp;
let client: Client;
let project: string;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());
beforeEach(async () => {
  project = await newProject();
});

const newProject = async (name = 'Garden') => (await client.post('/v1/project/projects', { name })).body.id;
const newTask = async (title: string, days: number, more = {}) =>
  (await client.post(`/v1/project/projects/${project}/tasks`, { title, due_date: day(days), ...more })).body.id;
const day = (days: number) => suite.clock.iso(days * 86_400).slice(0, 10);
const compact = (days: number) => day(days).replaceAll('-', '');
/** A new feed of somebody, and how it is read: without a credential. */
async function subscribe(who = client) {
  const { status, body } = await who.post(FEEDS, { project_id: project });
  expect(status).toBe(201);
  const { pathname, search } = new URL(body.url);
  const read = (headers = {}) => client.get(pathname + search, { key: null, headers });
  return { id: body.id as string, url: body.url as string, token: search.slice('?token='.length), read };
}
/** The lines as they are meant: folded ones together. */
const linesOf = ({ text }: { text: string }) => text.replaceAll('\r\n ', '').split('\r\n');

describe('A calendar', () => {
  it('shows open tasks with a due date, and sprints, as all-day events', async () => {
    const task = await newTask('Water the plants', 2, { description: 'All\nof them', labels: ['home, garden'] });
    await newTask('Long ago', -100);
    await newTask('Some day', 0, { due_date: null });
    await client.patch(`/v1/project/tasks/${await newTask('Finished', 1)}`, { status: 'done' });
    await client.delete(`/v1/project/tasks/${await newTask('Deleted', 1)}`);
    const sprints = `/v1/project/projects/${project}/sprints`;
    const sprint = await client.post(sprints, { name: 'Spring', start_date: day(1), end_date: day(14) });
    expect(sprint.status).toBe(201);
    const answer = await (await subscribe()).read();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const lines = linesOf(answer);
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
    expect(lines.filter((line) => /^(UID|SUMMARY|DTSTART|DTEND|DESCRIPTION|CATEGORIES)/.test(line))).toEqual([
      `UID:${task}`,
      `DTSTART;VALUE=DATE:${compact(2)}`,
      `DTEND;VALUE=DATE:${compact(3)}`,
      'SUMMARY:Water the plants',
      'DESCRIPTION:All\\nof them',
      'CATEGORIES:home\\, garden',
      `UID:${sprint.body.id}`,
      `DTSTART;VALUE=DATE:${compact(1)}`,
      `DTEND;VALUE=DATE:${compact(15)}`,
      'SUMMARY:Spring',
    ]);
  });

  it('escapes and folds what users have written, so that it brings no lines of its own', async () => {
    project = await newProject('Fruit; and, \\ more\nBEGIN:VEVENT');
    await newTask(`Pick;, \\ \nEND:VCALENDAR ${'ü'.repeat(120)}`, 0);
    const { text } = await (await subscribe()).read();
    const lines = linesOf({ text });
    expect(lines).toContain('X-WR-CALNAME:Fruit\\; and\\, \\\\ more BEGIN:VEVENT');
    expect(lines).toContain(`SUMMARY:Pick\\;\\, \\\\ \\nEND:VCALENDAR ${'ü'.repeat(120)}`);
    expect(lines.filter((line) => /^(BEGIN:VEVENT|END:VCALENDAR)$/.test(line))).toHaveLength(2);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('has a tag, by which it is sent only when it has changed', async () => {
    await newTask('Water', 1);
    const { read } = await subscribe();
    const etag = (await read()).headers.get('etag')!;
    const known = await read({ 'If-None-Match': etag });
    expect([known.status, known.text]).toEqual([304, '']);
    await newTask('Rake', 1);
    expect((await read({ 'If-None-Match': etag })).status).toBe(200);
  });
});

describe('A feed', () => {
  it('shows its token once, and keeps no more than its hash', async () => {
    const { id, token } = await subscribe();
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect((await client.get(`${FEEDS}/${id}`)).text).not.toContain(token);
    const { rows } = await suite.database.execute(
      'select row_to_json(f)::text as text from calendar_feeds f where id = $1',
      [id],
    );
    expect(rows[0]!.text).not.toContain(token);
    expect((await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).text).not.toContain(token);
  });

  it('is that of one user, whom alone it is shown to beside admins', async () => {
    const [ada, ben] = [await suite.signedIn('project:member'), await suite.signedIn('project:editor')];
    const { id } = await subscribe(ada.client);
    expect((await ada.client.get(FEEDS)).body.data).toMatchObject([{ id, user_id: ada.userId, project_id: project }]);
    expect((await ben.client.get(`${FEEDS}/${id}`)).status).toBe(404);
    expect((await ben.client.delete(`${FEEDS}/${id}`)).status).toBe(404);
    expect((await client.get(`${FEEDS}/${id}`)).status).toBe(200);
    expect((await ada.client.delete(`${FEEDS}/${id}`)).status).toBe(204);
  });

  it.each([
    ['the project', (id: string) => ({ resources: [{ type: 'project.project', id }], actions: ['project:read'] })],
    ['tasks', () => ({ resources: [{ type: 'project.task' }], actions: ['project:read'] })],
    ['sprints', () => ({ resources: [{ type: 'project.sprint' }], actions: ['project:read'] })],
    ['exports', () => ({ resources: [{ type: 'project.*' }], actions: ['project:export'] })],
  ])('shows nothing to a user to whom a policy denies %s', async (_, denied) => {
    const { client: member, userId } = await client.signedIn('project:admin');
    const { read } = await subscribe(member);
    expect((await read()).status).toBe(200);
    const principals = [{ type: 'user', id: userId }];
    const policy = { name: 'No feeds', effect: 'deny', principals, ...denied(project) };
    const { body } = await client.post('/v1/guard/policies', policy);
    await client.patch(`/v1/guard/policies/${body.id}`, { status: 'active' });
    await expect.poll(async () => (await read()).status).toBe(403);
  });

  it('opens nothing by a wrong token, or that of another project', async () => {
    const { url, token } = await subscribe();
    const path = new URL(url).pathname;
    const other = await newProject();
    for (const at of [
      path,
      `${path}?token=`,
      `${path}?token=${token}x`,
      `${path}?token=a&token=b`,
      `${path.replace(project, other)}?token=${token}`,
    ])
      expect((await client.get(at, { key: null })).status).toBe(404);
  });

  it('ends when it is deleted, or its project is', async () => {
    const [one, two] = [await subscribe(), await subscribe()];
    await client.delete(`${FEEDS}/${one.id}`);
    expect([(await one.read()).status, (await two.read()).status]).toEqual([404, 200]);
    await client.post(`/v1/project/projects/${project}/archive`);
    expect((await two.read()).status).toBe(200);
    await client.delete(`/v1/project/projects/${project}`);
    expect((await two.read()).status).toBe(404);
    expect((await client.get(`${FEEDS}/${two.id}`)).status).toBe(404);
  });

  it('opens nothing while its user is suspended or lacks access, and after they are deleted', async () => {
    const ada = await suite.signedIn('project:member');
    const { read } = await subscribe(ada.client);
    const at = `/v1/access/users/${ada.userId}`;
    const roles = async (names: string[]) => expect((await client.patch(at, { roles: names })).status).toBe(200);
    expect((await read()).status).toBe(200);
    await roles(['office:viewer']);
    expect((await read()).status).toBe(404);
    await roles(['project:viewer']);
    expect((await read()).status).toBe(200);
    await client.post(`${at}/deactivate`);
    expect((await read()).status).toBe(404);
    await client.post(`${at}/reactivate`);
    expect((await read()).status).toBe(200);
    await client.delete(at);
    expect((await read()).status).toBe(404);
  });
});
