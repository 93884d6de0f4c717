import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const PAGE = 'docs/decisions.md';
const DOCUMENTS = globSync('{*,docs/*,drill/*,bench/*,src/platform/*}.md').toSorted();
const SOURCES = globSync('{src,test,migrations}/**/*.ts').filter((file) => !file.endsWith('decisions.spec.ts'));

/** A decision is mentioned by its number, a hole in parentheses: `H1` alone is also a cell. */
const MENTION = /\bD-[A-Z]+-\d+[a-z]?\b|(?<=\()H\d+(?=\))/g;

const text = (file: string) => readFileSync(file, 'utf8');
const mentionsIn = (file: string) => text(file).match(MENTION) ?? [];

/** The headings of a document without their marks; code blocks have none. */
const headingsOf = (file: string): string[] =>
  [
    ...text(file)
      .replace(/^```.*?^```/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading]) => heading!);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const linksOf = (file: string) => [...text(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);

const entries = new Map(
  headingsOf(PAGE).flatMap((heading) => {
    const [, number] = /^(D-[A-Z]+-\d+[a-z]?|H\d+) /.exec(heading) ?? [];
    return number ? [[number, anchorOf(heading)] as const] : [];
  }),
);

it('every decision that code and documents mention has its entry', () => {
  const unknown = [...SOURCES, ...DOCUMENTS].flatMap((file) =>
    mentionsIn(file)
      .filter((number) => !entries.has(number))
      .map((number) => `${file}: ${number}`),
  );
  expect(unknown).toEqual([]);
});

it('every entry is found from the top of the page', () => {
  const links = new Set(linksOf(PAGE));
  expect([...entries.values()].filter((anchor) => !links.has(`#${anchor}`))).toEqual([]);
});

it.each(DOCUMENTS)('links of %s lead to documents and headings that exist', (file) => {
  const broken = linksOf(file).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split('#');
    const target = path ? join(dirname(file), path) : file;
    if (anchor) return !headingsOf(target).map(anchorOf).includes(anchor);
    return !existsSync(target);
  });
  expect(broken).toEqual([]);
});

it.each(DOCUMENTS)('files that %s names exist', (file) => {
  // But for those that a guide tells you to make.
  const made = [...text(file).matchAll(/^```ts\n\/\/ (.*)/gm)].map(([, path]) => path);
  const named = text(file).match(/\b(?:src|test|docs|bench|drill|examples)\/[\w./-]+\.(?:ts|md|txt)\b/g) ?? [];
  expect(named.filter((path) => !existsSync(path) && !made.includes(path))).toEqual([]);
});
