import { describe, expect, it } from 'vitest';
import de from '../console/languages/de.js';
import type { Text } from '../console/languages/index.js';
import { wordsOfContract } from './texts/contract-words.js';
import { sources, sourceOf, textsOutside, textsSaid } from './texts/said.js';

const LANGUAGES = { de };

const files = sources();
const said = files.flatMap(textsSaid);
const plain = new Set(said.flatMap(({ text, one }) => (one === undefined ? [text] : [])));
const counted = new Map(said.flatMap(({ text, one }) => (one === undefined ? [] : [[text, one] as const])));
const contract = wordsOfContract();

const holesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].toSorted();
const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));

describe('Texts of the console', () => {
  it('stand in the catalogue, all of them', () => {
    expect(files.flatMap(textsOutside).map(({ at, text }) => `${at} ${text}`)).toEqual([]);
  });

  it('are literals, and get the values that they name', () => {
    const wrong = said.flatMap(({ at, text, values }) => {
      if (!text) return [`${at} is no literal`];
      // A text without values is filled in elsewhere (`fill`), or has braces that people read.
      if (values === null) return [];
      const holes = holesOf(text);
      const missing = holes.filter((name) => !values.includes(name));
      const unused = values.filter((name) => name !== 'count' && !holes.includes(name));
      return missing.length || unused.length ? [`${at} ${text}: ${[...missing, ...unused].join(', ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('are not said with a number and without one', () => {
    expect([...counted.keys()].filter((text) => plain.has(text) || contract.has(text))).toEqual([]);
  });

  // What the checks above find, so that they cannot stop finding it.
  it.each([
    ['<p>Deals are here</p>', ['Deals are here']],
    ['<p>{open ? "Open deals" : t("Closed")}</p>', ['Open deals']],
    ['<Button title="Save" className="wide" />', ['Save']],
    ['<Filter label="any" />', ['any']],
    ['<p>{name ?? "A task"}</p>', ['A task']],
    ['function More({ words = "open" }) {}', ['open']],
    ['const COLUMNS = [{ title: "Stage", path: "/v1/Stage" }];', ['Stage']],
    ['toast(`Deleted ${name} for good.`);', ['Deleted {} for good.']],
    ['<Facts of={{ Owner: name }} />', ['Owner']],
    ['t("{who} left", { who: name ?? "Somebody" });', ['Somebody']],
    ['throw new Error("Choose a file.");', ['Choose a file.']],
    ['t("Save"); plural(2, "{count} deal", "{count} deals"); get("/v1/deals"); if (key === "Enter") go("files");', []],
  ])('in %s, finds %j', (code, texts) => {
    expect(textsOutside(sourceOf('x.tsx', code)).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    ['t(name)', ''],
    ['t("Save")', 'Save'],
    ['rich("{who} left", { who })', '{who} left'],
  ])('of %s, reads “%s”', (code, text) => {
    expect(textsSaid(sourceOf('x.tsx', code)).map((each) => each.text)).toEqual([text]);
  });
});

describe.each(Object.entries(LANGUAGES))('Texts in %s', (language, texts: Record<string, Text>) => {
  it('are there for every text of the code', () => {
    expect([...plain, ...counted.keys()].filter((text) => !(text in texts))).toEqual([]);
  });

  it('are there for every word of the contract that people read', () => {
    expect([...contract].filter((word) => !(word in texts))).toEqual([]);
  });

  it('are of something', () => {
    expect(Object.keys(texts).filter((text) => !plain.has(text) && !counted.has(text) && !contract.has(text))).toEqual(
      [],
    );
  });

  it('name the same values', () => {
    const wrong = Object.entries(texts).flatMap(([text, own]) =>
      formsOf(own)
        .filter((form) => {
          const holes = holesOf(form);
          // A form for one may leave the number out: “one day”.
          const wanted = holesOf(text).filter(
            (name) => name !== 'count' || holes.includes('count') || !counted.has(text),
          );
          return wanted.join() !== holes.join();
        })
        .map((form) => `${text}: ${form}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have each form of a number', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const wrong = Object.entries(texts).filter(([text, own]) =>
      counted.has(text)
        ? typeof own === 'string' || Object.keys(own).toSorted().join() !== forms.join()
        : typeof own !== 'string',
    );
    expect(wrong).toEqual([]);
  });
});
