import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as ask, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isPending, Suite, SuiteError, uploadFile, verifyWebhook } from '#client';
import { TestReceiver } from './support/receiver.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/** A fault on the connection between client and server. `request` counts the requests of the test. */
type Fault = (response: ServerResponse, request: number) => boolean;

let app: TestApp;
let line: Server;
let fault: Fault = () => false;
const asked: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  line = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { method, url, headers } = request;
    const number = asked.length;
    const inner = ask(app.base + url, { method, headers }, (answer) => {
      if (fault(response, number)) return void answer.resume();
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(inner);
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
});
afterAll(async () => {
  line.close();
  await app.close();
});

/** A client whose requests go over the line. */
function client(happens: Fault = () => false, key = app.client.key!): Suite {
  asked.length = 0;
  fault = happens;
  const baseUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  return new Suite({ baseUrl, apiKey: key, retries: { firstWaitMs: 1 } });
}

const isLost: Fault = (response, number) => {
  if (number > 1) return false;
  response.destroy();
  return true;
};

it('does what its README shows', async () => {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(await readFile('client/README.md', 'utf8'))!;
  const directory = await mkdtemp(join('client', '.readme-'));
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await writeFile(join(directory, 'readme.ts'), code!.replace('workspace-suite-client', '#client'));
    vi.stubEnv('SUITE', app.base);
    vi.stubEnv('KEY', app.client.key!);
    await import(resolve(directory, 'readme.ts'));
    expect(said.mock.calls).toEqual([['Plan'], ['VALIDATION_ERROR', 'title']]);
  } finally {
    said.mockRestore();
    vi.unstubAllEnvs();
    await rm(directory, { recursive: true });
  }
});

it('answers records, and pages as they are taken', async () => {
  const suite = client();
  for (const title of ['One', 'Two', 'Three']) await suite.post('/v1/office/documents', { body: { title } });
  const titles: string[] = [];
  const query = { sort: 'title:asc', limit: 2 };
  for await (const { title } of suite.each('/v1/office/documents', { params: { query } })) titles.push(title);
  expect(titles).toEqual(['One', 'Plan', 'Three', 'Two']);
  for await (const _ of suite.each('/v1/office/documents', { params: { query } })) break;
  expect(asked.filter((each) => each.startsWith('GET'))).toHaveLength(3);
});

it('throws what the server says', async () => {
  const refused = client().post('/v1/office/documents', { body: { title: '' } });
  await expect(refused).rejects.toBeInstanceOf(SuiteError);
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'title must not be empty.',
    requestId: expect.stringMatching(/^req_/),
    details: [{ field: 'title', code: 'required', message: 'title must not be empty.' }],
  });
  await expect(client(undefined, 'wrong').get('/v1/access/me')).rejects.toMatchObject({
    status: 401,
    code: 'UNAUTHORIZED',
  });
  expect(asked).toHaveLength(1);
});

it.each<[string, Fault]>([
  ['an answer that is lost', isLost],
  ['a 503 of something on the way', (response, number) => number < 3 && !!response.writeHead(503).end()],
  ['a 429', (response, number) => number === 1 && !!response.writeHead(429, { 'Retry-After': '0' }).end()],
])('after %s a record is made once', async (_, happens) => {
  const suite = client(happens);
  const title = crypto.randomUUID();
  const made = await suite.post('/v1/office/documents', { body: { title } });
  expect(asked.length).toBeGreaterThan(1);
  const { data } = await suite.get('/v1/office/documents', { params: { query: { limit: 100 } } });
  expect(data.filter((each) => each.title === title)).toMatchObject([{ id: made.id }]);
});

it('does not wait longer than it may, nor after it is told to stop', async () => {
  const later: Fault = (response) => !!response.writeHead(503, { 'Retry-After': '3600' }).end();
  await expect(client(later).get('/v1/access/me')).rejects.toMatchObject({ status: 503, retryAfter: 3600 });
  expect(asked).toHaveLength(1);
  const stop = new AbortController();
  const soon: Fault = (response) => {
    stop.abort();
    return !!response.writeHead(503, { 'Retry-After': '20' }).end();
  };
  await expect(client(soon).get('/v1/access/me', { signal: stop.signal })).rejects.toThrow(/abort/i);
});

it('uploads small files whole and large ones in parts, over a line that breaks', async () => {
  const small = await uploadFile(client(), new Blob(['hello']), { name: 'small.txt', tags: ['a'] });
  expect(small).toMatchObject({ name: 'small.txt', size_bytes: 5, tags: ['a'] });
  const bytes = new Uint8Array(17 * 1024 * 1024).map((_, index) => index >> 12);
  const seen: number[] = [];
  const breaking: Fault = (response, number) => number === 2 && !!response.destroy();
  const large = await uploadFile(client(breaking), new Blob([bytes]), { name: 'l', onProgress: (n) => seen.push(n) });
  expect(large.size_bytes).toBe(bytes.length);
  expect(seen).toEqual([16 * 1024 * 1024, bytes.length]);
  const { url } = await client().get('/v1/office/files/{id}/download', { params: { path: { id: large.id } } });
  const { pathname, search } = new URL(url);
  const kept = await fetch(app.base + pathname + search);
  expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true);
});

it('resumes an upload in parts, without what has arrived', async () => {
  const bytes = new Uint8Array(11 * 1024 * 1024).map((_, index) => index >> 12);
  const stop = new AbortController();
  let session = '';
  const options = { name: 'r', partBytes: 5 * 1024 * 1024, onSession: (id: string) => void (session = id) };
  const first = uploadFile(client(), new Blob([bytes]), {
    ...options,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(first).rejects.toThrow(/abort/i);
  const seen: number[] = [];
  const resumed = { ...options, session, onProgress: (n: number) => seen.push(n) };
  const file = await uploadFile(client(), new Blob([bytes]), resumed);
  expect(file.size_bytes).toBe(bytes.length);
  expect(seen).toEqual([5, 10, 11].map((mebibytes) => mebibytes * 1024 * 1024));
  expect(await uploadFile(client(), new Blob([bytes]), { ...options, session })).toMatchObject({ id: file.id });
  // A session that is none, or one of another file, is no reason to fail.
  const other = await uploadFile(client(), new Blob([bytes.slice(1)]), { ...options, session });
  expect(other.id).not.toBe(file.id);
});

it('follows events over a line that breaks, each once and in order', async () => {
  const { client: other } = await app.workspace();
  // The first connection is refused, the second one is cut after its first event, the third one lasts.
  const breaking: Fault = (response, number) => {
    if (number === 1) return !!response.writeHead(503).end();
    if (number === 2) cut = () => response.destroy();
    return false;
  };
  let cut = () => {};
  const stop = new AbortController();
  const titles: string[] = [];
  const suite = client(breaking, other.key!);
  const follow = suite.events({ types: ['office.document.created'], after: 0, firstWaitMs: 1, signal: stop.signal });
  const write = (title: string) => other.post('/v1/office/documents', { title });
  await write('1');
  await expect.poll(async () => (await other.get('/v1/events')).body.data).toHaveLength(1);
  for await (const { payload } of follow) {
    titles.push(payload.title as string);
    if (titles.length === 1) {
      cut();
      await write('2');
      await write('3');
    }
    if (titles.length === 3) stop.abort();
  }
  expect(titles).toEqual(['1', '2', '3']);
  expect(asked.length).toBeGreaterThanOrEqual(3);
});

it('ends following where the server refuses it for good', async () => {
  const { client: other } = await app.workspace();
  const gone = client(undefined, other.key!).events({ after: 7 });
  await expect(gone.next()).rejects.toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  await expect(client(undefined, 'wrong').events().next()).rejects.toMatchObject({ status: 401 });
});

it('verifies what webhooks are told', async () => {
  const receiver = await TestReceiver.start();
  const body = { url: receiver.url, events: ['office.document.created'] };
  const { secret } = await client().post('/v1/webhooks', { body });
  await client().post('/v1/office/documents', { body: { title: 'Told' } });
  const [{ headers, text }] = (await receiver.received(1)) as [(typeof receiver.requests)[number]];
  const delivery = { body: text, headers, secret: secret! };
  expect(await verifyWebhook(delivery)).toMatchObject({ type: 'office.document.created', payload: { title: 'Told' } });
  expect(await verifyWebhook({ ...delivery, secret: ['another', secret!] })).toMatchObject({ payload: {} });
  for (const wrong of [
    { body: text.replace('Told', 'Lied') },
    { secret: 'another' },
    { headers: {} },
    { headers: { ...headers, 'webhook-timestamp': String(Math.round(Date.now() / 1000) - 301) } },
    { toleranceSeconds: -1 },
  ])
    await expect(verifyWebhook({ ...delivery, ...wrong })).rejects.toThrow(
      expect.objectContaining({ name: 'WebhookVerificationError' }),
    );
});

it('asks by conditions, whose fields and values it knows', async () => {
  const suite = client();
  for (const title of ['Plan', 'Price, and terms']) await suite.post('/v1/office/documents', { body: { title } });
  const title = { in: ['Price, and terms'] };
  const { data } = await suite.get('/v1/office/documents', {
    params: { query: { where: { status: 'draft', title } } },
  });
  expect(data.map(({ title }) => title)).toEqual(['Price, and terms']);
  // @ts-expect-error It is no status of a document.
  await expect(suite.get('/v1/office/documents', { params: { query: { where: { status: 'open' } } } })).rejects.toThrow(
    'where.status must be one of',
  );
});

it('has the fields that are asked for, and no others', async () => {
  const suite = client();
  const { id } = await suite.post('/v1/office/documents', { body: { title: 'Fields' } });
  const one = await suite.get('/v1/office/documents/{id}', {
    params: { path: { id }, query: { fields: ['title'], include: ['owner'] } },
  });
  expect(one).toEqual({ title: 'Fields', included: expect.anything() });
  // @ts-expect-error It was not asked for.
  expect(one.content).toBeUndefined();
  for await (const { title } of suite.each('/v1/office/documents', { params: { query: { fields: ['title'] } } }))
    expect(title).toEqual(expect.any(String));
});

it('knows the records that include adds, by what was asked', async () => {
  const suite = client();
  await suite.post('/v1/sales/pipelines', { body: { name: 'Direct', stages: [{ name: 'Lead' }] } });
  const contact = await suite.post('/v1/sales/contacts', { body: { display_name: 'Ada' } });
  const deal = await suite.post('/v1/sales/deals', { body: { title: 'Seats', contact_ids: [contact.id] } });
  const one = await suite.get('/v1/sales/deals/{id}', {
    params: { path: { id: deal.id }, query: { include: ['contacts'] } },
  });
  expect(one.title).toBe('Seats');
  expect(one.included[contact.id]?.display_name).toBe('Ada');
  // @ts-expect-error Stages were not asked for.
  expect(one.included[deal.stage_id]?.probability).toBeUndefined();
  const page = await suite.get('/v1/sales/deals', { params: { query: { fields: ['title'], include: ['stage'] } } });
  const stage = page.included[deal.stage_id];
  const probability: number | undefined = stage?.probability;
  expect([page.data[0]?.title, stage?.name, probability]).toEqual(['Seats', 'Lead', expect.any(Number)]);
  // @ts-expect-error Contacts were not asked for.
  expect(stage?.display_name).toBeUndefined();
  const both = await suite.get('/v1/sales/deals', { params: { query: { include: ['stage', 'contacts'] } } });
  const names = Object.values(both.included).map((each) => ('display_name' in each ? each.display_name : each.id));
  expect(names.toSorted()).toEqual(['Ada', deal.stage_id]);
  const none = await suite.get('/v1/sales/deals');
  // @ts-expect-error Nothing was asked for.
  expect(none.included).toBeUndefined();
});

it('says what a request would do, and does not do it', async () => {
  const suite = client();
  const { id } = await suite.post('/v1/office/documents', { body: { title: 'Kept' } });
  const tried = await suite.dryRun('patch', '/v1/office/documents/{id}', {
    params: { path: { id } },
    body: { title: 'Other' },
  });
  expect(tried).toMatchObject({
    status: 200,
    result: { title: 'Other' },
    changes: [{ id, changes: { title: { from: 'Kept', to: 'Other' } } }],
    events: ['office.document.updated'],
  });
  const title: string = tried.result.title;
  expect((await suite.get('/v1/office/documents/{id}', { params: { path: { id } } })).title).not.toBe(title);
});

it('answers what waits for an approval as a value of its own, and what was done as before', async () => {
  const { userId } = await app.signedIn('office:admin');
  const policy = await app.client.post('/v1/guard/policies', {
    name: 'Plans',
    effect: 'review',
    principals: [{ type: 'any' }],
    resources: [{ type: 'office.document', tag: 'plan' }],
    actions: ['office:write'],
    approvers: [{ type: 'user', id: userId }],
    status: 'active',
  });
  expect(policy.status, policy.text).toBe(201);
  const suite = client();
  const change = async (tags: string[]) => {
    const { id } = await suite.post('/v1/office/documents', { body: { title: 'Kept' } });
    await suite.patch('/v1/office/documents/{id}', { params: { path: { id } }, body: { tags } });
    return suite.patch('/v1/office/documents/{id}', { params: { path: { id } }, body: { title: 'Other' } });
  };
  const waits = await change(['plan']);
  expect(isPending(waits)).toBe(true);
  expect(waits).toEqual({ reviewId: expect.stringMatching(/^rev_/), expiresAt: expect.stringMatching(/Z$/) });
  const done = await change([]);
  expect([isPending(done), done]).toMatchObject([false, { title: 'Other' }]);
  await app.client.patch(`/v1/guard/policies/${policy.body.id}`, { status: 'inactive' });
});

it('sends several requests in one, and knows what later ones take from earlier ones', async () => {
  const suite = client();
  const [project, task, read] = await suite.batch((batch) => {
    const project = batch.post('/v1/project/projects', { body: { name: 'Roof', key: 'ROOF' } });
    const task = batch.post('/v1/project/projects/{project_id}/tasks', {
      params: { path: { project_id: project.id } },
      body: { title: 'Call' },
    });
    const read = batch.get('/v1/project/projects', { params: { query: { fields: ['name'], limit: 1 } } });
    return [project, task, read];
  });
  expect(task).toMatchObject({ project_id: project.id, title: 'Call' });
  expect(read.data).toEqual([{ name: 'Roof' }]);
  // @ts-expect-error It was not asked for.
  expect(read.data[0].key).toBeUndefined();
  expect(asked).toEqual(['POST /v1/batch']);
});

it('says which operation of a batch was refused', async () => {
  const refused = client().batch((batch) => [
    batch.post('/v1/office/documents', { body: { title: 'Undone' } }),
    batch.post('/v1/office/documents', { body: { title: '' } }),
  ]);
  await expect(refused).rejects.toMatchObject({ status: 400, failedOperation: 1, details: [{ field: 'title' }] });
});

it('has a result for each request of a batch that does each by itself', async () => {
  const [good, bad] = await client().batchEach((batch) => [
    batch.post('/v1/office/documents', { body: { title: 'Apart' } }),
    batch.post('/v1/office/documents', { body: { title: '' } }),
  ]);
  expect(good).toMatchObject({ status: 201, body: { title: 'Apart' }, error: null });
  expect(bad.error).toBeInstanceOf(SuiteError);
  expect(bad).toMatchObject({ status: 400, body: null, error: { code: 'VALIDATION_ERROR' } });
});
