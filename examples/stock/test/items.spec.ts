import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from 'workspace-suite/testing';

/** Rules of this package, which `suite-check` cannot know. */

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

it('refuses a second item of the same name', async () => {
  const path = '/v1/stock/items';
  expect((await suite.client.post(path, { name: 'Screws', pieces: 12 })).status).toBe(201);
  const { status, body } = await suite.client.post(path, { name: 'Screws' });
  expect([status, body.error.message]).toEqual([409, 'There is an item with this name already.']);
});
