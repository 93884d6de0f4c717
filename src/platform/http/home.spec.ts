import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

it('The address itself shows what this is, and every link on the page leads somewhere', async () => {
  const answer = await fetch(`${suite.base}/`);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const page = await answer.text();
  expect(page).not.toMatch(/<script/);
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
  expect(links).toEqual(
    expect.arrayContaining(['/favicon.svg', '/console', '/docs', '/openapi.json', '/health/ready']),
  );
  for (const link of links) expect((await fetch(suite.base + link)).status, link).toBe(200);
});

it('The icon is found where browsers look for it without a page', async () => {
  const answer = await fetch(`${suite.base}/favicon.ico`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});
