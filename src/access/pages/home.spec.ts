import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

const STYLES = /<link rel="stylesheet" href="(\/assets\/[^"]+\/pages\.css)"/;
/** The types that a browser accepts when people open an address. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

it('The address itself shows what this is, and every link on the page leads somewhere', async () => {
  const answer = await fetch(`${suite.base}/`);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await answer.text();
  expect(page).not.toMatch(/<script/);
  expect(page).toMatch(STYLES);
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
  expect(links).toEqual(expect.arrayContaining(['/console', '/account', '/docs', '/openapi.json', '/health/ready']));
  for (const link of links) expect((await fetch(suite.base + link)).status, link).toBe(200);
});

describe('An unknown address', () => {
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(suite.base + path, { headers });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  it('is a page with the look of the others in a browser', async () => {
    const { status, type, text } = await open('/pricing', BROWSER);
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toMatch(STYLES);
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain('<a href="/">Go to the start page</a>');
  });

  it('is JSON for every other client, and in the API', async () => {
    for (const [path, headers] of [
      ['/pricing', {}],
      ['/pricing', { accept: 'application/json' }],
      ['/pricing', { accept: '*/*' }],
      ['/v1/pricing', BROWSER],
      ['/.well-known/nothing', BROWSER],
    ] as const) {
      const { status, type, text } = await open(path, headers);
      expect([status, type], path).toEqual([404, 'application/json; charset=utf-8']);
      expect(JSON.parse(text).error.code).toBe('RESOURCE_NOT_FOUND');
    }
  });

  it('says on a page that a link to a file has expired', async () => {
    const { status, text } = await open('/files/nothing', BROWSER);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain('<h1>');
  });
});

it('The icon is found where browsers look for it without a page', async () => {
  const answer = await fetch(`${suite.base}/favicon.ico`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});
