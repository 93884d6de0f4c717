import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Requirements of levels 1 and 2 in ASVS 5.0. */
const REQUIREMENTS = 253;

const rows = [
  ...readFileSync('docs/asvs.md', 'utf8').matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/gm),
];
const tests = rows.flatMap(([, id, , , held]) =>
  [...held!.matchAll(/`([\w./-]+\.spec\.ts)`: `(.+?)`(?=<br>|$)/g)].map(([, file, name]) => ({
    id,
    file: file!,
    name: name!,
  })),
);

it('docs/asvs.md has each requirement once, with a test or a reason', () => {
  expect(new Set(rows.map(([, id]) => id)).size).toBe(REQUIREMENTS);
  expect(rows).toHaveLength(REQUIREMENTS);
  const reason = /^(Documented|Not applicable|Open): \S.+\.$/;
  const held = new Set(tests.map(({ id }) => id));
  expect(rows.filter(([, id, , , text]) => !held.has(id!) && !reason.test(text!)).map(([, id]) => id)).toEqual([]);
});

it('every test that docs/asvs.md names exists', () => {
  const missing = tests.filter(({ file, name }) => {
    return !existsSync(file) || !isNamed(readFileSync(file, 'utf8'), name);
  });
  expect(missing).toEqual([]);
  expect(tests.length).toBeGreaterThan(150);
});

/** Whether a spec has a test or a case of this name. */
const isNamed = (source: string, name: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote},`));
