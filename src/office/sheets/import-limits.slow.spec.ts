import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { cellCount, EMPTY, inline, styled, tabs, withPart, workbook } from '../../../test/support/workbooks.js';
import { BlobStore } from '../../platform/index.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

async function refusal(file: Buffer) {
  const form = new FormData();
  form.append('file', new Blob([file as never]), 'a.xlsx');
  const headers = { 'X-API-Key': suite.client.key! };
  const answer = await fetch(`${suite.base}/v1/office/sheets/import`, { method: 'POST', body: form, headers });
  const { error } = (await answer.json()) as any;
  return { status: answer.status, details: error.details };
}

const cellsIn = (file: Buffer) => cellCount(suite.app.get(BlobStore), file);

it('reads large workbooks that have something in their cells, with some empty ones between', async () => {
  const empty = '<c s="1"/>'.repeat(2_000);
  const row = `<row>${empty}<c t="inlineStr"><is><t>${'ä'.repeat(20_000)}</t></is></c></row>`;
  expect(await cellsIn(await workbook(row.repeat(800)))).toBe(800);
});

it.each([
  ['a longer text than a cell holds', () => workbook(inline('x'.repeat(32_768)))],
  ['a longer formula', () => workbook(`<row><c><f>${'1+'.repeat(16_384)}1</f></c></row>`)],
  ['formulas that fill too much', () => workbook('<row><c r="A1"><f t="array" ref="A1:XFD7">1</f></c></row>')],
  ['millions of empty cells', () => workbook(EMPTY.repeat(125))],
  ['as many, a part of them in each tab', () => workbook(EMPTY.repeat(13), { 'xl/workbook.xml': tabs(10) })],
  ['as many texts', () => withPart('sharedStrings', `<sst>${'<si/>'.repeat(7_000_000)}</sst>`)],
  ['as many styles', () => styled('', `<styleSheet>${'<xf fontId="1"/>'.repeat(2_200_000)}</styleSheet>`)],
  [
    'as many of different kinds',
    () => withPart('sharedStrings', `<sst>${'<si/>'.repeat(3_500_000)}</sst>`, EMPTY.repeat(63)),
  ],
  ['more tabs than a sheet may have', () => workbook('', { 'xl/workbook.xml': tabs(201) })],
])('refuses a workbook with %s, instead of taking a part of it', async (_, make) => {
  const { status, details } = await refusal(await make());
  expect([status, details]).toEqual([400, [expect.objectContaining({ field: 'file', code: 'too_large' })]]);
});

it('names the formulas among which one is too much', async () => {
  const file = await workbook('<row r="3"><c r="B3"><f>LAMBDA(f,f(f))(LAMBDA(f,f(f)))</f></c></row>');
  const { status, details } = await refusal(file);
  expect(status).toBe(400);
  expect(details[0].message).toMatch(/: see Data!B3\.$/);
});
