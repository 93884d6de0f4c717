import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import { withTotp } from '../../../test/support/factors.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { asSystem } from '../../platform/context/request-context.js';
import { UserLinks } from '../links/user-links.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import type { User } from '../users/user.entity.js';

const VICTIMS = 'the battery of the victim';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
});
afterAll(() => suite.close());

let last = 0;
const ownAddress = () => ({ 'X-Forwarded-For': `198.51.100.${++last}` });

/** Somebody here, and a user with the same address in a workspace of the attacker, who knows that one's password. */
async function twoWorkspaces() {
  const password_hash = await suite.app.get(Passwords).hash(VICTIMS);
  const victim = await makeUser(suite, { password_hash });
  const { id } = await suite.workspace();
  const puppet = await makeUser(suite, { email: victim.email }, id);
  return { victim, puppet };
}

const signIn = (browser: Browser, { email, workspace_id }: User, password = PASSWORD) =>
  browser.submit(`/sign-in?prompt=login&workspace=${workspace_id}`, { email, password });

/** A browser that has signed in as a user before. */
async function knownTo(user: User, address = ownAddress()): Promise<Browser> {
  const browser = new Browser(suite.base, address);
  expect((await signIn(browser, user)).path).toBe('/account');
  return browser;
}

describe('A workspace with a user of the same address', () => {
  it('guesses passwords no better with its device cookies, and its own sign-ins forget no failure', async () => {
    const { victim, puppet } = await twoWorkspaces();
    const attacker = await knownTo(puppet);
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) {
      for (let times = 0; times < 2; times++) statuses.push((await signIn(attacker, victim, 'a guess')).status);
      expect((await signIn(attacker, puppet)).path).toBe('/account');
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await signIn(new Browser(suite.base, ownAddress()), victim, VICTIMS)).status).toBe(429);
  });

  it('guesses passwords no better by setting the guess as its own password', async () => {
    const { victim, puppet } = await twoWorkspaces();
    const attacker = await knownTo(puppet);
    const verify = vi.spyOn(suite.app.get(Passwords), 'verify');
    for (let times = 0; times < 8; times++) {
      const visit = await attacker.submit('/sign-in?prompt=login', { email: puppet.email, password: PASSWORD });
      expect(visit.path).toBe('/account');
    }
    const guesses = verify.mock.calls.filter(([hash]) => hash === victim.password_hash).length;
    verify.mockRestore();
    expect(guesses).toBe(5);
    await expect
      .poll(async () => {
        const { body } = await suite.client.get('/v1/guard/audit-logs?action=access.session.created&outcome=failure');
        return body.data.filter(({ actor }: any) => actor.email === victim.email).length;
      })
      .toBe(5);
  });

  it('guesses passwords no better by links to a new password', async () => {
    const { victim, puppet } = await twoWorkspaces();
    const address = ownAddress();
    const guess = async () => (await signIn(new Browser(suite.base, address), victim, 'a guess')).status;
    for (let times = 0; times < 4; times++) expect(await guess()).toBe(401);
    const link = await asSystem(puppet.workspace_id, () =>
      suite.database.transaction(async () => {
        await suite.database.execute(`update users set status = 'pending' where id = $1`, [puppet.id]);
        return suite.app.get(UserLinks).invite({ ...puppet, status: 'pending' });
      }),
    );
    const { pathname, search } = new URL(link);
    const password = 'wholly other battery';
    const visit = await new Browser(suite.base, address).submit(pathname + search, { password, repeated: password });
    expect(visit.via).toContain('/console/');
    expect([await guess(), await guess()]).toEqual([401, 429]);
  });

  it('guesses one-time codes no better with its device cookies', async () => {
    const { victim, puppet } = await twoWorkspaces();
    await withTotp(suite, victim);
    const address = ownAddress();
    const statuses: number[] = [];
    for (let times = 0; times < 7; times++) {
      const attacker = await knownTo(puppet, address);
      const page = await signIn(attacker, victim, VICTIMS);
      expect(page.text).toContain('Enter a code');
      statuses.push((await attacker.fill(page, { code: '000000' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('keeps nobody out whose browser is known, and is kept out by nobody', async () => {
    const { victim, puppet } = await twoWorkspaces();
    const theirs = new Browser(suite.base, ownAddress());
    await signIn(theirs, victim, VICTIMS);
    const known = await knownTo(puppet);
    for (const user of [puppet, victim])
      for (let times = 0; times < 6; times++) await signIn(new Browser(suite.base, ownAddress()), user, 'a guess');
    expect((await signIn(theirs, victim, VICTIMS)).path).toBe('/account');
    expect((await signIn(known, puppet)).path).toBe('/account');
    // Where no workspace is named, a refused user is left out, and the others are not.
    for (let times = 0; times < 5; times++) await signIn(theirs, victim, 'a guess');
    expect((await signIn(theirs, victim, VICTIMS)).status).toBe(429);
    const both = new Browser(suite.base, ownAddress());
    for (const [name, value] of [...known.cookies, ...theirs.cookies]) both.cookies.set(name, value);
    const visit = await both.submit('/sign-in?prompt=login', { email: puppet.email, password: PASSWORD });
    expect(visit.path).toBe('/account');
  });
});

describe('Failures of browsers that are known', () => {
  it('spend the budget of their network, which does not close it to them', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => makeUser(suite)));
    const network = ownAddress();
    const sprayer = new Browser(suite.base, network);
    for (const user of users)
      for (const [name, value] of (await knownTo(user)).cookies)
        if (name.startsWith('device-')) sprayer.cookies.set(name, value);
    const [first] = users;
    const colleague = new Browser(suite.base, network);
    for (const [name, value] of (await knownTo(first!)).cookies) colleague.cookies.set(name, value);
    for (const user of users)
      for (let times = 0; times < 5; times++) expect((await signIn(sprayer, user, 'a guess')).status).toBe(401);
    expect((await signIn(new Browser(suite.base, network), await makeUser(suite))).status).toBe(429);
    expect((await signIn(colleague, first!)).path).toBe('/account');
  });

  it('spend it with codes, too', async () => {
    const network = ownAddress();
    const guesser = new Browser(suite.base, network);
    for (let times = 0; times < 10; times++) {
      const user = await makeUser(suite);
      const app = await withTotp(suite, user);
      const before = new Browser(suite.base, ownAddress());
      await before.fill(await signIn(before, user), { code: app.code() });
      for (const [name, value] of before.cookies) if (name.startsWith('device-')) guesser.cookies.set(name, value);
      let page = await signIn(guesser, user);
      for (let guesses = 0; guesses < 5; guesses++) page = await guesser.fill(page, { code: '000000' });
      expect(page.status).toBe(401);
    }
    expect((await signIn(new Browser(suite.base, network), await makeUser(suite))).status).toBe(429);
  });
});
