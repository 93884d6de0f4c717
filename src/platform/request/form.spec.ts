import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp } from '../../../test/support/test-app.js';

const FORM = 'application/x-www-form-urlencoded';

afterEach(() => {
  vi.useRealTimers();
});

describe('Nobody waits for slow clients', () => {
  /** Sends the head of a request and the first byte of its body, and no more. */
  async function begin(base: string, path: string, type: string) {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    const client = { path, type, answer: '', ended: false };
    socket.on('data', (text) => (client.answer += text));
    socket.on('error', () => undefined);
    socket.on('close', () => (client.ended = true));
    await once(socket, 'connect');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: suite\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\na`);
    return client;
  }

  it('who prove nothing: they get an answer, and their connection ends', async () => {
    const suite = await startTestApp({ ROLE: 'api' });
    try {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const clients: Awaited<ReturnType<typeof begin>>[] = [];
      for (const path of ['/sign-in', '/oauth/token', '/oauth/revoke'])
        for (const type of [FORM, 'text/plain']) clients.push(await begin(suite.base, path, type));
      await eventually(() => {
        vi.advanceTimersByTime(1_000);
        expect(clients.filter(({ ended }) => !ended)).toEqual([]);
      });
      for (const { answer, type } of clients) {
        expect(answer).toMatch(/^HTTP\/1.1 400 /);
        if (type === FORM) expect(answer).toContain('The body took too long to arrive.');
      }
    } finally {
      vi.useRealTimers();
      await suite.close();
    }
  });
});
