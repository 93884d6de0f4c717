import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { de } from '../src/platform/language/de.js';
import { scopesInWords } from '../src/platform/security/apps.js';
import { sourceOf, textsOutside, textsSaid } from './texts/said.js';

/** Attributes without a value, and names that are the same in every language. */
const NAMES = new Set(['autofocus', 'checked', 'hidden', 'required', 'selected', 'UTC', 'Workspace Suite']);

/** Attributes that people read or hear. */
const READ = /\b(?:aria-label|alt|placeholder|title)="([^"]*)"/g;

/** The words of a template of HTML outside of its values: between its tags, and in attributes that people read. */
function wordsIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'html') return;
    const { template } = node;
    const parts = ts.isTemplateExpression(template)
      ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
      : [template.text];
    const whole = parts.join('\0');
    const between = whole.replace(/<[^>]*>|[\w-]+="[^"]*"/g, ' ');
    for (const text of [between, ...[...whole.matchAll(READ)].map(([, value]) => value!)]) {
      const words = text.replace(/[\0\s]+/g, ' ').trim();
      if (/\p{L}{2}/u.test(words) && !NAMES.has(words)) found.push(words);
    }
  };
  visit(source);
  return found;
}

/** The catalogue, and the documentation of the API, which is in English. */
const LEFT_OUT = /^src\/platform\/(language|site)\//;

const files = globSync('src/**/*.ts')
  .filter((file) => !file.endsWith('.spec.ts') && !LEFT_OUT.test(file))
  .map((file) => sourceOf(file, readFileSync(file, 'utf8')));
const said = files.filter(({ text }) => /\bimport\b[^;]*\b(t|rich|deferred)\b[^;]*from/.test(text)).flatMap(textsSaid);
const texts = new Set([...said.map(({ text }) => text), ...Object.values(scopesInWords())]);

const holesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted();

describe('Texts of the pages', () => {
  it('are literals, and get the values that they name', () => {
    const wrong = said.flatMap(({ at, text, values }) =>
      text !== '' && holesOf(text).join() === (values ?? []).toSorted().join() ? [] : [`${at} ${text}`],
    );
    expect(wrong).toEqual([]);
  });

  it('stand in the German catalogue, all of them', () => {
    expect([...texts].filter((text) => !Object.hasOwn(de, text))).toEqual([]);
  });

  it('are said, all that stand there', () => {
    expect(Object.keys(de).filter((text) => !texts.has(text))).toEqual([]);
  });

  it('name the same values in German', () => {
    expect(Object.entries(de).filter(([text, own]) => holesOf(text).join() !== holesOf(own).join())).toEqual([]);
  });

  it('stand in no template of a page or letter', () => {
    expect(files.flatMap((file) => wordsIn(file).map((words) => `${file.fileName} ${words}`))).toEqual([]);
  });

  it('are looked up, also where they stand beside a template', () => {
    const pages = files.filter(({ fileName }) =>
      /\.(pages?|mail)\.ts$|\/careers\/site\/site[-.](form|errors)/.test(fileName),
    );
    expect(pages.length).toBeGreaterThan(10);
    const outside = pages.flatMap(textsOutside).filter(({ text }) => !text.startsWith('<script'));
    expect(outside.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
  });

  it('of letters stand in files of letters', () => {
    const makers = files.filter(({ text }) => /^\s+letter:|[{,] letter[,:]|, letter \}/m.test(text));
    const elsewhere = makers.filter(({ fileName }) => !/\.mail\.ts$|^src\/platform\/mail\//.test(fileName));
    expect(makers.length).toBeGreaterThan(8);
    expect(elsewhere.map(({ fileName }) => fileName)).toEqual([]);
  });

  it('are found in templates', () => {
    const page = 'html`<p class="soft" title="Hello">${t("Good")} morning</p>${html`<b alt="${name}">${name}</b>`}`';
    expect(wordsIn(sourceOf('x.ts', page))).toEqual(['morning', 'Hello']);
  });
});
