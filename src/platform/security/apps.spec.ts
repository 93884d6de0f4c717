import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SUITE_VERSION } from '../extensions/extension.js';
import { declareApp } from './apps.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('no app can take the first part of a path of the product', () => {
  const taken = new Set([...read('test/inventory.txt').matchAll(/ \/v1\/([a-z]+)/g)].map((found) => found[1]!));
  expect(taken.size).toBeGreaterThan(10);
  for (const name of taken)
    expect(() => declareApp({ name, title: 'X', read: 'x', write: 'x' })).toThrow(`The name '${name}' is taken`);
});

it('packages are told the version that package.json has', () => {
  expect(SUITE_VERSION).toBe(JSON.parse(read('package.json')).version);
});
