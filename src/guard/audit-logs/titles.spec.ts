import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenersDone } from '../../../test/support/listeners.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const LOGS = '/v1/guard/audit-logs';
const DOCUMENTS = '/v1/office/documents';
const CONTACTS = '/v1/sales/contacts';
const WORKSPACE = { permissions: { visibility: 'workspace' } };

let suite: TestApp;
/** A fresh workspace for each test. Its key may do everything. */
let owner: Client;
beforeAll(async () => {
  suite = await startTestApp({ RATE_LIMIT: '10000' });
});
beforeEach(async () => {
  ({ client: owner } = await suite.workspace());
});
afterAll(() => suite.close());

async function made(path: string, body: object, by = owner): Promise<string> {
  const answer = await by.post(path, body);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body.id;
}

const page = async (by: Client, query = '') => {
  const answer = await by.get(`${LOGS}?limit=100&include=resource${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};

/** The title of a record beside a page of the trail. */
const titleOf = async (by: Client, id: string) => (await page(by)).included[id]?.title;

describe('include=resource', () => {
  it('adds the title of each record that entries are about', async () => {
    const plan = await made(DOCUMENTS, { title: 'Plan' });
    await owner.patch(`${DOCUMENTS}/${plan}`, { title: 'Plan B', content: 'long' });
    const ada = await made(CONTACTS, { display_name: 'Ada' });
    const grace = await made(CONTACTS, { email: 'grace@example.com' });
    const stages = [{ name: 'New', probability: 10 }];
    const pipeline = await made('/v1/sales/pipelines', { name: 'Direct', stages });
    const job = await made('/v1/careers/jobs', { title: 'Engineer' });
    const key = await made('/v1/access/api-keys', { name: 'Importer', scopes: ['sales:read'] });
    const { data, included } = await page(owner);
    expect(included).toMatchObject({
      [plan]: { id: plan, title: 'Plan B' },
      [ada]: { id: ada, title: 'Ada' },
      [grace]: { id: grace, title: 'grace@example.com' },
      [pipeline]: { id: pipeline, title: 'Direct' },
      [job]: { id: job, title: 'Engineer' },
      [key]: { id: key, title: 'Importer' },
    });
    const stage = data.find(({ action }: any) => action === 'sales.stage.created').resource.id;
    expect(included[stage]).toEqual({ id: stage, title: 'New' });
  });

  it('is added only where it is asked for, and leaves entries as they are', async () => {
    await made(DOCUMENTS, { title: 'Plan' });
    const plain = (await owner.get(`${LOGS}?limit=1`)).body;
    expect(plain).not.toHaveProperty('included');
    expect((await page(owner)).data[0].resource).toEqual(plain.data[0].resource);
    expect((await owner.get(`${LOGS}?fields=action&include=resource&limit=1`)).body).toMatchObject({
      data: [{ action: 'office.document.created' }],
      included: { [plain.data[0].resource.id]: { title: 'Plan' } },
    });
  });

  it('names no record without the scope of its app, but people, whose names everybody knows', async () => {
    const id = await made(CONTACTS, { display_name: 'Ada' });
    const { client: viewer, userId } = await owner.signedIn('guard:viewer');
    const { client: seller } = await owner.signedIn('guard:viewer', 'sales:viewer');
    expect([await titleOf(viewer, id), await titleOf(seller, id)]).toEqual([undefined, 'Ada']);
    expect(await titleOf(viewer, userId)).toBe('Ada');
    await suite.database.execute(`update users set display_name = '' where id = $1`, [userId]);
    // Their address is for those who may read accounts.
    expect(await titleOf(viewer, userId)).toBe(undefined);
    expect(await titleOf(owner, userId)).toContain('@');
    await suite.database.execute(`update users set display_name = 'Ada' where id = $1`, [userId]);
    await enforcePolicy(owner, { resources: [{ type: 'access.user' }], actions: ['access:read'] });
    expect(await titleOf(viewer, userId)).toBe(undefined);
  });

  it('names a private document to its owner and to admins of office', async () => {
    const { client: member } = await owner.signedIn('guard:viewer', 'office:member');
    const { client: admin } = await owner.signedIn('guard:viewer', 'office:admin');
    const id = await made(DOCUMENTS, { title: 'Layoffs', permissions: { visibility: 'private' } });
    const own = await made(DOCUMENTS, { title: 'Mine' }, member);
    expect([await titleOf(member, id), await titleOf(member, own)]).toEqual([undefined, 'Mine']);
    expect(await titleOf(admin, id)).toBe('Layoffs');
    expect((await member.get(`${LOGS}?limit=100&include=resource`)).text).not.toContain('Layoffs');
  });

  it.each([
    ['type', () => ({})],
    ['id', (id: string) => ({ id })],
    ['tag', () => ({ tag: 'secret' })],
  ])('names no record whose %s a policy denies', async (_, named) => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'sales:viewer');
    const id = await made(CONTACTS, { display_name: 'Ada', tags: ['secret'] });
    const other = await made(CONTACTS, { display_name: 'Bob' });
    await enforcePolicy(owner, { resources: [{ type: 'sales.contact', ...named(id) }], actions: ['sales:read'] });
    expect(await titleOf(viewer, id)).toBe(undefined);
    expect(await titleOf(viewer, other)).toBe(Object.keys(named(id)).length ? 'Bob' : undefined);
  });

  it('names no part of a record that the caller may not read', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'project:viewer');
    const project = await made('/v1/project/projects', { name: 'Apollo', key: 'APO' });
    const task = await made(`/v1/project/projects/${project}/tasks`, { title: 'Launch' });
    expect(await titleOf(viewer, task)).toBe('Launch');
    await enforcePolicy(owner, { resources: [{ type: 'project.project', id: project }], actions: ['project:read'] });
    expect(await titleOf(viewer, task)).toBe(undefined);
  });

  it('names no record of another workspace, which somebody tried to reach', async () => {
    const { client: stranger } = await suite.workspace();
    const id = await made(DOCUMENTS, { title: 'Theirs', ...WORKSPACE }, stranger);
    const { client: viewer } = await owner.signedIn('office:viewer');
    expect((await viewer.patch(`${DOCUMENTS}/${id}`, { title: 'Mine' })).status).toBeGreaterThan(400);
    const { data, included } = await page(owner, '&resource_type=office.document');
    expect(data.map(({ resource }: any) => resource.id)).toContain(id);
    expect(included).toEqual({});
  });

  it('names what is in the trash, and no more what is gone for good', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer');
    const id = await made(DOCUMENTS, { title: 'Plan' });
    await owner.delete(`${DOCUMENTS}/${id}`);
    expect(await titleOf(owner, id)).toBe('Plan');
    await owner.delete(`${DOCUMENTS}/${id}?hard=true`);
    // Its last title stands in the entry, for those who may see values.
    const [last] = (await page(owner, `&resource_id=${id}`)).data;
    expect([await titleOf(owner, id), last.changes]).toEqual([undefined, { title: { from: 'Plan', to: null } }]);
    expect((await viewer.get(`${LOGS}?limit=100&include=resource`)).text).not.toContain('Plan');
  });

  it('adds nothing to what the role guard:read_all gives, which is about the values of entries', async () => {
    const id = await made(CONTACTS, { display_name: 'Ada' });
    const { client: auditor } = await owner.signedIn('guard:read_all');
    expect(await titleOf(auditor, id)).toBe(undefined);
  });

  it('takes one statement for each type of a page', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'office:viewer', 'sales:viewer', 'project:viewer');
    const project = await made('/v1/project/projects', { name: 'Apollo', key: 'APO' });
    for (let n = 0; n < 20; n++) {
      await made(DOCUMENTS, { title: `Plan ${n}`, ...WORKSPACE });
      await made(CONTACTS, { display_name: `Ada ${n}` });
      await made(`/v1/project/projects/${project}/tasks`, { title: `Launch ${n}` });
    }
    await listenersDone(suite);
    const run = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => run.mockRestore());
    const readBy = async (query: string) => {
      run.mockClear();
      const answer = await viewer.get(`${LOGS}?${query}`);
      expect(answer.status).toBe(200);
      const texts = run.mock.calls.map(([given]) => String((given as { text?: string }).text ?? given));
      return texts.flatMap((text) => / as title from (\w+)/.exec(text)?.[1] ?? []).toSorted();
    };
    expect(await readBy('limit=60')).toEqual([]);
    for (const limit of [20, 60])
      expect(await readBy(`limit=${limit}&include=resource`)).toEqual(['documents', 'sales_contacts', 'tasks']);
  });
});
