import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sheetsOf } from '../../../test/support/sheets.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const { aSheet, put, type, read } = sheetsOf(() => client);

describe('Formulas', () => {
  it('are computed, shown, and kept as typed', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [['0.1', '0.2', '=a1 + b1', '=IF(C1>B1,"more","less")', '=C1>B1', '=1/0', '=""']]);
    expect(await read(sheet, '1:1')).toEqual([[0.1, 0.2, 0.1 + 0.2, 'more', true, '#DIV/0!']]);
    expect(await read(sheet, '1:1', 'formatted')).toEqual([['0.1', '0.2', '0.3', 'more', 'TRUE', '#DIV/0!']]);
    expect(await read(sheet, '1:1', 'formula')).toEqual([
      [0.1, 0.2, '=a1 + b1', '=IF(C1>B1,"more","less")', '=C1>B1', '=1/0', '=""'],
    ]);
  });

  it('give numbers with all their digits', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [
      ['=PI()', '=1/3', '=2^0.5', '=-1/7', '=1E-300/3', '=1E300/3', '=2^53+1', '=0.1*3', '=100%/3'],
    ]);
    expect(await read(sheet, '1:1')).toEqual([
      [Math.PI, 1 / 3, 2 ** 0.5, -1 / 7, 1e-300 / 3, 1e300 / 3, 2 ** 53 + 1, 0.1 * 3, 1 / 3],
    ]);
  });

  it('are computed anew when what they refer to changes', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [
      [1, 2, '=SUM(A1:B1)'],
      ['=C1*2', '=A2&"!"'],
    ]);
    await client.put(`${sheet}/values`, { range: 'A1', values: [[5]] });
    expect(await read(sheet, 'A1:C2')).toEqual([
      [5, 2, 7],
      [14, '14!'],
    ]);
    await client.post(`${sheet}/values/append`, { range: 'A1', values: [[7]] });
    await type(sheet, 'D1', [['=SUM(A:A)']]);
    expect(await read(sheet, 'D1')).toEqual([[26]]);
    await client.post(`${sheet}/values/clear`, { range: 'A1:B1' });
    expect(await read(sheet, 'A1:D3')).toEqual([['', '', 0, 7], [0, '0!'], [7]]);
    await put(sheet, 'C1', [[3]]);
    expect(await read(sheet, 'A1:D3')).toEqual([['', '', 3, 13], [6, '6!'], [7]]);
  });

  it('reach into other tabs, whatever these are called', async () => {
    const sheet = await aSheet('Data', `It's 'our' tab`, 'A1', 'Sum');
    await type(sheet, 'Data!A1', [[1], [2], [3]]);
    await type(sheet, `'It''s ''our'' tab'!A1`, [['=SUM(Data!A1:A3)']]);
    await type(sheet, `'A1'!B2`, [[`='It''s ''our'' tab'!A1 * 2`]]);
    await type(sheet, 'Sum!A1', [[`='A1'!B2+1`, '=Other!A1', '=SHEETS()', '=SHEET()']]);
    expect(await read(sheet, 'Sum!1:1')).toEqual([[13, '#REF!', 4, 4]]);
    await put(sheet, 'Data!A3', [[10]]);
    expect(await read(sheet, 'Sum!A1')).toEqual([[27]]);
  });

  it.each(['R&D', 'Q1.2026', 'a!b', 'say "hi"', '@home', '#1', '😀'])(
    'give numbers in a tab called %s',
    async (tab) => {
      const sheet = await aSheet(tab);
      await type(sheet, 'A1', [[1, '=A1/3', '=SEQUENCE(2)']]);
      expect(await read(sheet, 'A1:C2')).toEqual([
        [1, 1 / 3, 1],
        ['', '', 2],
      ]);
    },
  );

  it('show percentages, currency and dates like their operands', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [
      ['50%', '$1,000.50', '2026-01-31', '-1,000'],
      ['=A1', '=B1*2', '=C1', '=D1'],
    ]);
    expect(await read(sheet, 'A2:D2')).toEqual([[0.5, 2001, 46_053, -1000]]);
    expect(await read(sheet, 'A2:D2', 'formatted')).toEqual([['50%', '$2,001.00', '2026-01-31', '-1,000']]);
    await type(sheet, 'A3', [['=DATE(2026,1,31)', '=TODAY()-TODAY()']]);
    expect(await read(sheet, '3:3', 'formatted')).toEqual([['1/31/2026', '0']]);
  });

  it('fill cells beside their own, which come and go', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [['=SEQUENCE(3,2)/3'], [], [], ['below']]);
    expect(await read(sheet, 'A1:C4')).toEqual([[1 / 3, 2 / 3], [1, 4 / 3], [5 / 3, 2], ['below']]);
    expect(await read(sheet, 'A1:B1', 'formula')).toEqual([['=SEQUENCE(3,2)/3', 2 / 3]]);
    await put(sheet, 'B2', [['mine']]);
    expect(await read(sheet, 'A1:C4')).toEqual([['#SPILL!'], ['', 'mine'], [], ['below']]);
    await client.post(`${sheet}/values/clear`, { range: 'B2' });
    expect(await read(sheet, 'A1:B3')).toEqual([
      [1 / 3, 2 / 3],
      [1, 4 / 3],
      [5 / 3, 2],
    ]);
    await client.post(`${sheet}/values/clear`, { range: 'B3' });
    expect(await read(sheet, 'A1:B3')).toEqual([
      [1 / 3, 2 / 3],
      [1, 4 / 3],
      [5 / 3, 2],
    ]);
    await put(sheet, 'A1', [['=SEQUENCE(2)']]);
    expect(await read(sheet, 'A1:C4')).toEqual([[1], [2], [], ['below']]);
    await put(sheet, 'A1', [['']]);
    expect(await read(sheet, 'A1:C4')).toEqual([[], [], [], ['below']]);
  });

  it('make the tab grow where they fill more than it has', async () => {
    const sheet = await aSheet('Data');
    await type(sheet, 'A99', [['=SEQUENCE(10,30)']]);
    expect((await client.get(sheet)).body.sheets).toEqual([{ name: 'Data', rows: 108, columns: 30 }]);
    expect(await read(sheet, 'AC107:AD108')).toEqual([
      [269, 270],
      [299, 300],
    ]);
  });

  it('are text under raw, and stay so beside others', async () => {
    const sheet = await aSheet();
    await client.put(`${sheet}/values`, { range: 'A1', values: [['=1+1', "'x", '#N/A', 1e21, 1e-9, 'TRUE', '50%']] });
    await type(sheet, 'A2', [['=A1', '=B1', '=ISERROR(C1)', '=D1', '=E1', '=ISTEXT(F1)', '=ISTEXT(G1)']]);
    expect(await read(sheet, 'A2:G2')).toEqual([['=1+1', "'x", false, 1e21, 1e-9, true, true]]);
  });

  it('are errors as values where they cannot be computed', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [
      ['=B1', '=A1', '=C1', '=1+', '=NOSUCH(1)', '=MATCH(1,D5:D6,0)', '=SQRT(-1)', '="a"+1', '=('],
    ]);
    expect(await read(sheet, '1:1')).toEqual([
      ['#CIRC!', '#CIRC!', '#CIRC!', '#ERROR!', '#NAME?', '#N/A', '#NUM!', '#VALUE!', expect.stringMatching(/^#/)],
    ]);
  });

  it('know hundreds of functions', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [
      ['b', 2],
      ['a', 1],
      ['c', 3],
    ]);
    await type(sheet, 'D1', [
      ['=XLOOKUP("a",A1:A3,B1:B3)', '=SUMIF(B1:B3,">1")', '=TEXT(DATE(2026,1,31),"yyyy-mm-dd")', '=LET(x,2,x*x)'],
      ['=TEXTJOIN("-",TRUE,A1:A3)', '=AVERAGE(B1:B3)', '=ROUND(PMT(5%/12,360,-100000),2)', '=LAMBDA(x,x+1)(2)'],
    ]);
    expect(await read(sheet, 'D1:G2')).toEqual([
      [1, 5, '2026-01-31', 4],
      ['b-a-c', 2, 536.82, 3],
    ]);
  });

  it('with a random or present value change when cells change', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [['=RAND()', '=A1*2', '=NOW()>40000']]);
    const [[first, twice, isNow]] = await read(sheet, '1:1');
    expect([twice, isNow]).toEqual([first * 2, true]);
    expect(await read(sheet, 'A1')).toEqual([[first]]);
    await put(sheet, 'A5', [[1]]);
    const [[second, again]] = await read(sheet, '1:1');
    expect(second).not.toBe(first);
    expect(again).toBe(second * 2);
  });

  it('follow each other in long chains, in both directions', async () => {
    const sheet = await aSheet();
    const balance = Array.from({ length: 3000 }, (_, row) => [
      1,
      `=B${row + 2}+A${row + 1}`,
      row ? `=C${row}+A${row + 1}` : '=A1',
    ]);
    await type(sheet, 'A1', balance);
    expect(await read(sheet, 'B1:C1')).toEqual([[3000, 1]]);
    expect(await read(sheet, 'B3000:C3000')).toEqual([[1, 3000]]);
  });
});

describe('A workbook that several change', () => {
  it('takes every change, whoever makes it', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A50', [['=SUM(A1:T20)']]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put(sheet, `${String.fromCharCode(65 + n)}1`, [[n], ['=1']])),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await read(sheet, 'A50')).toEqual([[190 + 20]]);
  });

  it('is read anew when its thread has died', async () => {
    const tell = vi.spyOn(Worker.prototype, 'postMessage');
    onTestFinished(() => void tell.mockRestore());
    const sheet = await aSheet();
    await type(sheet, 'A1', [[1, '=A1+1']]);
    const thread = tell.mock.contexts.at(-1) as Worker;
    // It has nothing to do, so nobody waits for an answer of it who would hear of that.
    thread.emit('error', new Error('Out of memory'));
    await thread.terminate();
    await put(sheet, 'A1', [[2]]);
    expect(await read(sheet, 'A1:B1')).toEqual([[2, 3]]);
  });

  it('is the same for every process', async () => {
    const second = await startTestApp({}, { beside: suite });
    try {
      const sheet = await aSheet();
      await type(sheet, 'A1', [[1, '=A1*10', '=SEQUENCE(2)']]);
      for (let round = 2; round < 6; round++) {
        const by = round % 2 ? client : second.client;
        expect((await put(sheet, 'A1', [[round]], by)).status).toBe(200);
        expect(await read(sheet, 'A1:C2', 'raw', by)).toEqual([
          [round, round * 10, 1],
          ['', '', 2],
        ]);
      }
    } finally {
      await second.close();
    }
  });

  it('forgets a change that was not committed', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [[1, '=A1*10']]);
    await suite.database.execute('alter table sheets add constraint refuse check (cell_count = 0) not valid');
    expect((await put(sheet, 'A1', [[7]])).status).toBe(500);
    await suite.database.execute('alter table sheets drop constraint refuse');
    expect(await read(sheet, 'A1:B1')).toEqual([[1, 10]]);
    await put(sheet, 'C1', [['=A1']]);
    expect(await read(sheet, 'A1:C1')).toEqual([[1, 10, 1]]);
  });

  it('counts what is in it', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [[1, '=A1', '=SEQUENCE(3)']]);
    await put(sheet, 'B1', [[2]]);
    const counted = () =>
      suite.database.execute('select cell_count, formula_count from sheets where id = $1', [sheet.split('/').at(-1)]);
    expect((await counted()).rows).toEqual([{ cell_count: 5, formula_count: 1 }]);
    await client.post(`${sheet}/values/clear`, { range: 'Sheet1' });
    expect((await counted()).rows).toEqual([{ cell_count: 0, formula_count: 0 }]);
  });
});
