import { Validator } from '@seriousme/openapi-schema-validator';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, messageOf } from '../../../test/expect-error.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let anybody: Client;
let document: any;
beforeAll(async () => {
  suite = await startTestApp();
  anybody = new Client(suite.base, null);
  document = (await anybody.get('/openapi.json')).body;
});
afterAll(() => suite.close());

const pages = new Map<string, string>();

/** The text of a page of the site, requested once. */
async function textOf(path: string): Promise<string> {
  if (!pages.has(path)) {
    const answer = await anybody.get(path);
    expect(answer.status, path).toBe(200);
    pages.set(path, answer.text);
  }
  return pages.get(path)!;
}

const linksIn = (text: string) =>
  [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) =>
    link!.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
  );
const isPage = (link: string) =>
  /^\/docs(\/|$)/.test(link) && !link.startsWith('/docs/assets/') && !link.endsWith('.md');

/** All pages that can be reached from the first one. */
async function everyPage(): Promise<string[]> {
  const known = new Set(['/docs']);
  for (const path of known)
    for (const link of linksIn(await textOf(path)).filter(isPage)) known.add(link.split('#')[0]!.split('?')[0]!);
  return [...known];
}

describe('The site for developers', () => {
  it('shows every operation once, with its parameters, and every event', async () => {
    const texts = await Promise.all((await everyPage()).map(textOf));
    const all = texts.join('\n').replace(/\s+/g, ' ');
    for (const [path, methods] of Object.entries<any>(document.paths)) {
      for (const [method, { summary }] of Object.entries<any>(methods)) {
        const place = `data-method="${method}" data-path="${path}"`;
        expect(all.split(place).length - 1, `${method} ${path} ${summary}`).toBe(1);
      }
    }
    for (const type of Object.keys(document.webhooks)) {
      expect(all.split(`<section class="event" id="${type}">`).length - 1, type).toBe(1);
    }
    const deals = await textOf('/docs/sales/deals');
    const create = /id="create-deal"[^]*?<\/section>/.exec(deals)![0];
    for (const part of ['Idempotency-Key', 'expected_close_date', 'external id already exists', 'sales.deal.created'])
      expect(create).toContain(part);
    for (const language of ['curl', 'TypeScript', 'Python']) expect(create).toContain(`<summary>${language}</summary>`);
  });

  it('has no link that leads nowhere, in the reference and in the guides', async () => {
    const every = await everyPage();
    const broken: string[] = [];
    for (const path of every) {
      const text = await textOf(path);
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, `ids of ${path}`).toBe(ids.length);
      for (const link of linksIn(text)) {
        if (/^(https?|mailto):/.test(link)) continue;
        const [target, anchor] = link.split('#') as [string, string?];
        const page = target || path;
        if (!isPage(page.split('?')[0]!)) {
          if (target) await textOf(target);
          continue;
        }
        const there = await textOf(page);
        if (anchor && !there.includes(` id="${decodeURIComponent(anchor)}"`)) broken.push(`${path}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
    // Reference and guides link each other.
    expect(await textOf('/docs/guides/webhooks')).toContain('href="/docs/webhooks#test-webhook"');
    expect(await textOf('/docs/webhooks')).toContain('href="/docs/guides/webhooks"');
  });

  it('keeps to its policy: nothing inline and nothing from elsewhere', async () => {
    for (const path of await everyPage()) {
      const text = await textOf(path);
      expect(text, path).not.toMatch(/ style="| on\w+="|<style|javascript:/);
      expect([...text.matchAll(/<script[^>]*>/g)].length, path).toBe(2);
    }
    const policy = (await anybody.get('/docs')).headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self';/);
    expect(policy).not.toContain('unsafe');
    expect((await anybody.get('/docs/oauth2-redirect.html')).headers.get('content-security-policy')).toBe(policy);
  });

  it('sends its files compressed, and once for each version', async () => {
    const files = linksIn(await textOf('/docs')).filter((link) => link.startsWith('/docs/assets/'));
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { status, headers } = await anybody.get(file, { headers: { 'accept-encoding': 'br' } });
      expect([status, headers.get('content-encoding')], file).toEqual([200, 'br']);
      expect(headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable');
    }
    const page = await anybody.get('/docs', { headers: { 'accept-encoding': 'br' } });
    expect([page.headers.get('content-encoding'), page.headers.get('cache-control')]).toEqual(['br', 'no-cache']);
    // A page of another version, while processes are exchanged: it works, and is not kept.
    const other = await anybody.get('/docs/assets/0123456789ab/site.js');
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  it('answers 304 to whoever has the page, and 404 for a page that is not there', async () => {
    for (const path of ['/docs', '/docs/sales/deals', '/docs/guides/webhooks', '/openapi.json', '/llms.txt']) {
      const tag = (await anybody.get(path)).headers.get('etag')!;
      const answer = await anybody.get(path, { headers: { 'If-None-Match': tag } });
      expect([answer.status, answer.text], path).toEqual([304, '']);
    }
    for (const path of ['/docs/nothing', '/docs/sales/nothing', '/docs/guides/nothing', '/docs/guides/nothing.md'])
      expectError(await anybody.get(path), 404);
    for (const path of [
      '/docs/guides/..%2fpackage',
      '/docs/guides/..%2f..%2fpackage.md',
      '/docs/assets/any/..%2fsite.ts',
    ])
      expectError(await anybody.get(path), 404);
  });

  it('finds routes, events, headings and texts of guides', async () => {
    const found = async (words: string) => {
      const { text } = await anybody.get(`/docs?q=${encodeURIComponent(words)}`);
      return linksIn(/<div id="results">[^]*?<\/div>/.exec(text)![0]);
    };
    expect((await found('create a deal'))[0]).toBe('/docs/sales/deals#create-deal');
    expect(await found('sales.deal.created')).toContain('/docs/sales#sales.deal.created');
    expect((await found('signature')).some((link) => link.startsWith('/docs/guides/webhooks'))).toBe(true);
    expect(await found('zebra umbrella')).toEqual([]);
    const hostile = (await anybody.get(`/docs?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)).text;
    expect(hostile).not.toContain('<img src=x');
    expectError(await anybody.get(`/docs?q=${'x'.repeat(201)}`), 400);
  });

  it('names its pages for machines', async () => {
    const { text, headers } = await anybody.get('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, link]) => new URL(link!).pathname);
    expect(links).toEqual(expect.arrayContaining(['/docs/sales/deals', '/docs/guides/webhooks.md']));
    for (const link of links) await textOf(link);
    const guide = await anybody.get('/docs/guides/webhooks.md');
    expect([guide.headers.get('content-type'), guide.text.slice(0, 2)]).toEqual(['text/markdown; charset=utf-8', '# ']);
  });
});

async function problemsOf(part: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify({ ...part, servers: [{ url: 'https://suite.test' }] });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths').map(({ message }) => message);
}

describe('GET /openapi.json?app=', () => {
  it('is a valid document for each app, and the parts are the whole', async () => {
    const seen: string[] = [];
    for (const { name } of document.tags) {
      const { body: part } = await anybody.get(`/openapi.json?app=${name}`);
      expect(await new Validator().validate(part), name).toEqual({ valid: true });
      // Of the linter, which takes long, two: with keys and without.
      if (['sales', 'oauth'].includes(name)) expect(await problemsOf(part), name).toEqual([]);
      expect(part.tags.map((tag: any) => tag.name)).toEqual([name]);
      seen.push(...Object.keys(part.paths), ...Object.keys(part.webhooks));
    }
    const whole = [...Object.keys(document.paths), ...Object.keys(document.webhooks)];
    expect([...new Set(seen)].toSorted()).toEqual(whole.toSorted());
  });

  it('refuses an app that is not there, and names those that are', async () => {
    for (const app of ['nothing', '__proto__', 'sales,office']) {
      const answer = await anybody.get(`/openapi.json?app=${app}`);
      expectError(answer, 400);
      expect(messageOf(answer)).toContain('app must be one of office, access, sales');
    }
  });
});
