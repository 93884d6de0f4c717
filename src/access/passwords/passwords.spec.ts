import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { Browser } from '../../../test/support/browser.js';
import { inUnit, linkTo, makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { userCommands } from '../index.js';
import { UserLinks } from '../links/user-links.service.js';
import { passwordProblem } from './password-rules.js';
import { Passwords } from './passwords.service.js';

describe('A password', () => {
  const problem = (password: string, email = 'ada@example.com') => passwordProblem(password, email);

  it.each([
    PASSWORD,
    '          ',
    'ключ-от-квартиры',
    '🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑',
    'x'.repeat(255) + '9',
    '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a',
  ])('may be %j', async (password) => {
    expect(await problem(password)).toBeNull();
  });

  it('has 10 to 256 characters, whatever they are made of', async () => {
    expect(await problem('🔑'.repeat(9))).toBe('The password must have at least 10 characters.');
    expect(await problem('e\u0301'.repeat(9))).toBe('The password must have at least 10 characters.');
    expect(await problem('xy'.repeat(128))).toBeNull();
    expect(await problem('xy'.repeat(128) + 'z')).toBe('The password must have at most 256 characters.');
  });

  it.each(['1234567890', 'qwertyuiop', 'QwertyUiop', 'password123', '１２３４５６７８９０'])(
    'is not one that everybody tries: %s',
    async (password) => {
      expect(await problem(password)).toMatch('too common');
    },
  );

  it('does not contain the local part of the address', async () => {
    expect(await problem('we love LOVELACE a lot', 'lovelace@example.com')).toMatch('first part');
    // What is that short is in words by chance.
    expect(await problem('we love al a lot', 'al@example.com')).toBeNull();
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
