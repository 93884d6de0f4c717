import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp } from '../../../test/support/test-app.js';
import { bodyPace } from './body-pace.js';
import { readForm } from './form.js';

const FORM = 'application/x-www-form-urlencoded';

/** A request as a server receives it. */
function request(body: string | Buffer, type = FORM): IncomingMessage {
  const headers = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
  return Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('readForm', () => {
  it('reads fields as browsers send them', async () => {
    const form = await readForm(request('name=Ada+Lovelace&note=a%26b%3D%C3%A9&empty=&name=second'));
    expect([form.get('name'), form.get('note'), form.get('empty'), form.get('absent')]).toEqual([
      'Ada Lovelace',
      'a&b=é',
      '',
      null,
    ]);
  });

  it('takes a charset in the type, and no body at all', async () => {
    expect((await readForm(request('a=1', `${FORM}; charset=utf-8`))).get('a')).toBe('1');
    expect([...(await readForm(request('')))]).toEqual([]);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', `${FORM}x`, ''])(
    'refuses the type %j',
    async (type) => {
      await expect(readForm(request('a=1', type))).rejects.toMatchObject({ status: 400 });
    },
  );

  it('refuses a body larger than its limit', async () => {
    await expect(readForm(request(`a=${'x'.repeat(16_384)}`))).rejects.toMatchObject({ status: 413 });
    await expect(readForm(request('a=12345678'), 4)).rejects.toMatchObject({ status: 413 });
  });

  it('gives up on what dribbles in', async () => {
    vi.useFakeTimers();
    const slow = Object.assign(new PassThrough(), { headers: { 'content-type': FORM } }) as unknown as IncomingMessage;
    const refused = readForm(slow).catch((error) => error);
    vi.advanceTimersByTime(bodyPace.windowMs);
    expect(await refused).toMatchObject({ status: 408 });
  });

  it.each(['a=%00', 'a%00b=1'])('refuses NUL: %s', async (body) => {
    await expect(readForm(request(body))).rejects.toMatchObject({ status: 400 });
  });

  it('makes of broken encodings what browsers make of them', async () => {
    expect((await readForm(request('a=%ff%zz'))).get('a')).toBe('\ufffd%zz');
  });
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
