import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { Browser } from '../../../test/support/browser.js';
import { inUnit, linkTo, makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { userCommands } from '../index.js';
import { UserLinks } from '../links/user-links.service.js';
import { PasswordRules } from './password-rules.js';
import { Passwords } from './passwords.service.js';

describe('A password', () => {
  let suite: TestApp;
  let rules: PasswordRules;
  beforeAll(async () => {
    suite = await startTestApp({ ROLE: 'api' });
    rules = suite.app.get(PasswordRules);
  });
  afterAll(() => suite.close());

  const problem = (password: string, person = {}) =>
    rules.problemOf(password, {
      workspace_id: suite.workspaceId,
      email: 'ada@example.com',
      display_name: 'Ada King',
      ...person,
    });

  it.each([PASSWORD, 'ключ-от-квартиры', 'Tr0ub4dour&3', '1mz050nq-secret', 'we love al a lot'])(
    'may be %j',
    async (password) => {
      expect(await problem(password)).toBeNull();
    },
  );

  it('has 10 to 255 characters, whatever they are made of', async () => {
    expect(await problem('🔑'.repeat(9))).toBe('The password must have at least 10 characters.');
    expect(await problem('e\u0301'.repeat(9))).toBe('The password must have at least 10 characters.');
    const long = randomBytes(200).toString('hex');
    expect(await problem(long.slice(0, 255))).toBeNull();
    expect(await problem(long.slice(0, 256))).toBe('The password must have at most 255 characters.');
  });

  it.each([
    ['workspacesuite', 'Do not use your name'],
    ['aaaaaaaaaa', 'Repeated characters such as "aaa" are easy to guess.'],
    ['0000000000', 'Repeated characters'],
    ['          ', 'Repeated characters'],
    ['admin12345', 'It is similar to a common password. Add words that are less common.'],
    ['Password123!', 'Capitalize more than the first letter.'],
    ['QwertyUiop', 'It is among the hundred most common passwords.'],
    ['１２３４５６７８９０', 'common passwords'],
    ['abcdefghij', 'Sequences such as'],
  ])('is not one that is easy to guess: %s', async (password, advice) => {
    expect(await problem(password)).toMatch(/^The password is too easy to guess\./);
    expect(await problem(password)).toContain(advice);
  });

  it.each([
    'ada.lovelace@example',
    'lovelace.ada@example.com',
    'Ada.Lovelace.1815',
    'lovelaceada2024!',
    'ada_lovelace_example_com',
    'ada.lovelace.example.2024',
    'example.com-ada',
    'ADA-LOVELACE-EXAMPLE',
  ])('is not made of the own address and name: %s', async (password) => {
    const ada = { email: 'ada.lovelace@example.com', display_name: 'Ada Lovelace' };
    expect(await problem(password, { email: 'x@y.z', display_name: 'X' })).toBeNull();
    expect(await problem(password, ada)).toContain('Do not use your name');
    expect(await problem('correct horse battery, ada', ada)).toBeNull();
  });

  it('is not made of the words of the person or the workspace', async () => {
    expect(await problem('wilhelmina1')).toBeNull();
    expect(await problem('wilhelmina1', { display_name: 'Wilhelmina King' })).toContain('Do not use your name');
    expect(await problem('wilhelmina1', { email: 'wilhelmina@example.com' })).toContain('Do not use your name');
    const { id } = await suite.workspace('Wilhelmina & Sons');
    expect(await problem('wilhelmina1', { workspace_id: id })).toContain('Do not use your name');
  });
});

describe('A range service of breached passwords', () => {
  const asked: string[] = [];
  const service = createServer((request, response) => {
    asked.push(request.url!);
    const hash = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase();
    const padding = createHash('sha1').update(`${PASSWORD}!`).digest('hex').toUpperCase();
    const line = (whole: string, count: number) =>
      request.url!.endsWith(whole.slice(0, 5)) ? `${whole.slice(5)}:${count}` : '';
    response.end(['0018A45C4D1DEF81644B54AB7F969B88D65:10', line(hash, 3), line(padding, 0)].join('\r\n'));
  });
  let suite: TestApp;
  beforeAll(async () => {
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/range/`;
    suite = await startTestApp({ ROLE: 'api', BREACHED_PASSWORDS_URL: url });
  });
  afterAll(async () => {
    service.close();
    await suite.close();
  });

  const problem = (password: string) =>
    suite.app
      .get(PasswordRules)
      .problemOf(password, { workspace_id: suite.workspaceId, email: 'ada@example.com', display_name: 'Ada' });

  it('refuses what it knows, and learns five digits of a hash', async () => {
    expect(await problem(PASSWORD)).toContain('known from a data breach');
    expect(asked).toEqual([expect.stringMatching(/^\/range\/[0-9A-F]{5}$/)]);
  });

  it('refuses nothing that it has as padding or not at all', async () => {
    expect(await problem(`${PASSWORD}!`)).toBeNull();
    expect(await problem(`${PASSWORD}?`)).toBeNull();
  });

  it('is passed over with a warning where it does not answer', async () => {
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    expect(await problem(PASSWORD)).toBeNull();
  });
});

describe('Passwords of the application', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp({ ROLE: 'api' });
  });
  afterAll(() => suite.close());

  const hashOf = async (email: string) =>
    (await suite.database.execute('select password_hash from users where email = $1', [email])).rows[0]!.password_hash;

  it('are kept as argon2id of 19 MiB and two passes, each with its own salt', async () => {
    const passwords = suite.app.get(Passwords);
    const [first, second] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await passwords.verify(first, PASSWORD)).toBe(true);
    expect(await passwords.verify(first, `${PASSWORD} `)).toBe(false);
    expect(await passwords.verify(null, PASSWORD)).toBe(false);
  });

  it('are compared as they were typed, every one of 255 characters', async () => {
    const passwords = suite.app.get(Passwords);
    const long = 'correct horse battery '.repeat(12).slice(0, 255);
    const hash = await passwords.hash(long);
    expect(await passwords.verify(hash, long)).toBe(true);
    for (const other of [long.slice(0, -1), `${long.slice(0, -1)}!`, long.toUpperCase(), ` ${long}`])
      expect(await passwords.verify(hash, other)).toBe(false);
  });

  it('are the same however their characters are made up', async () => {
    const passwords = suite.app.get(Passwords);
    expect(await passwords.verify(await passwords.hash('caf\u00e9 caf\u00e9'), 'cafe\u0301 cafe\u0301')).toBe(true);
  });

  it('are hashed anew at sign-in where the cost has grown since', async () => {
    const { hash } = await import('@node-rs/argon2');
    const cheap = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 });
    const { email } = await makeUser(suite, { password_hash: cheap });
    for (const _ of ['first', 'second']) {
      const visit = await new Browser(suite.base).submit('/sign-in', { email, password: PASSWORD });
      expect(visit.path).toBe('/account');
    }
    expect(await hashOf(email)).toMatch(/m=19456,t=2,p=1/);
  });

  it('never show in the audit trail', async () => {
    const { email, id } = await makeUser(suite);
    await inUnit(suite, async () =>
      suite.app.get(Passwords).set(id, await suite.app.get(Passwords).hash('another one')),
    );
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${id}`);
    expect(body.data[0]).toMatchObject({
      action: 'access.user.password_changed',
      changes: { password_hash: { from: null, to: null } },
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
    expect(await hashOf(email)).toContain('argon2id');
  });

  describe('user set-password', () => {
    async function cli(...args: string[]) {
      const { DATABASE_URL, SECRETS_KEY } = suite.settings;
      const [out, err]: [string[], string[]] = [[], []];
      const code = await runCommandLine(['user', 'set-password', ...args, '--json'], {
        env: { DATABASE_URL, SECRETS_KEY },
        commands: [userCommands],
        application: (settings) => AppModule.with(settings),
        out: (text) => out.push(text),
        err: (text) => err.push(text),
      });
      return { code, out: out.join('\n'), err: err.join('\n') };
    }
    const set = (email: string, password: string, workspace = suite.workspaceId) =>
      cli('--workspace', workspace, '--email', email, '--password', password);

    it('gives a password, which ends the sessions of before', async () => {
      const { email, id } = await makeUser(suite);
      const browser = new Browser(suite.base);
      await browser.submit('/sign-in', { email, password: PASSWORD });
      const { code, out } = await set(email.toUpperCase(), 'a new and long one');
      expect([code, JSON.parse(out)]).toEqual([0, { id, email, display_name: 'Ada', status: 'active' }]);
      expect((await browser.get('/account')).path).toMatch(/^\/sign-in/);
      expect((await browser.submit('/sign-in', { email, password: 'a new and long one' })).path).toBe('/account');
    });

    it('activates a pending user, whose invitation is void then', async () => {
      const user = await makeUser(suite, { status: 'pending', password_hash: null });
      await inUnit(suite, () => suite.app.get(UserLinks).invite(user));
      expect(JSON.parse((await set(user.email, PASSWORD)).out).status).toBe('active');
      expect((await new Browser(suite.base).get(await linkTo(suite, user.email))).status).toBe(410);
    });

    it('leaves a suspended user suspended', async () => {
      const { email } = await makeUser(suite, { status: 'suspended' });
      expect(JSON.parse((await set(email, PASSWORD)).out).status).toBe('suspended');
    });

    it('says what is wrong, and changes nothing', async () => {
      const { email } = await makeUser(suite);
      const before = await hashOf(email);
      expect(await set(email, 'short')).toEqual({
        code: 1,
        out: '',
        err: '--password: The password must have at least 10 characters.',
      });
      expect((await set('nobody@example.com', PASSWORD)).err).toContain('There is no user nobody@example.com');
      expect((await set(email, PASSWORD, 'ws_none')).err).toContain('There is no workspace ws_none');
      expect(await hashOf(email)).toBe(before);
    });
  });
});
