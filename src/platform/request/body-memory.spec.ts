import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { collect } from '../config/collect.js';
import { bodyMemory } from './body-memory.js';
import { bodyPace } from './body-pace.js';

const MEBIBYTE = 2 ** 20;
const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
let other: TestApp['client'];
let third: TestApp['client'];
const { limit } = bodyMemory;
beforeAll(async () => {
  suite = await startTestApp();
  other = (await suite.workspace()).client;
  third = (await suite.workspace()).client;
  // Room for four bodies of 4 MiB, two of one workspace.
  bodyMemory.limit = 60 * MEBIBYTE;
});
afterAll(() => {
  bodyMemory.limit = limit;
  return suite.close();
});

beforeEach(() => expect.poll(() => bodyMemory.held).toBe(0));

const BODY = JSON.stringify({ title: 'Large', content: 'x'.repeat(4 * MEBIBYTE) });

interface Begun {
  call: ClientRequest;
  answered: Promise<{ status: number; headers: Record<string, string>; body: any }>;
  asked: Promise<unknown>;
}

interface Options {
  key?: string | null;
  path?: string;
  /** Null sends the body in chunks of unknown number. */
  length?: number | null;
}

/** A request whose body has not been sent yet. */
function begin({ key = suite.client.key, path = DOCUMENTS, length = BODY.length }: Options = {}): Begun {
  const call = request(suite.base + path, {
    method: 'POST',
    headers: {
      ...(key !== null && { 'X-API-Key': key }),
      'Content-Type': 'application/json',
      ...(length !== null && { 'Content-Length': length }),
      Expect: '100-continue',
    },
  });
  call.on('error', () => undefined);
  call.flushHeaders();
  const answered = once(call, 'response').then(async ([answer]) => ({
    status: answer.statusCode,
    headers: answer.headers,
    body: (await json(answer)) as any,
  }));
  answered.catch(() => undefined);
  const asked = once(call, 'continue');
  asked.catch(() => undefined);
  return { call, answered, asked };
}

/** The same with all of its body but the last byte, once the server holds it. */
async function almost(options?: Options): Promise<Begun & { finish: () => void }> {
  const before = bodyMemory.held;
  const begun = begin(options);
  await begun.asked;
  begun.call.write(BODY.slice(0, -1));
  await expect.poll(() => bodyMemory.held - before).toBe(3 * (BODY.length - 1));
  return { ...begun, finish: () => void begun.call.end(BODY.at(-1)) };
}

const statusOf = async ({ answered }: Begun) => (await answered).status;

describe('a body for which there is no room', () => {
  it('is refused before it is sent, until others have been answered', async () => {
    const held: Awaited<ReturnType<typeof almost>>[] = [];
    for (const { key } of [suite.client, suite.client, other, other]) held.push(await almost({ key }));
    const refused = await begin({ key: third.key }).answered;
    expect([refused.status, refused.headers['retry-after'], refused.body.error.code]).toEqual([
      503,
      '2',
      'UNAVAILABLE',
    ]);
    // Small ones find room at any time.
    expect((await third.post(DOCUMENTS, { title: 'Small' })).status).toBe(201);
    held[0]!.finish();
    expect(await statusOf(held[0]!)).toBe(201);
    await expect.poll(() => bodyMemory.held).toBeLessThan(48 * MEBIBYTE);
    const next = await almost({ key: third.key });
    for (const { finish } of [...held.slice(1), next]) finish();
    expect(await Promise.all([...held, next].map(statusOf))).toEqual([201, 201, 201, 201, 201]);
  });

  it('is refused when it turns out to be that large', async () => {
    const held = [await almost(), await almost()];
    const growing = begin({ length: null });
    await growing.asked;
    growing.call.end(BODY);
    expect(await statusOf(growing)).toBe(503);
    for (const { call } of held) call.destroy();
    await expect.poll(async () => (await suite.client.post(DOCUMENTS, JSON.parse(BODY))).status).toBe(201);
  });
});

describe('bodies of others (D-SEC-1)', () => {
  it('take no room while they are only announced', async () => {
    const idle = Array.from({ length: 9 }, () => begin());
    await Promise.all(idle.map(({ asked }) => asked));
    expect((await other.post(DOCUMENTS, JSON.parse(BODY))).status).toBe(201);
    expect((await suite.client.post(DOCUMENTS, JSON.parse(BODY))).status).toBe(201);
    for (const { call } of idle) call.destroy();
  });

  it('take half of the room at most in one workspace, whatever its keys', async () => {
    const { body: key } = await suite.client.post('/v1/access/api-keys', { name: 'A', scopes: ['office:write'] });
    const held = [await almost(), await almost({ key: key.key })];
    const refused = await begin().answered;
    expect([refused.status, refused.body.error.message]).toEqual([
      503,
      'You are sending too many large bodies at once. Try again in a moment.',
    ]);
    expect((await other.post(DOCUMENTS, JSON.parse(BODY))).status).toBe(201);
    for (const { call } of held) call.destroy();
  });

  it('take an eighth of the room at most from a network address without a credential', async () => {
    bodyMemory.limit = 16 * MEBIBYTE;
    onTestFinished(() => void (bodyMemory.limit = 60 * MEBIBYTE));
    const job = await suite.client.post('/v1/careers/jobs', { title: 'Gardener' });
    await suite.client.post(`/v1/careers/jobs/${job.body.id}/publish`);
    const path = `/v1/careers/jobs/${job.body.id}/applications`;
    const text = JSON.stringify({ website: 'x'.repeat(MEBIBYTE - 100) });
    const refused = begin({ key: null, path, length: text.length });
    expect(await statusOf(refused)).toBe(503);
    const accepted = begin({ key: null, path, length: MEBIBYTE / 2 });
    await accepted.asked;
    accepted.call.destroy();
  });
});

describe('a body that is refused while it arrives', () => {
  it('gives its room back once it is answered, all of it having come', async () => {
    const growing = begin({ length: null });
    await growing.asked;
    growing.call.write('x'.repeat(10 * MEBIBYTE));
    await expect.poll(() => bodyMemory.held).toBe(30 * MEBIBYTE);
    // The last bytes and the end of the body arrive at once: the request is complete, and paused with its last bytes unread.
    growing.call.end('x');
    const { status, headers } = await growing.answered;
    expect([status, headers.connection]).toEqual([413, 'close']);
    await expect.poll(() => bodyMemory.held).toBe(0);
  });

  it('gives its room back when the rest of it never comes', async () => {
    const growing = begin({ length: null });
    await growing.asked;
    growing.call.write('x'.repeat(11 * MEBIBYTE));
    expect((await growing.answered).status).toBe(413);
    growing.call.destroy();
    await expect.poll(() => bodyMemory.held).toBe(0);
  });
});

describe('a body that arrives too slowly (D-SEC-1)', () => {
  it('is cut with 408, and its room is free again', async () => {
    const { windowMs } = bodyPace;
    bodyPace.windowMs = 200;
    onTestFinished(() => void (bodyPace.windowMs = windowMs));
    const slow = begin();
    await slow.asked;
    slow.call.write(BODY.slice(0, -1));
    const { status, headers, body } = await slow.answered;
    expect([status, headers.connection, body.error.code]).toEqual([408, 'close', 'REQUEST_TIMEOUT']);
    await expect.poll(() => bodyMemory.held).toBe(0);
  });
});

it('A connection at rest holds nothing of its last request', async () => {
  const agent = new Agent({ keepAlive: true });
  const seen: WeakRef<IncomingMessage>[] = [];
  const server = suite.app.getHttpServer();
  const see = (incoming: IncomingMessage) => seen.push(new WeakRef(incoming));
  server.on('request', see);
  try {
    const body = JSON.stringify({ title: 'Large', content: 'x'.repeat(MEBIBYTE) });
    const headers = { 'X-API-Key': suite.client.key!, 'Content-Type': 'application/json' };
    const send = async () => {
      const call = request(`${suite.base}/v1/office/documents`, { method: 'POST', agent, headers }).end(body);
      const [answer] = await once(call, 'response');
      await json(answer);
      return answer.statusCode;
    };
    expect(await Promise.all([send(), send(), send()])).toEqual([201, 201, 201]);
    await expect
      .poll(() => {
        collect();
        return seen.map((ref) => ref.deref()).filter(Boolean).length;
      })
      .toBe(0);
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(3);
  } finally {
    server.off('request', see);
    agent.destroy();
  }
});
