import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { cellCount, withPart, workbook } from '../../../test/support/workbooks.js';
import type { Settings } from '../../platform/config/settings.js';
import type { FileLinks } from '../../platform/storage/file-links.js';
import { LocalBlobStore } from '../../platform/storage/local-blob-store.js';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'suite-workbooks-'));
afterAll(() => rm(DATA_DIR, { recursive: true }));
const store = new LocalBlobStore({ DATA_DIR } as Settings, {} as FileLinks);
const cellsIn = (file: Buffer) => cellCount(store, file);

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ['of which a half is there', () => Buffer.from('PK\u0003\u0004 and more')],
  ['that has no tabs', () => workbook('', { 'xl/workbook.xml': '<workbook/>' })],
  ['that is no XML', () => workbook('<row>')],
  ['with cells that are nowhere', () => workbook('<row><c r="XFE1"><v>1</v></c></row>')],
  ['with numbers that are none', () => workbook('<row><c r="A1"><v>one</v></c></row>')],
  ['that names texts it does not have', () => workbook('<row><c r="A1" t="s"><v>7</v></c></row>')],
  [
    'with entities of its own',
    () => workbook('', { 'xl/worksheets/any.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
  ],
  ['that breaks off', async () => (await workbook('<row/>')).subarray(0, -40)],
  ['with errors that are none', () => workbook('<row><c r="A1" t="e"><v>=1+1</v></c></row>')],
  ['with days that are none', () => workbook('<row><c r="A1" t="d"><v>2026-13-01</v></c></row>')],
  ['nested without end', () => workbook('<a>'.repeat(2_000_000))],
  ['with a value without end', () => workbook(`<a b="${'x'.repeat(2_000_000)}"/>`)],
  ['with a text without end', () => workbook(`<v>${'x<a/>'.repeat(2_000_000)}</v>`)],
])('refuses a workbook %s', async (_, make) => {
  const file = await make();
  expect(await faultsOf(() => cellsIn(file))).toEqual(['file invalid_format']);
});

it('refuses what is too large when unpacked', async () => {
  const file = await withPart('sharedStrings', ' '.repeat(65 * 2 ** 20));
  expect(file.length).toBeLessThan(200_000);
  expect(await faultsOf(() => cellsIn(file))).toEqual(['file too_large']);
});

it('refuses a text that stands in the file once and in too many cells', async () => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(10_000)}</row>`;
  const text = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`;
  const file = await withPart('sharedStrings', text, row.repeat(4));
  expect(file.length).toBeLessThan(20_000);
  expect(await faultsOf(() => cellsIn(file))).toEqual(['file too_large']);
});
