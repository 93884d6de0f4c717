import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { checkSync } from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** The build for browsers: JavaScript alone. The one for Node starts a program or a JVM where it finds one. */
const recheck = createRequire(import.meta.url)('recheck/lib/browser.js') as { checkSync: typeof checkSync };

/** No limit is a time, and the fuzzer has a fixed seed, so that a busy machine finds the same as an idle one. */
const SAME_EVERYWHERE = {
  timeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  seedingTimeout: null,
  randomSeed: 1,
};

/** Where expressions are made at run time, and why those are linear. */
const MADE = {
  'src/office/sheets/excel-formula.ts': 'joins literals that are checked each',
  'src/platform/mail/mail-sending.ts': 'an escaped text without a quantifier',
  'src/platform/request/routes.ts': 'paths of our own routes; a parameter ends at the next slash',
};

const files = globSync('src/**/*.ts')
  .filter((file) => !/\.(spec|sample)\.ts$/.test(file))
  .toSorted();

/** The expressions of a file as they are written, by kind. */
function expressionsOf(file: string): { literals: string[]; made: string[] } {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found = { literals: [] as string[], made: [] as string[] };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.literals.push(node.text);
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === 'RegExp')
      found.made.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Why an expression may take longer than linear time; null where it is proven that it does not. */
function problemOf(literal: string): string | null {
  const end = literal.lastIndexOf('/');
  const result = recheck.checkSync(literal.slice(1, end), literal.slice(end + 1), SAME_EVERYWHERE);
  if (result.status === 'safe') return null;
  if (result.status === 'unknown') return `${literal}: not decided (${result.error.kind})`;
  return `${literal}: ${result.complexity.summary}, by ${result.attack.pattern}`;
}

describe('regular expressions', () => {
  const all = files.map((file) => [file, expressionsOf(file)] as const);

  it('are told apart by the checker', () => {
    expect(problemOf('/^(a+)+$/')).toContain('exponential');
    expect(problemOf('/ +$/')).toContain('2nd degree');
    expect(problemOf('/^[a-z]+$/')).toBeNull();
  });

  it('take linear time, whatever they meet (D-SEC-2)', () => {
    const literals = new Set(all.flatMap(([, { literals }]) => literals));
    expect(literals.size).toBeGreaterThan(100);
    expect([...literals].map(problemOf).filter(Boolean)).toEqual([]);
  });

  it('are literals, which can be checked, but for a few', () => {
    expect(all.filter(([, { made }]) => made.length).map(([file]) => file)).toEqual(Object.keys(MADE));
  });
});
