import { type CellObject, read as openWorkbook, utils, type WorkBook, write as writeWorkbook } from '@e965/xlsx';
import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/office/sheets';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

async function aSheet(title = 'Budget', ...names: string[]): Promise<string> {
  const tabs = names.length ? { initial_sheets: names.map((name) => ({ name, rows: 100, columns: 20 })) } : {};
  return `${PATH}/${(await client.post(PATH, { title, ...tabs })).body.id}`;
}

async function type(sheet: string, range: string, values: unknown[][], value_input = 'user_entered') {
  const answer = await client.put(`${sheet}/values`, { range, values, value_input });
  expect(answer.status, answer.text).toBe(200);
}

async function fileOf(sheet: string, query: string) {
  const response = await fetch(`${suite.base}${sheet}/export?${query}`, { headers: { 'X-API-Key': client.key! } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const textOf = async (sheet: string, query = 'format=csv') => (await fileOf(sheet, query)).bytes.toString();

const workbookOf = async (sheet: string, query = 'format=xlsx') =>
  openWorkbook((await fileOf(sheet, query)).bytes, { cellNF: true, cellFormula: true });

describe('GET /v1/office/sheets/{id}/export', () => {
  it('answers a workbook with values, formulas and formats', async () => {
    const sheet = await aSheet('Budget <2026>', 'Data', `It's "ours" & <more>`);
    await type(sheet, 'A1', [
      [
        'text',
        '12.5',
        '50%',
        '$1,000.50',
        '2026-01-31',
        'true',
        '=B1*2',
        '=A1&"<&>"',
        '=1/0',
        '=B1>1',
        '=XLOOKUP(1,B1,B1)',
      ],
      ["'007", ' spaced ', 'line\nbreak', '<&>"\'', '_x0041_', 'ä日本👩‍🚀', '\u0001\u000b', "'=1+1"],
    ]);
    await type(sheet, `'It''s "ours" & <more>'!B2`, [['=Data!B1/3']]);

    const file = await fileOf(sheet, 'format=xlsx');
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.xlsx/);
    const workbook = openWorkbook(file.bytes, { cellNF: true, cellFormula: true });
    expect(workbook.SheetNames).toEqual(['Data', `It's "ours" & <more>`]);
    const data = workbook.Sheets.Data!;
    const cells = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map((place) => [data[place].t, data[place].v, data[place].z]);
    expect(cells).toEqual([
      ['s', 'text', 'General'],
      ['n', 12.5, 'General'],
      ['n', 0.5, '#,##0%'],
      ['n', 1000.5, '$#,##0.00'],
      ['n', 46_053, 'yyyy-mm-dd'],
      ['b', true, 'General'],
    ]);
    const formulas = ['G1', 'H1', 'I1', 'J1', 'K1'].map((place) => [
      data[place].f,
      data[place].t,
      data[place].w ?? data[place].v,
    ]);
    expect(formulas).toEqual([
      ['B1*2', 'n', '25'],
      ['A1&"<&>"', 's', 'text<&>'],
      ['1/0', 'e', '#DIV/0!'],
      ['B1>1', 'b', 'TRUE'],
      [expect.stringMatching(/^(_xlfn\.)?XLOOKUP\(1,B1,B1\)$/), 'e', '#N/A'],
    ]);
    const texts = ['A2', 'B2', 'C2', 'D2', 'E2', 'F2', 'G2', 'H2'].map((place) => data[place].v);
    expect(texts).toEqual(['007', ' spaced ', 'line\nbreak', '<&>"\'', '_x0041_', 'ä日本👩‍🚀', '\u0001\u000b', '=1+1']);
    expect(workbook.Sheets[workbook.SheetNames[1]!]!.B2).toMatchObject({ f: 'Data!B1/3', v: 12.5 / 3 });
  });

  it('writes formulas so that Excel can read them', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [
      ['=STDEV.S(1,3)', '=NETWORKDAYS.INTL(1,9)', '=SORT({2;1})', '="IFS(1)"&ERROR.TYPE(NA())', '=bitand(3,1)', '=1+'],
      ['=F2', '', '', '', '', '=A2', '=SEQUENCE(2,3)*2'],
    ]);
    const { bytes } = await fileOf(sheet, 'format=xlsx');
    const { Sheets, files } = openWorkbook(bytes, { cellFormula: true, bookFiles: true }) as WorkBook & { files: any };
    const xml = String(files['xl/worksheets/sheet1.xml'].content).replaceAll('&quot;', '"');
    expect([...xml.matchAll(/<f.*?<\/f>/g)].join('\n')).toBe(
      [
        '<f>_xlfn.STDEV.S(1,3)</f>',
        '<f>NETWORKDAYS.INTL(1,9)</f>',
        '<f t="array" ref="C1:C2">_xlfn._xlws.SORT({2;1})</f>',
        '<f>"IFS(1)"&amp;ERROR.TYPE(NA())</f>',
        '<f>_xlfn.bitand(3,1)</f>',
        '<f>F2</f>',
        '<f>A2</f>',
        '<f t="array" ref="G2:I3">_xlfn.SEQUENCE(2,3)*2</f>',
      ].join('\n'),
    );
    const cells = Sheets.Sheet1;
    expect([cells!.F1.v, cells!.F2.w]).toEqual(['=1+', '#VALUE!']);
  });

  it('writes no formula that Excel could not read', async () => {
    const sheet = await aSheet('Budget', 'One', 'Two');
    await type(sheet, 'One!A1', [['=SUM(B1:B1', '2', '=1 2', '=1,2', '=Two!A1', '=Other!A1', '=SUM(1))']]);
    await type(sheet, 'Two!A1', [['x']]);
    const formulasOf = async (query: string) => {
      const { One } = (await workbookOf(sheet, query)).Sheets;
      return ['A1', 'C1', 'D1', 'E1', 'F1', 'G1'].map((place) => One![place].f ?? One![place].w ?? One![place].v);
    };
    expect(await formulasOf('format=xlsx')).toEqual(['SUM(B1:B1)', '1', '1', 'Two!A1', '#REF!', '1']);
    expect(await formulasOf('format=xlsx&tab=One')).toEqual(['SUM(B1:B1)', '1', '1', 'x', '#REF!', '1']);
  });

  it('writes the names of the workbook that it came from, as far as they are in the file', async () => {
    const book = utils.book_new();
    const formulas = (...texts: string[]) =>
      utils.aoa_to_sheet([[2, ...texts.map((f): CellObject => ({ t: 'n', f, v: 9 }))]]);
    utils.book_append_sheet(book, formulas('Rate*2', 'There+1', 'Here'), 'One');
    utils.book_append_sheet(book, formulas('Here'), 'Two <&>');
    const names = [
      { Name: 'Rate', Ref: 'One!$A$1' },
      { Name: 'There', Ref: `'Two <&>'!$A$1` },
      { Name: 'Here', Ref: 'One!$A$1', Sheet: 0 },
      { Name: 'Here', Ref: `'Two <&>'!$A$1`, Sheet: 1 },
      { Name: 'Latest', Ref: '_xlfn.STDEV.S(One!$A$1:$A$9)' },
      { Name: 'Both', Ref: 'One!$A$1,One!$B$1' },
      { Name: 'Greeting', Ref: '"<hi>"' },
    ];
    book.Workbook = { Names: names };
    const form = new FormData();
    form.append('file', new Blob([writeWorkbook(book, { type: 'buffer', bookType: 'xlsx' })]), 'a.xlsx');
    const headers = { 'X-API-Key': client.key! };
    const made = await fetch(`${suite.base}${PATH}/import`, { method: 'POST', body: form, headers });
    const { id, warnings } = (await made.json()) as any;
    expect(warnings).toEqual([]);

    const whole = await workbookOf(`${PATH}/${id}`);
    expect(whole.Workbook!.Names).toEqual(names.map((name) => expect.objectContaining(name)));
    expect(['B1', 'C1', 'D1'].map((place) => whole.Sheets.One![place])).toEqual([
      expect.objectContaining({ f: 'Rate*2', v: 4 }),
      expect.objectContaining({ f: 'There+1', v: 3 }),
      expect.objectContaining({ f: 'Here', v: 2 }),
    ]);
    const part = await workbookOf(`${PATH}/${id}`, `format=xlsx&tab=${encodeURIComponent('Two <&>')}`);
    expect(part.Workbook!.Names!.map(({ Name, Sheet }) => [Name, Sheet ?? null])).toEqual([
      ['There', null],
      ['Here', 0],
      ['Greeting', null],
    ]);
    const other = (await workbookOf(`${PATH}/${id}`, 'format=xlsx&tab=One')).Sheets.One!;
    expect(other.C1).toMatchObject({ t: 'n', v: 3 });
    expect([other.B1.f, other.C1.f]).toEqual(['Rate*2', undefined]);
  });

  it('answers one tab of it, or an empty one', async () => {
    const sheet = await aSheet('Budget', 'One', 'Two');
    await type(sheet, 'Two!C3', [['x']]);
    expect((await workbookOf(sheet, 'format=xlsx&tab=two')).SheetNames).toEqual(['Two']);
    expect(utils.sheet_to_json((await workbookOf(sheet)).Sheets.One!, { header: 1 })).toEqual([]);
    expect(await textOf(sheet)).toBe('');
    expect(await textOf(sheet, 'format=csv&tab=Two')).toBe(',,\r\n,,\r\n,,x\r\n');
  });

  it('answers CSV as people see it, every row as wide as the widest', async () => {
    const sheet = await aSheet('Übersicht / 2026');
    await type(sheet, 'A1', [
      ['a,b', 'say "hi"', 'line\nbreak', ' x '],
      [],
      ['50%', '2026-01-31', '=1/3', '-1,000'],
      ['end'],
    ]);
    const { headers, bytes } = await fileOf(sheet, 'format=csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(bytes.toString()).toBe(
      '"a,b","say ""hi""","line\nbreak"," x "\r\n,,,\r\n50%,2026-01-31,0.333333333,"-1,000"\r\nend,,,\r\n',
    );
  });

  it('keeps text from being run as a formula elsewhere', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [['=1+1', '+1', '-1', '@x', '\tx', '\rx', -5, 'a=b', `'=x`, ' =1', '＠x', 'x-1']], 'raw');
    expect(await textOf(sheet)).toBe(`'=1+1,'+1,'-1,'@x,"'\tx","'\rx",-5,a=b,'=x,' =1,'＠x,x-1\r\n`);
  });

  it('puts together what lies in several blocks', async () => {
    const sheet = await aSheet();
    const rows = Array.from({ length: 1500 }, (_, row) => Array.from({ length: 40 }, (_, column) => row * 40 + column));
    await type(sheet, 'A1', rows, 'raw');
    await type(sheet, 'AP4000', [['last']], 'raw');
    const lines = (await textOf(sheet)).split('\r\n');
    expect(lines).toHaveLength(4001);
    expect(lines[1499]).toBe(`${rows[1499]!.join()},,`);
    expect(lines[2000]).toBe(','.repeat(41));
    expect(lines[3999]).toBe(`${','.repeat(41)}last`);
    const exported: unknown[][] = utils.sheet_to_json((await workbookOf(sheet)).Sheets.Sheet1!, { header: 1 });
    expect(exported.slice(0, 1500)).toEqual(rows);
  });

  it('is the sheet of one moment, whatever is written meanwhile, and ends with its client', async () => {
    const sheet = await aSheet();
    const texts = (text: string) =>
      Array.from({ length: 500 }, () => Array.from({ length: 10 }, () => text.repeat(1000)));
    await type(sheet, 'A1', texts('a'), 'raw');
    for (const leaves of [true, true, true, false]) {
      const url = `${suite.base}${sheet}/export?format=csv`;
      const [answer] = await once(get(url, { headers: { 'X-API-Key': client.key! } }), 'response');
      const chunks = answer[Symbol.asyncIterator]();
      let text = String((await chunks.next()).value);
      if (leaves) {
        answer.destroy();
        continue;
      }
      await type(sheet, 'A490', texts('b').slice(0, 10), 'raw');
      for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) text += chunk;
      expect(text).toHaveLength(500 * (10 * 1001 + 1));
      expect(text).not.toContain('b');
    }
  });

  it('answers HEAD without a file, and what fails before the first line as any failure', async () => {
    const sheet = await aSheet();
    await type(sheet, 'A1', [['x']]);
    for (let round = 0; round < 3; round++) {
      const url = `${suite.base}${sheet}/export?format=csv`;
      const head = await fetch(url, { method: 'HEAD', headers: { 'X-API-Key': client.key! } });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    }
    await suite.database.execute('alter table sheet_blocks rename to gone');
    const failed = await fileOf(sheet, 'format=csv');
    await suite.database.execute('alter table gone rename to sheet_blocks');
    expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'application/json; charset=utf-8']);
    expect(failed.headers.get('content-disposition')).toBeNull();
    expect(await textOf(sheet)).toBe('x\r\n');
  });

  it('refuses what it does not know', async () => {
    const sheet = await aSheet();
    const detail = async (query: string) => JSON.parse(await textOf(sheet, query)).error.details[0];
    expect(await detail('')).toMatchObject({ field: 'format', code: 'required' });
    expect(await detail('format=pdf')).toMatchObject({ field: 'format', code: 'invalid_value' });
    expect(await detail('format=csv&tab=Other')).toMatchObject({ field: 'tab', code: 'not_found' });
  });
});
