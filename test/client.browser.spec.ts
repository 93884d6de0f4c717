import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, noChromium, provoke } from './support/chromium.js';
import { registerClient } from './support/oauth.js';
import { makeUser, PASSWORD } from './support/people.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/** A page that signs people in and says who they are. */
const page = (baseUrl: string, clientId: string) => `<!doctype html><title>Notes</title><p></p><script type="module">
  import { SignIn } from './sign-in.js';
  const signIn = new SignIn({ baseUrl: '${baseUrl}', clientId: '${clientId}', redirectUri: location.origin + '/', scopes: ['office:read'] });
  const back = await signIn.finish();
  if (!back) await signIn.start('where they were');
  else {
    const say = async () => {
      const headers = { Authorization: 'Bearer ' + (await signIn.accessToken()) };
      const answer = await fetch('${baseUrl}/v1/access/me', { headers });
      document.querySelector('p').textContent = back.state + ' ' + answer.status;
    };
    await say();
    window.end = async () => {
      const token = await signIn.accessToken();
      await signIn.end();
      const answer = await fetch('${baseUrl}/v1/access/me', { headers: { Authorization: 'Bearer ' + token } });
      return [answer.status, await signIn.accessToken().catch((error) => error.status)];
    };
  }
</script>`;

describe.skipIf(noChromium)('The client in a browser', () => {
  let app: TestApp;
  let browser: Chromium;
  let notes: Server;
  let clientId: string;
  beforeAll(async () => {
    notes = createServer(async (request, response) => {
      const { pathname } = new URL(request.url!, 'http://notes');
      if (pathname === '/') return response.setHeader('Content-Type', 'text/html').end(page(app.base, clientId));
      const source = await readFile(`client/src${pathname.replace(/js$/, 'ts')}`, 'utf8').catch(() => '');
      const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
      response
        .setHeader('Content-Type', 'text/javascript')
        .end(ts.transpileModule(source, { compilerOptions }).outputText);
    }).listen(0, '127.0.0.1');
    await once(notes, 'listening');
    const origin = `http://127.0.0.1:${(notes.address() as AddressInfo).port}`;
    app = await startTestApp({ CORS_ORIGINS: origin });
    clientId = (await registerClient(app, { redirect_uris: [`${origin}/`] })).client_id;
    browser = new Chromium();
  });
  afterAll(async () => {
    await browser?.close();
    notes.close();
    await app.close();
  });

  it('signs people in, keeps no token, and needs no password after a reload', async () => {
    const { email } = await makeUser(app, { roles: ['office:editor'] });
    await browser.within({}, async (tab) => {
      provoke(tab, 401);
      const { port } = notes.address() as AddressInfo;
      await tab.goto(`http://127.0.0.1:${port}/`);
      await tab.getByLabel('E-mail address').fill(email);
      await tab.getByLabel('Password').fill(PASSWORD);
      await tab.getByRole('button', { name: 'Sign in' }).click();
      await tab.getByRole('button', { name: 'Allow', exact: true }).click();
      await tab.getByText('where they were 200').waitFor();
      expect(new URL(tab.url()).search).toBe('');
      const kept = () => [globalThis as any].map(({ sessionStorage: s, localStorage: l }) => s.length + l.length)[0];
      expect(await tab.evaluate(kept)).toBe(0);

      await tab.reload();
      await tab.getByRole('button', { name: 'Allow', exact: true }).click();
      await tab.getByText('where they were 200').waitFor();
      expect(await tab.evaluate(() => (globalThis as any).end())).toEqual([401, 401]);
    });
  });
});
