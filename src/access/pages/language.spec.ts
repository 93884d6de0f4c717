import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, type Visit } from '../../../test/support/browser.js';
import { withTotp } from '../../../test/support/factors.js';
import { authorizePath, newProof, registerClient } from '../../../test/support/oauth.js';
import { makeUser, PASSWORD, sendLink } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

const GERMAN = 'de-AT,de;q=0.9,en;q=0.5';
const newBrowser = (language = GERMAN) => new Browser(suite.base, { 'Accept-Language': language, Accept: 'text/html' });

function expectLanguage({ text, headers }: Visit, language: string, words: string): void {
  expect(text).toContain(words);
  expect(text).toContain(`<html lang="${language}">`);
  expect(headers.get('content-language')).toBe(language);
  expect(headers.get('vary')).toContain('Accept-Language');
}

describe('The language of a page', () => {
  it.each([
    [GERMAN, 'de', 'Passwort vergessen?'],
    ['de', 'de', 'Passwort vergessen?'],
    ['fr, de;q=0.3', 'de', 'Passwort vergessen?'],
    ['en-US, de;q=0.9', 'en', 'Forgot your password?'],
    ['de;q=0.4, en;q=0.5', 'en', 'Forgot your password?'],
    ['de;q=0', 'en', 'Forgot your password?'],
    ['fr', 'en', 'Forgot your password?'],
    ['*', 'en', 'Forgot your password?'],
  ])('for %s is %s', async (asked, language, words) => {
    expectLanguage(await newBrowser(asked).get('/forgot-password'), language, words);
  });

  it('is that of what goes wrong, too', async () => {
    expectLanguage(await newBrowser().get('/sign-in/nothing'), 'de', 'Unter dieser Adresse gibt es nichts.');
    const wrong = await newBrowser().submit('/sign-in', { email: 'nobody@example.com', password: 'wrong' });
    expectLanguage(wrong, 'de', 'Die E-Mail-Adresse oder das Passwort ist falsch.');
    expectLanguage(await newBrowser('fr').get('/sign-in/nothing'), 'en', 'Nothing exists at this URL.');
  });

  it('is that of the second step', async () => {
    const user = await makeUser(suite);
    await withTotp(suite, user);
    const browser = newBrowser();
    const asked = await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
    expectLanguage(asked, 'de', 'Code der Authenticator-App');
    expectLanguage(await browser.fill(asked, { code: '000000' }), 'de', 'Der Code ist falsch');
  });

  it('is that of a link to choose a password, and of the rules for one', async () => {
    const browser = newBrowser();
    const visit = await browser.submit(await sendLink(suite, await makeUser(suite)), {
      password: 'qwertyuiop',
      repeated: 'x',
    });
    expectLanguage(visit, 'de', 'Das Passwort ist zu leicht zu erraten.');
    expectLanguage(visit, 'de', 'Die Passwörter stimmen nicht überein.');
  });

  it('is that of the consent and the account, whose names stay as people wrote them', async () => {
    const { email } = await makeUser(suite, { display_name: 'Sign out', roles: ['workspace:owner'] });
    const client = await registerClient(suite, { name: 'Password' });
    const browser = newBrowser();
    const account = await browser.submit('/sign-in', { email, password: PASSWORD });
    expectLanguage(account, 'de', '<h1>Sign out</h1>');
    expectLanguage(account, 'de', 'Mit Passwort angemeldet');
    const consent = await browser.get(authorizePath(client, newProof()));
    expectLanguage(consent, 'de', 'Password in eigenem Namen handeln lassen?');
  });

  it('is not that of the API', async () => {
    const response = await fetch(`${suite.base}/v1/nothing`, { headers: { 'Accept-Language': 'de' } });
    expect(await response.text()).toContain('Nothing exists at this URL.');
    expect(response.headers.has('content-language')).toBe(false);
  });
});
