import { expect, it } from 'vitest';
import { prefixOf } from '../../access/index.js';
import { mapsOf } from './maps.js';

const id = (letter: string) => `ws_${letter.repeat(26)}`;
const own = (letter: string) => prefixOf('live', id(letter));
const entry = (letter: string, ...others: string[]) => ({
  workspace_id: id(letter),
  key_prefixes: [own(letter), ...others],
  domains: [] as string[],
});
const cell = (name: string, ...entries: ReturnType<typeof entry>[]) => ({ name, url: `https://${name}.test`, entries });
const lines = (...all: string[]) =>
  all
    .toSorted()
    .map((line) => `${line}\n`)
    .join('');

it('a single key of before gives way to the keys of a workspace that begin like it', () => {
  const maps = mapsOf([cell('a', entry('a', own('b'))), cell('b', entry('b', own('a').slice(0, 13)))]);
  expect(maps.files['keys.map']).toBe(lines(`${own('a')} a`, `${own('a').slice(0, 13)} b`, `${own('b')} b`));
  expect(maps.ambiguous).toEqual([own('b')]);
});

it('what could be of two cells is led to neither', () => {
  const maps = mapsOf([cell('a', entry('a', 'wsk_live_old1')), cell('b', entry('b', 'wsk_live_old1'))]);
  expect(maps.files['keys.map']).toBe(lines(`${own('a')} a`, `${own('b')} b`));
  expect(maps.ambiguous).toEqual(['wsk_live_old1']);
});

const REFUSED = 'no entry of a directory';

it.each([
  ['a workspace of another cell', entry('a'), 'is in two cells'],
  ['a domain of another cell', { ...entry('b'), domains: ['a.test'] }, 'a.test is in two cells'],
  ['the keys of another workspace', { ...entry('b'), key_prefixes: [own('a')] }, REFUSED],
  ['all keys', entry('b', 'wsk_live_'), REFUSED],
  ['lines of its own', entry('b', `wsk_live_BBBBBB b\n${own('a')}`), REFUSED],
  ['a domain with lines of its own', { ...entry('b'), domains: ['x\ny'] }, REFUSED],
  ['a workspace that is none', { ...entry('b'), workspace_id: 'ws_x' }, REFUSED],
  ['nothing', { ...entry('b'), key_prefixes: [] }, REFUSED],
])('a cell that claims %s is refused', (_, claimed, problem) => {
  const a = cell('a', { ...entry('a'), domains: ['a.test'] });
  expect(() => mapsOf([a, cell('b', claimed)])).toThrow(problem);
});
