import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { bodyMemory, collect } from './body-memory.js';

const MEBIBYTE = 2 ** 20;

let suite: TestApp;
const { limit } = bodyMemory;
beforeAll(async () => {
  suite = await startTestApp();
  // For two bodies of 4 MiB, not three.
  bodyMemory.limit = 30 * MEBIBYTE;
});
afterAll(() => {
  bodyMemory.limit = limit;
  return suite.close();
});

const BODY = JSON.stringify({ title: 'Large', content: 'x'.repeat(4 * MEBIBYTE) });

/** A request whose body has not been sent yet. */
function begin(length: number | null = BODY.length) {
  const call = request(`${suite.base}/v1/office/documents`, {
    method: 'POST',
    headers: {
      'X-API-Key': suite.client.key!,
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
  return { call, answered, asked: once(call, 'continue') };
}

describe('Bodies for which there is no room', () => {
  it('are refused before they are sent, until others have been answered', async () => {
    const [one, two] = [begin(), begin()];
    await Promise.all([one.asked, two.asked]);
    const refused = await begin().answered;
    expect([refused.status, refused.headers['retry-after'], refused.body.error.code]).toEqual([
      503,
      '2',
      'UNAVAILABLE',
    ]);
    // Small ones find room at any time.
    expect((await suite.client.post('/v1/office/documents', { title: 'Small' })).status).toBe(201);
    one.call.end(BODY);
    expect((await one.answered).status).toBe(201);
    const next = begin();
    await next.asked;
    next.call.end(BODY);
    two.call.end(BODY);
    expect([(await next.answered).status, (await two.answered).status]).toEqual([201, 201]);
  });

  it('are refused when they turn out to be that large', async () => {
    const [one, two] = [begin(), begin()];
    await Promise.all([one.asked, two.asked]);
    const growing = begin(null);
    await growing.asked;
    growing.call.end(BODY);
    expect((await growing.answered).status).toBe(503);
    one.call.destroy();
    two.call.destroy();
    await expect.poll(async () => (await suite.client.post('/v1/office/documents', JSON.parse(BODY))).status).toBe(201);
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
