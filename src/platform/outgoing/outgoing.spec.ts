import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { AddressPolicy, type Lookup } from './addresses.js';
import { OutgoingError, OutgoingHttp, type OutgoingRequest } from './outgoing.js';

// Self-signed for receiver.test, 2020 to 2120; it is trusted nowhere but in this file.
const receiverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtI3dou6IYme0R3AR
WxqSLNmWrhQHSjcWDyxfJ8khxZ+hRANCAARmZi6hrzqBXdjxMhQWTRlAQ9QXpq8Y
a/4Fw71EMJF3S/4hpB7bOhryVRk3mIrwEsUb5CMS2GKhX5e0BKzTARsf
-----END PRIVATE KEY-----`;
const receiverCertificate = `-----BEGIN CERTIFICATE-----
MIIBbDCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZmYu
oa86gV3Y8TIUFk0ZQEPUF6avGGv+BcO9RDCRd0v+IaQe2zoa8lUZN5iK8BLFG+Qj
EthioV+XtASs0wEbH6NMMEowGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBSbYF9IlYz9sVc9zwBrdimzGo3btzAKBggq
hkjOPQQDAgNHADBEAiBVBdaypcVB8Vi5LiU/syZd251J3/eJFR8O5fORhOcbCgIg
bC88+Yys1CkczEkNb7tpcwj0tkUQK/UoeSVnt277AnA=
-----END CERTIFICATE-----`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Listens on loopback until the test is over; `sockets` are all connections it ever got. */
async function listen(server: Server): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

async function receiver(handler: RequestListener) {
  const server = await listen(createServer(handler));
  return { ...server, url: `http://127.0.0.1:${server.port}/hook?a=b` };
}

/** A receiver that answers with these bytes, whatever they are, and closes if told so. */
async function rawReceiver(answer: string, end = false) {
  const server = await listen(
    createTcpServer((socket) => socket.once('data', () => (end ? socket.end(answer) : socket.write(answer)))),
  );
  return { ...server, url: `http://127.0.0.1:${server.port}/` };
}

function client(lookup?: Lookup, allowCidrs = ['127.0.0.1/32']): OutgoingHttp {
  const http = new OutgoingHttp(new AddressPolicy(allowCidrs, lookup));
  cleanups.push(() => http.close());
  return http;
}

const request = (given: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 20_000,
  ...given,
});

async function failure(exchange: Promise<unknown>): Promise<OutgoingError> {
  const error = await exchange.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return error as OutgoingError;
}

async function text(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The first connection has ended. On a busy machine a receiver may hear of it only after its caller has given up. */
const closed = (sockets: Socket[]) => eventually(() => expect(sockets[0]?.destroyed).toBe(true));
const toLoopback: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

describe('an exchange', () => {
  it('sends method, path, headers and body, and gives back status, headers and body', async () => {
    let seen: unknown;
    const { url, port } = await receiver(async (req, res) => {
      seen = { method: req.method, url: req.url, headers: req.headers, body: await text(req) };
      res.writeHead(503, { 'retry-after': '120', 'content-type': 'text/plain; charset=utf-8' }).end('später');
    });
    const answer = await client().post(url, request({ headers: { 'x-a': 'b' }, body: Buffer.from('{"ü":1}') }));
    expect(answer).toEqual({
      status: 503,
      headers: { retryAfter: '120', contentType: 'text/plain; charset=utf-8' },
      body: 'später',
      durationMs: expect.any(Number),
    });
    expect(seen).toEqual({
      method: 'POST',
      url: '/hook?a=b',
      headers: { host: `127.0.0.1:${port}`, connection: 'keep-alive', 'x-a': 'b', 'content-length': '8' },
      body: '{"ü":1}',
    });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const secret = await receiver((_, res) => res.end('secret'));
    const { url, sockets } = await receiver((_, res) => res.writeHead(status, { location: secret.url }).end());
    expect(await client().post(url, request())).toMatchObject({ status, body: '' });
    expect(sockets).toHaveLength(1);
    expect(secret.sockets).toHaveLength(0);
  });

  it('reads bytes that are no UTF-8, and drops NUL', async () => {
    const { url } = await receiver((_, res) => res.end(Buffer.from([0x61, 0xff, 0x00, 0x62, 0xc3])));
    expect((await client().post(url, request())).body).toBe('a\ufffdb\ufffd');
  });

  it('does not decompress', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, 'a'));
    const { url } = await receiver((_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const { body } = await client().post(url, request());
    expect(body).not.toContain('aaaa');
    expect(body.length).toBeLessThanOrEqual(bomb.length);
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await receiver((_, res) => res.end('proxy'));
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('no_proxy', '');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const { url } = await receiver((_, res) => res.end('direct'));
    expect((await client().post(url, request())).body).toBe('direct');
    expect(proxy.sockets).toHaveLength(0);
  });

  it('refuses an address that is no URL to send to', async () => {
    expect(await failure(client().post('ftp://127.0.0.1/', request()))).toMatchObject({
      code: 'protocol',
      message: 'The address must begin with https:// or http:// and name a host.',
    });
    expect(await failure(client().post('http://a:b@127.0.0.1/', request()))).toMatchObject({
      code: 'protocol',
      message: 'The address must not contain a user name or password.',
    });
  });
});

describe('connections', () => {
  it('are kept for the next request', async () => {
    const { url, sockets } = await receiver((_, res) => res.end('ok'));
    const http = client();
    for (let i = 0; i < 5; i++) {
      await http.post(url, request());
      await setImmediate(); // undici hands a connection back one turn of the event loop after its answer
    }
    expect(sockets).toHaveLength(1);
  });

  it('are as many as there are requests at the same time', async () => {
    const waiting: ServerResponse[] = [];
    const { url, sockets } = await receiver((_, res) => {
      waiting.push(res);
      if (waiting.length === 3) for (const each of waiting) each.end('ok');
    });
    const http = client();
    await Promise.all([1, 2, 3].map(() => http.post(url, request())));
    expect(sockets).toHaveLength(3);
  });

  it('stay with the address that was judged; only a new one resolves the name again', async () => {
    let lookups = 0;
    const lookup: Lookup = async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const { port, sockets } = await receiver((_, res) => res.end('ok'));
    const http = client(lookup);
    for (let i = 0; i < 3; i++) {
      expect(await http.post(`http://receiver.test:${port}/`, request())).toMatchObject({ status: 200 });
      await setImmediate();
    }
    expect([lookups, sockets.length]).toEqual([1, 1]);
    sockets[0]?.destroy();
    await eventually(async () => {
      const { code } = await failure(http.post(`http://receiver.test:${port}/`, request()));
      expect(code).toBe('forbidden_address');
    });
    expect(sockets).toHaveLength(1);
  });

  it('try the next address of a name when one does not answer', async () => {
    const { port } = await receiver((_, res) => res.end('ok'));
    const lookup: Lookup = async () => ['127.0.0.9', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const http = client(lookup, ['127.0.0.0/8']);
    expect(await http.post(`http://receiver.test:${port}/`, request())).toMatchObject({ status: 200 });
  });

  it('end when the client is closed', async () => {
    const { url, sockets } = await receiver((_, res) => res.end('ok'));
    const http = client();
    await http.post(url, request());
    await http.onModuleDestroy();
    await http.close();
    await closed(sockets);
    expect(await failure(http.post(url, request()))).toMatchObject({ code: 'aborted' });
  });

  it('let a running request end before they close', async () => {
    let answer: ServerResponse | undefined;
    const { url } = await receiver((_, res) => (answer = res));
    const http = client();
    const running = http.post(url, request());
    await eventually(() => expect(answer).toBeDefined());
    const closing = http.close();
    answer?.end('ok');
    expect(await running).toMatchObject({ status: 200, body: 'ok' });
    await closing;
  });
});

describe('forbidden addresses', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '0.0.0.0',
    '169.254.169.254',
  ])('are not reached as %s', async (host) => {
    const { port, sockets } = await receiver((_, res) => res.end('secret'));
    const error = await failure(client(undefined, []).post(`http://${host}:${port}/`, request()));
    expect(error).toMatchObject({ code: 'forbidden_address', message: 'The address is not a public one.' });
    expect(sockets).toHaveLength(0);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['a good and a bad address', ['8.8.8.8', '127.0.0.1']],
    ['loopback in IPv6 clothes', ['::ffff:127.0.0.1']],
  ])('are not reached through a name with %s', async (_, addresses) => {
    const { port, sockets } = await receiver((__, res) => res.end('secret'));
    const lookup: Lookup = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const error = await failure(client(lookup, []).post(`http://intern.test:${port}/`, request()));
    expect(error.code).toBe('forbidden_address');
    expect(error.message).not.toMatch(/\d/);
    expect(sockets).toHaveLength(0);
  });

  it('are not reached by a name that changes after it was checked', async () => {
    let lookups = 0;
    const lookup: Lookup = async () => [{ address: ++lookups === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }];
    const policy = new AddressPolicy([], lookup);
    const { port, sockets } = await receiver((_, res) => res.end('secret'));
    const url = `http://rebinding.test:${port}/`;
    await policy.assertReachableAtCreate(new URL(url));
    const http = new OutgoingHttp(policy);
    cleanups.push(() => http.close());
    expect(await failure(http.post(url, request()))).toMatchObject({ code: 'forbidden_address' });
    expect([lookups, sockets.length]).toEqual([2, 0]);
  });

  it('fail over https alike', async () => {
    const error = await failure(client(undefined, []).post('https://127.0.0.1:1/', request()));
    expect(error.code).toBe('forbidden_address');
  });
});

describe('https', () => {
  const secure = async () => {
    const seen: unknown[] = [];
    const server = createSecureServer({ key: receiverKey, cert: receiverCertificate }, (req, res) => {
      const { servername, alpnProtocol } = req.socket as TLSSocket & { servername: string };
      seen.push({ servername, alpnProtocol, host: req.headers.host });
      res.end('ok');
    });
    return { ...(await listen(server)), seen };
  };
  const trustReceiver = () => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, receiverCertificate]);
    cleanups.push(() => setDefaultCACertificates(before));
  };

  it('goes to the judged address under the name of the URL, without HTTP/2', async () => {
    trustReceiver();
    const { port, seen } = await secure();
    const http = client(toLoopback);
    expect(await http.post(`https://receiver.test:${port}/`, request())).toMatchObject({ status: 200, body: 'ok' });
    expect(seen).toEqual([{ servername: 'receiver.test', alpnProtocol: 'http/1.1', host: `receiver.test:${port}` }]);
  });

  it('fails as tls for a certificate that is not trusted', async () => {
    const { port, seen } = await secure();
    const error = await failure(client(toLoopback).post(`https://receiver.test:${port}/`, request()));
    expect(error).toMatchObject({ code: 'tls', message: expect.stringContaining('SELF_SIGNED') });
    expect(seen).toEqual([]);
  });

  it('fails as tls for a certificate of another name', async () => {
    trustReceiver();
    const { port, seen } = await secure();
    const error = await failure(client(toLoopback).post(`https://other.test:${port}/`, request()));
    expect(error).toMatchObject({ code: 'tls', message: expect.stringContaining('ALTNAME') });
    expect(seen).toEqual([]);
  });

  it('fails as tls where no TLS is spoken', async () => {
    const plain = await receiver((_, res) => res.end());
    expect(await failure(client().post(`https://127.0.0.1:${plain.port}/`, request()))).toMatchObject({ code: 'tls' });
    const closing = await listen(createTcpServer((socket) => socket.destroy()));
    expect(await failure(client().post(`https://127.0.0.1:${closing.port}/`, request()))).toMatchObject({
      code: 'tls',
    });
  });

  it('fails as connect where nobody listens', async () => {
    expect(await failure(client().post('https://127.0.0.1:1/', request()))).toMatchObject({ code: 'connect' });
  });
});

describe('a bad receiver', () => {
  it('that sends without end is cut off after the limit, and its status counts', async () => {
    const megabyte = Buffer.alloc(1 << 20, 'a');
    let sent = 0;
    const { url, sockets } = await receiver((_, res) => {
      res.writeHead(200, { 'content-length': String(10 * 2 ** 30) });
      const send = () => {
        while (!res.destroyed && sent < 10 * 2 ** 10) {
          sent++;
          if (!res.write(megabyte)) return void res.once('drain', send);
        }
      };
      send();
    });
    const answer = await client().post(url, request());
    expect(answer).toMatchObject({ status: 200, body: 'a'.repeat(64 * 1024) });
    await closed(sockets);
    expect(sent).toBeLessThan(100);
  });

  it('is read up to the limit that the caller sets, in whole characters', async () => {
    const { url } = await receiver((_, res) => res.end('äöü'.repeat(100)));
    expect((await client().post(url, request({ maxBodyBytes: 5 }))).body).toBe('äö');
  });

  it('that hangs before its headers times out and loses the connection', async () => {
    const { url, sockets } = await receiver(() => {});
    const error = await failure(client().post(url, request({ timeoutMs: 200 })));
    expect(error).toMatchObject({ code: 'timeout', message: 'The complete response did not arrive in time.' });
    await closed(sockets);
  });

  it('that drips its body times out and loses the connection', async () => {
    const { url, sockets } = await receiver((_, res) => {
      const drip = setInterval(() => res.write('a'), 10);
      res.on('close', () => clearInterval(drip));
    });
    expect(await failure(client().post(url, request({ timeoutMs: 300 })))).toMatchObject({ code: 'timeout' });
    await closed(sockets);
  });

  it('that drips its headers times out', async () => {
    const { url, sockets } = await rawReceiver('HTTP/1.1 200 OK\r\nX-Slow: ');
    expect(await failure(client().post(url, request({ timeoutMs: 200 })))).toMatchObject({ code: 'timeout' });
    await closed(sockets);
  });

  it('that does not take the request times out', async () => {
    const { port, sockets } = await listen(createTcpServer({ pauseOnConnect: true }, () => {}));
    const body = Buffer.alloc(32 << 20);
    const error = await failure(client().post(`http://127.0.0.1:${port}/`, request({ body, timeoutMs: 300 })));
    expect(error.code).toBe('timeout');
    await eventually(() => expect(sockets).toHaveLength(1));
    sockets[0]!.resume();
    await closed(sockets);
  });

  it('whose TLS handshake hangs times out', async () => {
    const { port } = await listen(createTcpServer(() => {}));
    const error = await failure(client().post(`https://127.0.0.1:${port}/`, request({ timeoutMs: 200 })));
    expect(error.code).toBe('timeout');
  });

  it('whose name server hangs times out', async () => {
    const http = client(() => new Promise(() => {}));
    expect(await failure(http.post('http://slow.test/', request({ timeoutMs: 200 })))).toMatchObject({
      code: 'timeout',
    });
  });

  it('without a name fails as dns', async () => {
    const nowhere: Lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.test'), { code: 'ENOTFOUND' });
    };
    for (const scheme of ['http', 'https']) {
      const error = await failure(client(nowhere).post(`${scheme}://nowhere.test/`, request()));
      expect(error).toMatchObject({ code: 'dns', message: 'The host name could not be resolved.' });
    }
    expect(await failure(client(async () => []).post('http://empty.test/', request()))).toMatchObject({ code: 'dns' });
  });

  it('that does not listen fails as connect', async () => {
    expect(await failure(client().post('http://127.0.0.1:1/', request()))).toMatchObject({ code: 'connect' });
  });

  it('that closes before it answers fails as reset', async () => {
    const { port } = await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
    expect(await failure(client().post(`http://127.0.0.1:${port}/`, request()))).toMatchObject({ code: 'reset' });
  });

  it('that resets the connection within its body fails as reset', async () => {
    const { url } = await receiver((req, res) => {
      res.writeHead(200, { 'content-length': '1000' }).write('some', () => req.socket.resetAndDestroy());
    });
    expect(await failure(client().post(url, request()))).toMatchObject({ code: 'reset' });
  });

  it.each([
    ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome'],
    ['a length, as announced', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1000\r\n\r\nsome'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsome\r\n'],
    ['chunks, as announced', 'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsome\r\n'],
  ])('that closes before its body of %s is complete fails as reset', async (_, answer) => {
    const { url } = await rawReceiver(answer, true);
    expect(await failure(client().post(url, request()))).toMatchObject({ code: 'reset' });
  });

  it.each([
    ['no HTTP', '220 mail.example ESMTP\r\n'],
    ['a header that is too large', `HTTP/1.1 200 OK\r\nX-Large: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['a protocol switch', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ])('that answers with %s fails as protocol', async (_, answer) => {
    const { url } = await rawReceiver(answer);
    expect(await failure(client().post(url, request()))).toMatchObject({
      code: 'protocol',
      message: 'The response was not valid HTTP.',
    });
  });

  it('does not spoil the next request', async () => {
    let requests = 0;
    const { url } = await receiver((req, res) => (++requests === 1 ? req.socket.destroy() : res.end('ok')));
    const http = client();
    expect(await failure(http.post(url, request()))).toMatchObject({ code: 'reset' });
    expect(await http.post(url, request())).toMatchObject({ status: 200 });
  });
});

describe('a caller that gives up', () => {
  it('ends the request as aborted and with it the connection', async () => {
    const { url, sockets } = await receiver(() => {});
    const giveUp = new AbortController();
    const running = failure(client().post(url, request({ signal: giveUp.signal })));
    await eventually(() => expect(sockets).toHaveLength(1));
    giveUp.abort();
    expect(await running).toMatchObject({ code: 'aborted' });
    await closed(sockets);
  });

  it('while the name is resolved sends nothing later', async () => {
    const resolving: ((addresses: LookupAddress[]) => void)[] = [];
    let requests = 0;
    const { port, sockets } = await receiver((_, res) => res.end(String(++requests)));
    const http = client(() => new Promise((done) => resolving.push(done)));
    const giveUp = new AbortController();
    const running = failure(http.post(`http://slow.test:${port}/`, request({ signal: giveUp.signal })));
    await eventually(() => expect(resolving).toHaveLength(1));
    giveUp.abort();
    expect(await running).toMatchObject({ code: 'aborted' });
    resolving[0]!([{ address: '127.0.0.1', family: 4 }]);
    await eventually(() => expect(sockets).toHaveLength(1));
    const next = http.post(`http://slow.test:${port}/`, request());
    await setImmediate();
    resolving.at(-1)!([{ address: '127.0.0.1', family: 4 }]);
    expect((await next).body).toBe('1');
  });

  it('beforehand sends nothing', async () => {
    const { url, sockets } = await receiver(() => {});
    const error = await failure(client().post(url, request({ signal: AbortSignal.abort() })));
    expect(error.code).toBe('aborted');
    expect(sockets).toHaveLength(0);
  });
});

it('does not hide a fault of the program as one of the receiver', async () => {
  const { url } = await receiver((_, res) => res.end());
  const faulty = client().post(url, request({ headers: { 'x-a': 'two\r\nlines' } }));
  await expect(faulty).rejects.not.toBeInstanceOf(OutgoingError);
});
