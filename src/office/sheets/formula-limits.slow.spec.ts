import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Shutdown } from '../../platform/concurrency/shutdown.js';
import { sheetsOf } from '../../../test/support/sheets.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/office/sheets';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const { aSheet, put, type, read } = sheetsOf(() => client);

const refusalOf = ({ status, body }: { status: number; body: any }) => [
  status,
  body.error.details[0].field,
  body.error.details[0].code,
  body.error.message,
];

describe('Formulas that are too much', () => {
  /** Time may be over before the memory is. */
  const eitherLimit = expect.stringMatching(/^The formulas of the sheet (are nested|take longer).*: see Sheet1!A\d/);

  it.each([
    [
      'that fill too many cells',
      '=SEQUENCE(101,1000)',
      'The formulas of a sheet may fill at most 100000 cells beside their own: see Sheet1!A3.',
    ],
    ['that call themselves without end', '=LAMBDA(f,f(f))(LAMBDA(f,f(f)))', eitherLimit],
    ['that need too much memory', '=SUM((C1:CZ1048576)*1)', eitherLimit],
  ])('%s are refused', async (_, formula, message) => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [[1, '=A1+1']]);
    expect(refusalOf(await put(sheet, 'A3', [[formula]]))).toEqual([400, 'values', 'too_large', message]);
    expect(await read(sheet, 'A1:C5')).toEqual([[1, 2]]);
    await put(sheet, 'A1', [[2]]);
    expect(await read(sheet, 'A1:B1')).toEqual([[2, 3]]);
  });

  it('in a sheet with too many cells are refused', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [[1]]);
    const id = sheet.split('/').at(-1);
    await suite.database.execute('update sheets set cell_count = 500000 where id = $1', [id]);
    const message = 'A sheet with formulas must have at most 500000 non-empty cells.';
    expect(refusalOf(await put(sheet, 'A2', [['=A1']]))).toEqual([400, 'values', 'too_large', message]);
    await type(sheet, 'A2', [[2]]);
    expect(await read(sheet, 'A1:A2')).toEqual([[1], [2]]);
  });

  it('that refer to each other too deeply are refused', async () => {
    const sheet = await aSheet();
    const chain = Array.from({ length: 40_000 }, (_, row) => [`=A${row + 2}+1`]);
    expect(refusalOf(await put(sheet, 'A1', chain))).toEqual([400, 'values', 'too_large', eitherLimit]);
    expect(await read(sheet, 'A1:A9')).toEqual([]);
  });

  it('that take too long are refused, and hold up nobody', async () => {
    const [slow, other] = [await aSheet(), await aSheet()];
    const endless = '=REDUCE(0,SEQUENCE(1000000),LAMBDA(a,b,a+SUM(SEQUENCE(1000))))';
    let isOver = false;
    const refused = put(slow, 'A1', [[endless]]).finally(() => (isOver = true));
    let answered = 0;
    for (; !isOver; answered++) {
      await type(other, 'A1', [[answered, '=A1+1']]);
      if (!isOver) expect(await read(other, 'B1')).toEqual([[answered + 1]]);
    }
    const message = 'The formulas of the sheet take longer than 10 seconds to compute: see Sheet1!A1.';
    expect(refusalOf(await refused)).toEqual([400, 'values', 'too_large', message]);
    expect(answered).toBeGreaterThan(2);
    expect(await read(slow, 'A1')).toEqual([]);
    await type(slow, 'A1', [['=1+1']]);
    expect(await read(slow, 'A1')).toEqual([[2]]);
  });
});

describe('Formulas of a workspace that are too much', () => {
  it('hold up neither other workspaces nor the end of the process', async () => {
    const second = await startTestApp({}, { beside: suite });
    onTestFinished(() => second.close());
    const other = await second.workspace();
    const sheets = await Promise.all(Array.from({ length: 6 }, () => aSheet()));
    let over = 0;
    const endless = sheets.map((sheet) => put(sheet, 'A1', [['=FACT(1E308)']], second.client).finally(() => over++));
    const { id } = (await other.client.post(PATH, { title: 'Budget' })).body;
    expect((await put(`${PATH}/${id}`, 'A1', [['=1+1']], other.client)).status).toBe(200);
    expect(await read(`${PATH}/${id}`, 'A1', 'raw', other.client)).toEqual([[2]]);
    expect(over).toBe(0);
    second.app.get(Shutdown).begin();
    const answers = await Promise.all(endless);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(503));
  });

  it('are named where they are many', async () => {
    const sheet = await aSheet('Data', 'Q1');
    const refused = await put(sheet, 'Q1', [Array(4).fill('=SEQUENCE(60000)')]);
    expect(refusalOf(refused)[3]).toMatch(/beside their own: see 'Q1'!A1, 'Q1'!B1, 'Q1'!C1 and 1 more\.$/);
  });
});
