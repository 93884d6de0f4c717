import { existsSync, globSync, readFileSync } from 'node:fs';
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
  const reason = /^(Documented|Not applicable|Operator): \S.+\.$/;
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

it('each control that npm run asvs removes stands in its file once', () => {
  const controls: { what: string; file: string; find: string }[] = JSON.parse(
    readFileSync('test/asvs/controls.json', 'utf8'),
  );
  const isOnce = (text: string, part: string) => text.split(part).length === 2;
  expect(
    controls.filter(({ file, find }) => !isOnce(readFileSync(file, 'utf8'), find)).map(({ what }) => what),
  ).toEqual([]);
});

/** The sources of a folder by their paths, without specs. */
const sourcesOf = (folder: string): [path: string, source: string][] =>
  globSync(`${folder}/**/*.{ts,tsx}`)
    .filter((path) => !path.includes('node_modules') && !/\.(spec|sample)\.ts$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]);

/** All that the first group of a pattern finds in the sources of a folder, each once. */
const found = (folder: string, pattern: RegExp): string[] =>
  [
    ...new Set(sourcesOf(folder).flatMap(([, source]) => [...source.matchAll(pattern)].map(([, word]) => word!))),
  ].toSorted();

it('The server encrypts with AES-256-GCM alone', () => {
  expect(found('src', /create(?:Cipher|Decipher)iv\(\s*([^,]+),/g)).toEqual(["'aes-256-gcm'"]);
});

it('The server hashes with SHA-256, and with SHA-1 where a protocol asks for it', () => {
  expect(found('src', /create(?:Hash|Hmac)\(\s*([^,)]+)[,)]/g)).toEqual(["'sha1'", "'sha256'"]);
  const old = sourcesOf('src').filter(([, source]) => source.includes("'sha1'"));
  // One-time codes (RFC 6238), and the range service of breached passwords.
  expect(old.map(([path]) => path).toSorted()).toEqual([
    'src/access/factors/totp.ts',
    'src/access/passwords/breached-passwords.ts',
  ]);
});

it('Random values come from the cryptographic source, but for the jitter of retries', () => {
  const loose = sourcesOf('src').filter(([, source]) => source.includes('Math.random'));
  expect(loose.map(([path]) => path)).toEqual(['src/webhooks/sending/retry-schedule.ts']);
});

it('The console hears no messages of other origins', () => {
  // A BroadcastChannel reaches windows of its own origin alone.
  const hearing = sourcesOf('console').filter(([, source]) => /addEventListener\('message'|onmessage/.test(source));
  for (const [path, source] of hearing) expect(source, path).toContain('BroadcastChannel');
  expect(found('console', /\b(window|parent|opener)\.postMessage/g)).toEqual([]);
});

/** Whether a spec, or a check of test/routes that it runs, has a test or a case of this name. */
const isNamed = (spec: string, name: string): boolean => {
  const checks = [...spec.matchAll(/from '\.\/routes\/([\w-]+)\.js'/g)].map(([, file]) => `test/routes/${file}.ts`);
  const source = [spec, ...checks.map((file) => readFileSync(file, 'utf8').replace(/\$\{\w+\}/g, '%s'))].join('');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote},`));
};
