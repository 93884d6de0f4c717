import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { html, Layout } from './layout.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The page for signing in has one script, that of passkeys, which its hash allows. */
const SCRIPT = /<script>([^]*?)<\/script>/;
function policyOf(text: string): string {
  const script = SCRIPT.exec(text)?.[1];
  if (script === undefined) return POLICY;
  const hash = createHash('sha256').update(script).digest('base64');
  return POLICY.replace('font-src', `script-src 'sha256-${hash}'; font-src`);
}

describe('html', () => {
  it('escapes what is put in, unless it is HTML itself', () => {
    const piece = html`<b>${'a & b'}</b>`;
    expect(html`<p title="${`"'`}">${'<script>'}${piece}${[piece, 'x>']}${3}</p>`.text).toBe(
      '<p title="&quot;&#39;">&lt;script&gt;<b>a &amp; b</b><b>a &amp; b</b>x&gt;3</p>',
    );
  });

  it('leaves out what is nothing', () => {
    expect(html`<p>${null}${undefined}${false}${''}${0}</p>`.text).toBe('<p>0</p>');
  });
});

describe('Every page', () => {
  const paths = [
    '/sign-in',
    '/forgot-password',
    '/forgot-password?done=sent',
    '/accept-invitation?token=x',
    '/reset-password',
    '/account',
    '/account/nothing',
    '/welcome',
    '/welcome/nothing',
  ];

  it('runs nothing, loads nothing from elsewhere, is in no frame and kept by nobody', async () => {
    const { email } = await makeUser(suite);
    const browser = new Browser(suite.base);
    await browser.submit('/sign-in', { email, password: PASSWORD });
    for (const path of [...paths, '/sign-in?prompt=login']) {
      const { headers, text } = await browser.get(path);
      expect(headers.get('content-security-policy'), path).toBe(path.startsWith('/sign-in') ? policyOf(text) : POLICY);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('x-request-id')).toMatch(/^req_/);
      expect(text).toMatch(/^<!doctype html>\s*<html lang="en">/);
      expect(text.replace(SCRIPT, '')).not.toMatch(/<script|style="|\son\w+=|https?:\/\//);
    }
  });

  it('answers HEAD as GET, without the text', async () => {
    for (const path of paths) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => new Browser(suite.base).send(method, path)),
      );
      expect([head!.status, head!.text]).toEqual([get!.status, '']);
      expect(head!.headers.get('content-security-policy')).toBe(policyOf(get!.text));
    }
  });

  it('may have forms that lead to a client of the authorization server', () => {
    const layout = suite.app.get(Layout);
    const { headers } = layout.page({ title: 'x', body: html`x`, formTargets: ['https://app.example', 'myapp:'] });
    expect(headers['Content-Security-Policy']).toContain("form-action 'self' https://app.example myapp:;");
  });

  it('stands under the path of BASE_URL', async () => {
    const below = await startTestApp({ ROLE: 'api', BASE_URL: 'https://example.com/suite/' }, { beside: suite });
    try {
      const { text } = await new Browser(below.base).get('/sign-in');
      expect(text).toContain('action="/suite/sign-in"');
      expect(text).toMatch(/href="\/suite\/assets\/\w+\/pages\.css"/);
      expect(text).toContain('href="/suite/forgot-password"');
      const { headers } = await new Browser(below.base, {}, false).get('/account');
      expect(headers.get('location')).toBe('/suite/sign-in?return_to=/suite/account');
      const made = await new Client(below.base, suite.client.key).post('/v1/office/documents', { title: 'Plan' });
      expect(made.headers.get('location')).toBe(`/suite/v1/office/documents/${made.body.id}`);
    } finally {
      await below.close();
    }
  });
});

describe('What goes wrong under the addresses of pages', () => {
  it.each([
    ['GET', '/sign-in/nothing', 404, 'Nothing exists at this URL.'],
    ['GET', '/account/sessions', 404, 'Nothing exists at this URL.'],
    ['GET', '/assets/any/other.css', 404, 'Nothing exists at this URL.'],
    ['GET', '/sign-out', 405, 'Method not allowed. Allowed: '],
    ['PUT', '/account', 405, 'Method not allowed. Allowed: '],
    ['DELETE', '/sign-in', 405, 'Method not allowed. Allowed: '],
    ['POST', '/sign-in', 400, 'application/x-www-form-urlencoded'],
    ['GET', '/assets/any/%', 400, 'The URL of the request is not valid.'],
  ])('is a page: %s %s', async (method, path, status, message) => {
    const visit = await new Browser(suite.base).send(method, path);
    expect(visit.status).toBe(status);
    expect(visit.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(visit.headers.get('content-security-policy')).toBe(POLICY);
    expect(visit.text).toContain(message);
    expect(visit.headers.has('allow')).toBe(status === 405);
  });

  it('elsewhere is JSON, as ever', async () => {
    for (const path of ['/nothing', '/sign-inn', '/v1/account', '/v1/sign-in'])
      expect((await suite.client.get(path)).body.error.code).toBe('RESOURCE_NOT_FOUND');
  });
});

describe('The stylesheet', () => {
  it('is kept for good under a name that changes with it', async () => {
    const { text } = await new Browser(suite.base).get('/sign-in');
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(text)![1]!;
    const styles = await new Browser(suite.base).get(href);
    expect(styles.status).toBe(200);
    expect(styles.headers.get('content-type')).toContain('text/css');
    expect(styles.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const older = await new Browser(suite.base).get('/assets/000000000000/pages.css');
    expect([older.text, older.headers.get('cache-control')]).toEqual([styles.text, 'no-cache']);
  });

  it('names the letters beside it', async () => {
    const { text } = await new Browser(suite.base).get('/sign-in');
    const [, href] = /<link rel="stylesheet" href="([^"]+)"/.exec(text)!;
    const { text: styles } = await new Browser(suite.base).get(href!);
    const files = [...styles.matchAll(/src: url\(\.\/([\w-]+\.woff2)\)/g)].map(([, file]) => file);
    expect(files).toEqual(['inter-latin-wght-normal.woff2', 'inter-latin-ext-wght-normal.woff2']);
    for (const file of files) {
      const { status, headers } = await fetch(new URL(file!, suite.base + href));
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ]);
    }
  });
});
