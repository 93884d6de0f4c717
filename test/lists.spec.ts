import { afterAll, beforeAll, expect, it } from 'vitest';
import { Lists, type Measured } from '../bench/growth-lists.js';
import { fill } from '../bench/growth-seed.js';
import { longReadsOf, MAX_READ, ROWS, scansOf } from './routes/lists.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/** Lists that read all their matches, with the reason. The planner may scan a table as small as here. */
const AS_LONG_AS_MATCHES: [name: RegExp, why: string][] = [
  [/\/(api-keys|oauth-clients|calendar-feeds)/, 'They are made one by one: a workspace has thousands at most.'],
  [
    /\?(tag|label|contact_id|q)=/,
    'A GIN index gives all its matches. Of a value that is not rare, the newest 5 000 rows are read first.',
  ],
  [/\?resource_name=/, 'The search over all types, which finds the records, tries 200 rows of each type.'],
  [
    /\/users\?role=|\/events\?type=access/,
    'Holders of a role are users and members of groups. No index has their union in order. Of events of a rare type the planner ' +
      'reads all of a table as small as here, or not: it depends on how many were in the month before.',
  ],
];

let suite: TestApp;
const results = new Map<string, Measured>();
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  await fill(suite.app, suite.workspaceId, suite.ownerId, { users: ROWS, records: ROWS, entries: ROWS });
  await suite.database.execute('vacuum (analyze)');
  const member = await suite.client.signedIn('office:viewer');
  const lists = new Lists(suite.app, suite.base, suite.client.key!, suite.workspaceId, member.client.key!);
  for await (const [name, measured] of lists.measure(1)) results.set(name, measured);
}, 600_000);
afterAll(() => suite.close());

it('are large here, each of them (bench/growth-seed.ts fills them)', () => {
  const whole = [...results].filter(
    ([name]) => !name.includes('?') && !/deep|admin|groups|(users|deals|contacts|changes)\/:/.test(name),
  );
  expect(whole.length).toBeGreaterThan(8);
  expect(whole.filter(([, { total }]) => total < ROWS - ROWS / 50).map(([name]) => name)).toEqual([]);
});

const excused = (name: string) => AS_LONG_AS_MATCHES.some(([pattern]) => pattern.test(name));

it('never read a table that grows row by row', () => {
  expect(scansOf(results, excused)).toEqual([]);
});

it('read few rows for a page, by whatever sort and filter', () => {
  expect(longReadsOf(results, excused)).toEqual([]);
});

it('are excused only where there is need', () => {
  const names = [...results].filter(([, { read }]) => read > MAX_READ).map(([name]) => name);
  expect(AS_LONG_AS_MATCHES.filter(([pattern]) => !names.some((name) => pattern.test(name)))).toEqual([]);
});
