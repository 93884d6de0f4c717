import { expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { csvCells } from './csv-import.js';

it.each([
  ['text of two encodings', Buffer.concat([Buffer.from('ä'), Buffer.from('ä', 'latin1')]), 'file invalid_format'],
  ['something binary', Buffer.from([1, 0, 2, 3]), 'file invalid_format'],
  ['quotes that do not end', Buffer.from('a,"b\nc'), 'file invalid_format'],
  ['a cell that is too long', Buffer.from('x'.repeat(32_768)), 'file too_large'],
  ['too many columns', Buffer.from(','.repeat(16_384)), 'file too_large'],
])('%s is refused', async (_, bytes, problem) => {
  const bytesOf = async function* () {
    yield bytes;
  };
  const readAll = async () => {
    for await (const _ of csvCells(bytesOf(), true));
  };
  expect(await faultsOf(readAll)).toEqual([problem]);
});
