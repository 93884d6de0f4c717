import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem } from '../context/request-context.js';
import { anyFreePort } from '../database/embedded/free-port.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Mail, type Message } from './mail.js';
import { Works } from '../leased-work/works.js';
import { MailTransport } from './mail-transport.js';

const message: Message = {
  to: 'ada@example.com',
  subject: 'Grüße',
  letter: {
    lines: ['You are invited.'],
    button: { label: 'Accept', link: 'https://suite.example/invitations/a-secret' },
  },
  language: 'en',
};

/** A real mail server that keeps what it gets. */
async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // A client that keeps its connection for the next message does not hold up the end.
    closeTimeout: 1,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      received.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
      done();
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    received,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** One at whose address nobody answers, on a port that nobody is given meanwhile. */
async function mailServerThatIsAway() {
  const port = await anyFreePort();
  return { port, url: `smtp://127.0.0.1:${port}` };
}

const send = (suite: TestApp, what = message, fail = false) =>
  asSystem(suite.workspaceId, () =>
    suite.database.transaction(async () => {
      await suite.app.get(Mail).send(what);
      if (fail) throw new Error('The work failed.');
    }),
  );
const about = (suite: TestApp, work: (mail: Mail) => Promise<void>) =>
  asSystem(suite.workspaceId, () => suite.database.transaction(() => work(suite.app.get(Mail))));
const mails = async (suite: TestApp) => (await suite.database.execute('select * from mails')).rows;

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});
const opened = <T extends { close: () => Promise<unknown> }>(thing: T): T => {
  open.push(thing);
  return thing;
};

describe('with a mail server', () => {
  it('goes out after the commit, with text and HTML, and leaves nothing behind', async () => {
    const server = opened(await startMailServer());
    const suite = opened(await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'The Suite <suite@example.com>' }));
    await send(suite);
    await eventually(() => expect(server.received).toHaveLength(1));
    const [{ to, text }] = server.received as [{ to: string[]; text: string }];
    expect(to).toEqual(['ada@example.com']);
    expect(text).toMatch(/^From: The Suite <suite@example.com>$/m);
    expect(text).toMatch(/^To: ada@example.com$/m);
    expect(text).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(text).toMatch(/^Message-ID: <mail_\w{26}@localhost>$/m);
    expect(text).toContain('Content-Type: text/plain');
    expect(text).toContain('Content-Type: text/html');
    await eventually(async () => expect(await mails(suite)).toEqual([]));
  });

  it('is nothing when the work is rolled back, or done outside of a unit of work', async () => {
    const suite = opened(await startTestApp({ ROLE: 'api' }));
    await expect(send(suite, message, true)).rejects.toThrow('The work failed.');
    expect(await mails(suite)).toEqual([]);
    const outside = asSystem(suite.workspaceId, () => suite.app.get(Mail).send(message));
    await expect(outside).rejects.toThrow('unit of work');
  });

  it('lies encrypted while it waits', async () => {
    const suite = opened(await startTestApp({ ROLE: 'api' }));
    await send(suite);
    const [row] = await mails(suite);
    expect(JSON.stringify(row)).not.toMatch(/ada@|invitation/);
  });

  it('waits for a server that is away, which delays nothing else', async () => {
    const gone = await mailServerThatIsAway();
    const suite = opened(await startTestApp({ SMTP_URL: gone.url, ROLE: 'api' }));
    await send(suite);
    const worker = opened(await startTestApp({ SMTP_URL: gone.url, ROLE: 'worker' }, { beside: suite }));
    await eventually(async () =>
      expect(await mails(suite)).toMatchObject([{ attempts: 1, error: expect.stringContaining('ECONNREFUSED') }]),
    );
    const back = opened(await startMailServer({}, gone.port));
    worker.clock.advance(31);
    await worker.app.get(Works).run('mail');
    // The worker's own sweep may have taken it first and be sending it still.
    await eventually(async () => expect(await mails(suite)).toEqual([]));
    expect(back.received).toHaveLength(1);
  });

  it('is tried again when the server asks to wait, and given up when it refuses the recipient', async () => {
    let first = true;
    const server = opened(
      await startMailServer({
        onRcptTo: ({ address }, _, done) => {
          const later = address.startsWith('later') && first;
          if (later) first = false;
          if (later) done(Object.assign(new Error('Not now'), { responseCode: 450 }));
          else if (address.startsWith('nobody'))
            done(Object.assign(new Error(`Nobody is ${address.toUpperCase()}`), { responseCode: 550 }));
          else done();
        },
      }),
    );
    const suite = opened(await startTestApp({ SMTP_URL: server.url }));
    await send(suite, { ...message, to: 'nobody@example.com' });
    await send(suite, { ...message, to: 'later@example.com' });
    await eventually(async () => expect((await mails(suite)).filter(({ error }) => error)).toHaveLength(2));
    suite.clock.advance(31);
    await suite.app.get(Works).run('mail');
    await eventually(() => expect(server.received.map(({ to }) => to)).toEqual([['later@example.com']]));
    await eventually(async () =>
      expect(await mails(suite)).toMatchObject([
        { attempts: 1, next_attempt_at: null, error: expect.stringContaining('Nobody is the recipient') },
      ]),
    );
    suite.clock.advance(31 * 86_400);
    await suite.app.get(Maintenance).run('mails');
    expect(await mails(suite)).toEqual([]);
  });

  it('is given up after five days', async () => {
    const gone = await mailServerThatIsAway();
    const suite = opened(await startTestApp({ SMTP_URL: gone.url, ROLE: 'api' }));
    await send(suite);
    suite.clock.advance(5 * 86_400);
    await suite.app.get(Works).run('mail');
    await eventually(async () => expect(await mails(suite)).toMatchObject([{ attempts: 1, next_attempt_at: null }]));
  });

  it('waits for its time, and is taken back by the record that it is about', async () => {
    const server = opened(await startMailServer());
    const suite = opened(await startTestApp({ SMTP_URL: server.url, ROLE: 'api' }));
    const process = () => suite.app.get(Works).run('mail');
    const at = suite.clock.iso(7 * 86_400);
    await about(suite, async (mail) => {
      await mail.send(message, { about: 'app_1', at });
      await mail.send({ ...message, to: 'eve@example.com' }, { about: 'app_2', at });
    });
    await process();
    expect(server.received).toEqual([]);
    await about(suite, (mail) => mail.cancel('app_1'));
    suite.clock.advance(7 * 86_400 + 1);
    await process();
    expect(server.received.map(({ to }) => to)).toEqual([['eve@example.com']]);
    expect(await mails(suite)).toEqual([]);
  });

  it('does not go to another machine in clear, unless that is allowed', async () => {
    const server = opened(await startMailServer());
    // Leads here, but is no loopback address.
    const SMTP_URL = `smtp://0.0.0.0:${server.port}`;
    const refusing = opened(await startTestApp({ SMTP_URL, ROLE: 'api' }));
    await send(refusing);
    await refusing.app.get(Works).run('mail');
    expect(server.received).toEqual([]);
    expect(await mails(refusing)).toMatchObject([{ error: expect.stringMatching(/STARTTLS|TLS/) }]);

    const allowing = opened(await startTestApp({ SMTP_URL, SMTP_ALLOW_PLAIN: 'on' }));
    await send(allowing);
    await eventually(() => expect(server.received).toHaveLength(1));
  });

  it('goes to its one recipient, whatever the address looks like', async () => {
    const server = opened(await startMailServer());
    const suite = opened(await startTestApp({ SMTP_URL: server.url }));
    await send(suite, { ...message, subject: 'Hello\r\nBcc: eve@example.com' });
    await eventually(() => expect(server.received).toHaveLength(1));
    expect(server.received[0]!.to).toEqual(['ada@example.com']);
    expect(server.received[0]!.text).not.toMatch(/^Bcc:/m);
  });

  it('goes to nobody whom an address names beside its recipient', async () => {
    const server = opened(await startMailServer());
    const suite = opened(await startTestApp({ SMTP_URL: server.url, ROLE: 'api' }));
    await send(suite, { ...message, to: 'ada@example.com, eve@example.com' });
    await suite.app.get(Works).run('mail');
    expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  });

  it('goes out again where a worker died at it, under the same id', async () => {
    const server = opened(await startMailServer());
    const suite = opened(await startTestApp({ SMTP_URL: server.url, ROLE: 'api' }));
    await send(suite);
    // A worker takes the message, sends it and dies before it can say so.
    const [row] = await mails(suite);
    await suite.app.get(Works).run('mail');
    await suite.database.execute(
      `insert into mails (workspace_id, id, message, attempts, next_attempt_at, created_at)
       values ($1, $2, $3, 1, $4, $5)`,
      [row!.workspace_id, row!.id, row!.message, suite.clock.iso(120), row!.created_at],
    );
    await suite.app.get(Works).run('mail');
    await eventually(() => expect(server.received).toHaveLength(1));
    suite.clock.advance(121);
    await suite.app.get(Works).run('mail');
    await eventually(() => expect(server.received).toHaveLength(2));
    const ids = server.received.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)![1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('without a mail server', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mail-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it.each([
    ['its link', 'development'],
    ['nothing of it', 'production'],
  ])('is a file that the owner can read, and a line in the log with %s in %s', async (_, APP_ENV) => {
    const data = join(directory, APP_ENV);
    const lines: string[] = [];
    const write = (...parts: unknown[]) => void lines.push(parts.join(' '));
    const logger = { log: write, error: write, warn: write, debug: write, verbose: write, fatal: write };
    const suite = opened(await startTestApp({ DATA_DIR: data, APP_ENV }, { logger }));
    await send(suite);
    const files = await eventually(async () => {
      const found = (await readdir(join(data, 'mail'))).filter((name) => name.endsWith('.eml'));
      expect(found).toHaveLength(1);
      return found;
    });
    const file = join(data, 'mail', files[0]!);
    expect(await readFile(file, 'utf8')).toContain('https://suite.example/invitations/a-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await eventually(() => expect(lines.join('\n')).toContain(file));
    const told = lines.join('\n');
    expect(told).not.toContain('ada@example');
    expect(told.includes('its link: https://suite.example/invitations/a-secret')).toBe(APP_ENV === 'development');
    expect(told.includes('a-secret')).toBe(APP_ENV === 'development');
  });

  it('is removed with the record that it is about, also where it goes out just then', async () => {
    const data = join(directory, 'forgotten');
    const suite = opened(await startTestApp({ DATA_DIR: data, ROLE: 'api' }));
    const process = () => suite.app.get(Works).run('mail');
    const files = () => readdir(join(data, 'mail'));
    await about(suite, (mail) => mail.send(message, { about: 'app_1' }));
    await about(suite, (mail) => mail.send(message, { about: 'app_2' }));
    const due = async () =>
      Number(/^oldest_due_work_seconds\{kind="mail"\} (\S+)/m.exec((await suite.client.get('/metrics')).text)![1]);
    suite.clock.advance(60);
    expect(await due()).toBeGreaterThanOrEqual(60);
    await process();
    expect(await due()).toBe(0);
    expect(await files()).toHaveLength(2);
    await about(suite, (mail) => mail.send(message, { about: 'app_1' }));
    await about(suite, (mail) => mail.forget('app_1'));
    await process();
    const onlyTheOther = async () => expect(await files()).toEqual([expect.stringMatching(/^app_2\./)]);
    await eventually(onlyTheOther);
    const failing = about(suite, async (mail) => {
      await mail.forget('app_2');
      throw new Error('It fails afterwards.');
    });
    await expect(failing).rejects.toThrow('afterwards');
    await onlyTheOther();

    await about(suite, (mail) => mail.send(message, { about: 'app_3' }));
    const { send } = MailTransport.prototype;
    const sending = vi.spyOn(suite.app.get(MailTransport), 'send');
    sending.mockImplementation(async function (this: MailTransport, ...args) {
      await about(suite, (mail) => mail.forget('app_3'));
      await send.apply(this, args);
    });
    await process();
    await eventually(onlyTheOther);
  });
});
