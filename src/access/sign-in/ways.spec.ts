import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, type Visit } from '../../../test/support/browser.js';
import { withTotp } from '../../../test/support/factors.js';
import { CompanyProvider, signInAt } from '../../../test/support/identity-provider.js';
import { SoftPasskey } from '../../../test/support/passkey.js';
import { linkTo, makeUser, PASSWORD, userOf } from '../../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { User } from '../users/user.entity.js';

const SETTINGS = '/v1/access/settings';
const NEW = 'wholly other battery';

let suite: TestApp;
let company: CompanyProvider;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
  company = await CompanyProvider.start();
});
afterAll(async () => {
  await company.close();
  await suite.close();
});

let last = 0;
const newBrowser = () => new Browser(suite.base, { 'X-Forwarded-For': `198.51.100.${++last % 250}` });

interface Place {
  id: string;
  client: Client;
  provider: { id: string } | null;
}

/** The rules of a workspace, each set for users with addresses of example.com. */
const RULES: Record<string, (place: Place) => Promise<unknown>> = {
  none: async () => undefined,
  'password_sign_in: off': ({ client }) => client.patch(SETTINGS, { password_sign_in: 'off' }),
  'password_sign_in: off, and a provider': async (place) => {
    place.provider = await company.join(place.client);
    return place.client.patch(SETTINGS, { password_sign_in: 'off' });
  },
  'a provider that is enforced': async (place) => {
    place.provider = await company.join(place.client, { enforced: true });
  },
};

const signIn = ({ workspace_id, email }: User, browser = newBrowser()) =>
  browser.submit(`/sign-in?workspace=${workspace_id}&method=password`, { email, password: PASSWORD });

/** A link of mail, opened before the rule is set, and used after it. */
async function opened(place: Place, user: User, action: 'invite' | 'password-reset') {
  await place.client.post(`/v1/access/users/${user.id}/${action}`);
  const browser = newBrowser();
  const page = await browser.get(await linkTo(suite, user.email));
  return async () => {
    const visit = await browser.fill(page, { password: NEW, repeated: NEW });
    if (action === 'invite' || visit.status !== 200) return visit;
    return browser.submit(visit.path, { email: user.email, password: NEW });
  };
}

/** The ways to sign in. Each is prepared before the rule is set, and taken after it. */
const WAYS: Record<string, (user: User, place: Place) => Promise<(place: Place) => Promise<Visit>>> = {
  'a password': async (user) => () => signIn(user),
  'a code, after a password of before': async (user) => {
    const app = await withTotp(suite, user);
    const browser = newBrowser();
    const page = await signIn(user, browser);
    return () => browser.fill(page, { code: app.code() });
  },
  'a passkey': async (user) => {
    const passkey = await SoftPasskey.of(suite, user, 5);
    return async () => {
      const browser = newBrowser();
      const page = await browser.get('/sign-in');
      return browser.fill(page, { answer: passkey.answer(page) }, '/sign-in/passkey');
    };
  },
  'a link to a new password': async (user, place) => opened(place, user, 'password-reset'),
  'an invitation': async ({ workspace_id, roles }, place) => {
    const invited = await makeUser(suite, { status: 'pending', password_hash: null, roles }, workspace_id);
    return opened(place, invited, 'invite');
  },
  'the provider':
    async ({ email }) =>
    async (place) =>
      signInAt(suite, company, place.provider ?? (await company.join(place.client)), company.person({ email })),
  'another provider':
    async ({ email }) =>
    async ({ client }) =>
      signInAt(suite, company, await company.join(client), company.person({ email })),
};

/** Whether each way leads in, by rule: the table of docs/sign-in.md. */
const TABLE: Record<string, Record<string, boolean>> = {
  none: {
    'a password': true,
    'a code, after a password of before': true,
    'a link to a new password': true,
    'an invitation': true,
    'a passkey': true,
    'the provider': true,
    'another provider': true,
  },
  'password_sign_in: off': {
    'a password': false,
    'a code, after a password of before': false,
    'a link to a new password': false,
    'an invitation': false,
    'a passkey': true,
    'the provider': true,
    'another provider': true,
  },
  'password_sign_in: off, and a provider': {
    'a password': false,
    'a code, after a password of before': false,
    'a link to a new password': false,
    'an invitation': false,
    'a passkey': false,
    'the provider': true,
    'another provider': true,
  },
  'a provider that is enforced': {
    'a password': false,
    'a code, after a password of before': false,
    'a link to a new password': false,
    'an invitation': false,
    'a passkey': false,
    'the provider': true,
    'another provider': false,
  },
};
const CASES = Object.entries(TABLE).flatMap(([rule, ways]) =>
  Object.entries(ways).map(([way, leadsIn]) => [way, rule, leadsIn] as const),
);

const hasEntered = async ({ client }: Place) =>
  (await client.get('/v1/access/sessions?status=active')).body.data.length > 0;

const prepared = async (roles: string[], way: string, rule: string) => {
  const place: Place = { ...(await suite.workspace()), provider: null };
  const user = await makeUser(suite, { roles }, place.id);
  const enter = await WAYS[way]!(user, place);
  await RULES[rule]!(place);
  return { place, user, visit: await enter(place) };
};

describe('Rules about ways to sign in', () => {
  it.each(CASES)('%s, where the rule is %s, leads in: %s', async (way, rule, leadsIn) => {
    const { place } = await prepared(['access:admin'], way, rule);
    expect(await hasEntered(place)).toBe(leadsIn);
  });

  it.each(CASES.filter(([, , leadsIn]) => !leadsIn))(
    '%s, where the rule is %s, leads in owners, which the audit trail tells',
    async (way, rule) => {
      const { place } = await prepared(['workspace:owner'], way, rule);
      expect(await hasEntered(place)).toBe(true);
      const { body } = await place.client.get('/v1/guard/audit-logs?action=access.session.break_glass');
      expect(body.data).toHaveLength(1);
    },
  );

  it.each([
    ['a password', 'a provider that is enforced', 'an identity provider is enforced for this address'],
    ['a passkey', 'a provider that is enforced', 'an identity provider is enforced for this address'],
    ['a password', 'password_sign_in: off', 'passwords are switched off in this workspace'],
  ])('%s that is refused by %s stands in the audit trail with the rule', async (way, rule, reason) => {
    const { place, user } = await prepared([], way, rule);
    await expect
      .poll(async () => (await place.client.get('/v1/guard/audit-logs?action=access.session.created')).body.data)
      .toMatchObject([{ outcome: 'denied', actor: { email: user.email }, changes: { reason: { to: reason } } }]);
  });

  it('tell the right passkey, and who opens a link, which rule it is; a password never', async () => {
    const rule = 'a provider that is enforced';
    expect((await prepared([], 'a passkey', rule)).visit.text).toContain('an identity provider is enforced');
    const { visit, user } = await prepared([], 'a link to a new password', rule);
    expect([visit.status, visit.text.includes('an identity provider is enforced')]).toEqual([403, true]);
    expect((await userOf(suite, user.id)).password_hash).toBe(user.password_hash);
    expect((await prepared([], 'a password', rule)).visit.text).toContain('e-mail address or the password is wrong');
  });

  it('are checked at each place that begins a session of a browser', () => {
    const sources = globSync('src/access/**/*.ts').filter((path) => !path.endsWith('.spec.ts'));
    const beginning = sources.filter((path) => /\bbrowsers\.signIn\(/.test(readFileSync(path, 'utf8')));
    expect(beginning).toEqual(['src/access/sign-in/entrance.ts']);
  });
});
