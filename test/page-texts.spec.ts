import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { de } from '../src/platform/language/de.js';
import { scopesInWords } from '../src/platform/security/apps.js';
import { sourceOf, textsSaid } from './texts/said.js';

/** Attributes without a value, and names that are the same in every language. */
const NAMES = new Set(['autofocus', 'hidden', 'UTC', 'Workspace Suite']);

/** What a template of HTML says outside of its tags and values. */
function wordsIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'html') return;
    const { template } = node;
    const parts = ts.isTemplateExpression(template)
      ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
      : [template.text];
    const words = parts
      .join('\0')
      .replace(/<[^>]*>|[\w-]+="[^"]*"/g, ' ')
      .replace(/[\0\s]+/g, ' ')
      .trim();
    if (/\p{L}{2}/u.test(words) && !NAMES.has(words)) found.push(words);
  };
  visit(source);
  return found;
}

const files = globSync('src/**/*.ts')
  .filter((file) => !file.endsWith('.spec.ts') && !file.startsWith('src/platform/language/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(
    ({ text }) => /\b(t|rich|deferred)\(/.test(text) && /\bimport\b[^;]*\b(t|rich|deferred)\b[^;]*from/.test(text),
  )
  .map(({ file, text }) => sourceOf(file, text));
const said = files.flatMap(textsSaid);
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

  it('stand in no template of a page that speaks German', () => {
    expect(files.flatMap((file) => wordsIn(file).map((words) => `${file.fileName} ${words}`))).toEqual([]);
  });

  it('are found in templates', () => {
    const page = 'html`<p class="soft">${t("Good")} morning</p>${html`<b>${name}</b>`}`';
    expect(wordsIn(sourceOf('x.ts', page))).toEqual(['morning']);
  });
});
