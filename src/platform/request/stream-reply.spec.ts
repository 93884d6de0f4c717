import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { StreamReply } from './stream-reply.js';

let answer: (response: ServerResponse) => Promise<void>;
const server = createServer((_request, response) => void answer(response));
const ended = vi.fn();
const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => vi.clearAllMocks());
afterAll(async () => {
  vi.restoreAllMocks();
  await new Promise((done) => server.close(done));
});

/** More than any client takes; it says when it is ended. */
async function* lines() {
  try {
    for (;;) yield 'We met.\n'.repeat(1_000);
  } finally {
    ended();
  }
}
const ask = () => get({ port: (server.address() as AddressInfo).port, agent: false }).on('error', () => undefined);
const streamed = async (response: ServerResponse) =>
  (await StreamReply.of({ 'Content-Type': 'text/csv' }, lines())).send(response);

it('ends its source when the client goes', async () => {
  answer = streamed;
  const [response] = await once(ask(), 'response');
  await once(response, 'data');
  response.destroy();
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  expect(logged).not.toHaveBeenCalled();
});

it('ends its source when the client has gone before it begins', async () => {
  const sent = Promise.withResolvers<void>();
  answer = async (response) => {
    client.destroy();
    await once(response, 'close');
    sent.resolve(streamed(response));
  };
  const client = ask();
  await sent.promise;
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  expect(logged).not.toHaveBeenCalled();
});

it('cuts the connection, and says why, when its source fails', async () => {
  async function* failing() {
    yield 'We met.\n';
    throw new Error('The table is gone.');
  }
  answer = async (response) => (await StreamReply.of({}, failing())).send(response);
  const [response] = await once(ask(), 'response');
  response.resume();
  await expect(once(response, 'end')).rejects.toThrow('aborted');
  await expect.poll(() => logged.mock.calls.length).toBe(1);
});
