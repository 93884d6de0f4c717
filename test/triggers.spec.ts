import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './support/test-app.js';

/** Rules belong to services. A trigger needs a reason, which stands in the table of docs/architecture.md. */
const MAX_TRIGGERS = 20;

let suite: TestApp;
let triggers: string[];
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  const { rows } = await suite.database.execute<{ name: string }>(
    `select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = 'public'::regnamespace order by t.tgname`,
  );
  triggers = rows.map(({ name }) => name);
});
afterAll(() => suite.close());

it('the schema has few triggers', () => {
  expect(triggers.length).toBeLessThanOrEqual(MAX_TRIGGERS);
});

it('each trigger stands with its reason in docs/architecture.md, and no other', () => {
  const [, section = ''] = readFileSync('docs/architecture.md', 'utf8').split('\n## Triggers\n');
  const rows = section.split('\n## ')[0]!.matchAll(/^\| `(\w+)` +\| \S.*\|$/gm);
  expect([...rows].map(([, name]) => name!).toSorted()).toEqual(triggers);
});
