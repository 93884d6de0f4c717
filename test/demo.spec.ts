import { afterAll, beforeAll, expect, it } from 'vitest';
import { Suite } from '#client';
import { fill } from '../demo/fill.js';
import { type Receiver, startReceiver } from '../demo/receiver.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/** A fiftieth of the company: 4 documents, 10 contacts, 2 deals, 3 applications, 6 tasks. */
const scale = 0.02;

let app: TestApp;
let receiver: Receiver;
let other: Suite;
let suite: Suite;
beforeAll(async () => {
  [app, receiver] = await Promise.all([startTestApp({ WEBHOOK_RETRY_BASE_SECONDS: '1' }), startReceiver(0)]);
  const { key } = (await app.workspace()).client;
  // Both at once: most of the time they wait for their alerts.
  await Promise.all(
    [app.client.key!, key!].map((apiKey) => fill({ baseUrl: app.base, apiKey, receiver: receiver.url, scale })),
  );
  suite = new Suite({ baseUrl: app.base, apiKey: app.client.key! });
  other = new Suite({ baseUrl: app.base, apiKey: key! });
});
afterAll(async () => {
  receiver.close();
  await app.close();
});

/** The demo's records of each type, as people would find them. */
async function company(of: Suite) {
  const names = async (records: AsyncIterable<any>) => {
    const all: string[] = [];
    for await (const { title, name, display_name, candidate } of records)
      all.push(title ?? name ?? display_name ?? candidate.display_name);
    return all.sort();
  };
  const inEach = async (parents: AsyncIterable<{ id: string }>, list: (id: string) => AsyncIterable<any>) => {
    const all: string[] = [];
    for await (const { id } of parents) all.push(...(await names(list(id))));
    return all.sort();
  };
  return {
    people: await names(of.each('/v1/access/users')),
    groups: await names(of.each('/v1/access/groups')),
    documents: await names(of.each('/v1/office/documents')),
    sheets: await names(of.each('/v1/office/sheets')),
    files: await names(of.each('/v1/office/files')),
    contacts: await names(of.each('/v1/sales/contacts')),
    deals: await names(of.each('/v1/sales/deals')),
    jobs: await names(of.each('/v1/careers/jobs')),
    applications: await inEach(of.each('/v1/careers/jobs'), (job_id) =>
      of.each('/v1/careers/jobs/{job_id}/applications', { params: { path: { job_id } } }),
    ),
    projects: await names(of.each('/v1/project/projects')),
    tasks: await inEach(of.each('/v1/project/projects'), (project_id) =>
      of.each('/v1/project/projects/{project_id}/tasks', { params: { path: { project_id } } }),
    ),
    policies: await names(of.each('/v1/guard/policies')),
    alerts: await names(of.each('/v1/guard/alerts')),
  };
}

it('fills a workspace with a company, the same each time', async () => {
  const first = await company(suite);
  expect(Object.fromEntries(Object.entries(first).map(([what, names]) => [what, names.length]))).toEqual({
    people: 40,
    groups: 9,
    documents: 4,
    sheets: 2,
    files: 1,
    contacts: 10,
    deals: 2,
    jobs: 8,
    applications: 3,
    projects: 6,
    tasks: 6,
    policies: 3,
    alerts: 4,
  });
  expect(await company(other)).toEqual(first);
});

it('computes its formulas, and shows webhooks that fail', async () => {
  const { data: sheets } = await suite.get('/v1/office/sheets');
  const budget = sheets.find(({ title }) => title.startsWith('Budget'))!;
  const { values } = await suite.get('/v1/office/sheets/{id}/values', {
    params: { path: { id: budget.id }, query: { range: 'Summary!A1:D7' } },
  });
  expect(values.flat().join()).not.toMatch(/#[A-Z]/);
  expect(values[6]![1]).toMatch(/^\$[\d,]{7,}/);
  const { data: webhooks } = await suite.get('/v1/webhooks');
  const { id } = webhooks.find(({ url }) => url.endsWith('/intranet'))!;
  await expect
    .poll(async () => {
      const { data } = await suite.get('/v1/webhooks/{id}/deliveries', { params: { path: { id } } });
      return data.some(({ attempt_count }) => attempt_count > 0);
    })
    .toBe(true);
});
