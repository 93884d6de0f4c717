import { type CellObject, utils, write as writeWorkbook } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { inline, styled, workbook } from '../../../test/support/workbooks.js';

const PATH = '/v1/office/sheets';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

function send(bytes: Buffer | string, filename = 'plan.csv', fields: Record<string, string> = {}, headers = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes as never]), filename);
  return fetch(`${suite.base}${PATH}/import`, {
    method: 'POST',
    body: form,
    headers: { 'X-API-Key': client.key!, ...headers },
  });
}

/** The path of the sheet that a file becomes. */
async function imported(...sent: Parameters<typeof send>): Promise<string> {
  const answer = await send(...sent);
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return `${PATH}/${JSON.parse(text).id}`;
}

async function refusal(...sent: Parameters<typeof send>) {
  const answer = await send(...sent);
  const { error } = (await answer.json()) as any;
  return [answer.status, ...error.details.map(({ field, code }: any) => `${field} ${code}`)];
}

async function read(sheet: string, range = 'Sheet1', value_render = 'raw') {
  const answer = await client.get(`${sheet}/values?range=${encodeURIComponent(range)}&value_render=${value_render}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.values;
}

async function exported(sheet: string): Promise<Buffer> {
  const file = await fetch(`${suite.base}${sheet}/export?format=xlsx`, { headers: { 'X-API-Key': client.key! } });
  return Buffer.from(await file.arrayBuffer());
}

const sheetsNow = async () => (await client.get(PATH)).body.meta.total;

describe('POST /v1/office/sheets/import', () => {
  it('makes a sheet of a CSV file, read as if typed in', async () => {
    const answer = await send(
      'Name,Amount,Share\r\n"Rent, flat",1200.5,50%\r\n\r\n"say ""hi""\nthere",,2026-01-31\r\n',
      'Büdget 2026.csv',
    );
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as any;
    expect(body).toEqual({
      id: expect.stringMatching(/^sht_/),
      title: 'Büdget 2026',
      sheet_count: 1,
      created_at: expect.any(String),
      warnings: [],
    });
    expect(answer.headers.get('location')).toBe(`${PATH}/${body.id}`);
    const sheet = `${PATH}/${body.id}`;
    expect((await client.get(sheet)).body).toMatchObject({
      sheets: [{ name: 'Sheet1', rows: 4, columns: 3 }],
      owner_id: suite.ownerId,
      revision: 2,
    });
    expect(await read(sheet)).toEqual([
      ['Name', 'Amount', 'Share'],
      ['Rent, flat', 1200.5, 0.5],
      [],
      ['say "hi"\nthere', '', 46_053],
    ]);
    expect(await read(sheet, 'C2:C4', 'formatted')).toEqual([['50%'], [], ['2026-01-31']]);
  });

  it('takes a title, tags, raw texts, other separators and encodings', async () => {
    const sheet = await imported('\ufeff007;1,5\r\n=1+1;"a;b"', 'x', { title: 'Mine', tags: 'a', value_input: 'raw' });
    expect((await client.get(sheet)).body).toMatchObject({ title: 'Mine', tags: ['a'] });
    expect(await read(sheet)).toEqual([
      ['007', '1,5'],
      ['=1+1', 'a;b'],
    ]);
    expect(await read(await imported(Buffer.from('\ufeffä\t2\nb\t', 'utf16le')))).toEqual([['ä', 2], ['b']]);
  });

  it('runs no formula of a CSV file, and gives back what an export guarded', async () => {
    const sheet = await imported(`=1+1,'=x,-5,'-x\n`);
    expect(await read(sheet)).toEqual([['=1+1', '=x', -5, '-x']]);
    const back = await imported(`${(await client.get(`${sheet}/export?format=csv`)).text}`);
    expect(await read(back)).toEqual(await read(sheet));
  });

  it('makes a sheet of a workbook that another library wrote', async () => {
    const book = utils.book_new();
    const first = utils.aoa_to_sheet(
      [['text', 12.5, true, new Date(Date.UTC(2026, 0, 31)), 'text'], [], [' x ', '<&>']],
      { UTC: true },
    );
    first.B5 = { t: 'n', f: 'B1*2', v: 0 } as CellObject;
    first.C5 = { t: 'n', v: 0.5, z: '0.0%' };
    first.D5 = { t: 'n', v: 1234.5, z: '#,##0.00' };
    first['!ref'] = 'A1:E5';
    utils.book_append_sheet(book, first, 'First');
    utils.book_append_sheet(book, utils.aoa_to_sheet([[1]]), `It's <2>`);
    const bytes = writeWorkbook(book, { type: 'buffer', bookType: 'xlsx', bookSST: true });
    const sheet = await imported(bytes, 'Plan.xlsx');
    expect((await client.get(sheet)).body).toMatchObject({
      title: 'Plan',
      sheets: [
        { name: 'First', rows: 5, columns: 5 },
        { name: `It's <2>`, rows: 1, columns: 1 },
      ],
    });
    expect(await read(sheet, 'First')).toEqual([
      ['text', 12.5, true, 46_053, 'text'],
      [],
      [' x ', '<&>'],
      [],
      ['', 25, 0.5, 1234.5],
    ]);
    expect((await read(sheet, 'C5:D5', 'formatted'))[0]).toEqual(['50.0%', '1,234.50']);
    expect((await read(sheet, 'D1', 'formatted'))[0][0]).toMatch(/26/);
    expect(await read(sheet, 'B5', 'formula')).toEqual([['=B1*2']]);
    await client.put(`${sheet}/values`, { range: 'B1', values: [[1]] });
    expect(await read(sheet, 'B5')).toEqual([[2]]);
  });

  it('takes back what it exports', async () => {
    const { body } = await client.post(PATH, { title: 'Whole', initial_sheets: [{ name: 'A b' }, { name: 'C' }] });
    const values = [
      ['x', '1.5', '50%', '$3.00', '2026-01-31', 'true', '=B1*2', '=SEQUENCE(2)', '=1/0', "'=no", '_x0041_\u0001'],
      ['', 'y'],
    ];
    await client.put(`${PATH}/${body.id}/values`, { range: 'A1', values, value_input: 'user_entered' });
    await client.put(`${PATH}/${body.id}/values`, {
      range: 'C!B2',
      values: [[`='A b'!B1`]],
      value_input: 'user_entered',
    });
    const sheet = await imported(await exported(`${PATH}/${body.id}`), 'Whole.xlsx');
    for (const range of ['A b', 'C']) {
      for (const render of ['raw', 'formatted', 'formula'])
        expect(await read(sheet, range, render)).toEqual(await read(`${PATH}/${body.id}`, range, render));
    }
  });

  it('takes back formulas that fill cells, in tabs of any name', async () => {
    const names = ['R&D', 'two\nlines\tand a tab', '\u0001', '_x0041_'];
    const { body } = await client.post(PATH, {
      title: 'Mine',
      initial_sheets: names.map((name) => ({ name, rows: 9, columns: 9 })),
    });
    const values = [[`='${names[1]}'!A1`, '=SEQUENCE(2,2)'], ['=SORT({2;1})']];
    const written = { range: 'A1', values, value_input: 'user_entered' };
    expect((await client.put(`${PATH}/${body.id}/values`, written)).status).toBe(200);
    await client.put(`${PATH}/${body.id}/values`, { range: `'${names[1]}'!A1`, values: [[5]] });
    const again = await imported(await exported(`${PATH}/${body.id}`), 'x.xlsx');
    const { sheets } = (await client.get(again)).body;
    expect(sheets.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(await read(again, 'A1:C3')).toEqual([[5, 1, 2], [1, 3, 4], [2]]);
    expect(await read(again, 'A1:C3', 'formula')).toEqual([[...values[0]!, 2], [...values[1]!, 3, 4], [2]]);
  });

  it('understands formulas that are stored once for many cells, and those that fill others', async () => {
    const data = `
      <row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1+1</f><v>0</v></c></row>
      <row><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>0</v></c><c t="str"><v>_x0041_b</v></c></row>
      <row><c><v>3</v></c><c><f t="shared" si="0"/></c><c t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r><rPh><t>no</t></rPh></is></c></row>
      <row r="5"><c r="A5"><f t="array" ref="A5:A6">_xlfn.SEQUENCE(2)</f><v>1</v></c><c r="B5" t="b"><v>1</v></c><c r="C5" t="e"><v>#N/A</v></c></row>
      <row r="6"><c r="A6"><v>2</v></c></row>`;
    const sheet = await imported(await workbook(data), 'a.xlsx');
    expect(await read(sheet, 'Data')).toEqual([[1, 2], [2, 3, 'Ab'], [3, 4, 'a b'], [], [1, true, '#N/A'], [2]]);
    expect(await read(sheet, 'A1:B5', 'formula')).toEqual([
      [1, '=A1*$A$1+1'],
      [2, '=A2*$A$1+1'],
      [3, '=A3*$A$1+1'],
      [],
      ['=SEQUENCE(2)', true],
    ]);
  });

  it('takes what is large in portions', async () => {
    const csv = Array.from({ length: 60_000 }, (_, row) => `${row},text ${row},${row / 7}`).join('\n');
    const sheet = await imported(csv);
    expect((await client.get(sheet)).body.sheets).toEqual([{ name: 'Sheet1', rows: 60_000, columns: 3 }]);
    expect(await read(sheet, 'A59999:C60000')).toEqual([
      [59_998, 'text 59998', 59_998 / 7],
      [59_999, 'text 59999', 59_999 / 7],
    ]);
  });

  it.each([
    ['an empty file', '', 'file required'],
    ['something binary', Buffer.from([1, 0, 2, 3]), 'file invalid_format'],
    ['a cell that is too long', 'x'.repeat(32_768), 'file too_large'],
  ])('refuses %s', async (_, bytes, problem) => {
    const before = await sheetsNow();
    expect(await refusal(bytes)).toEqual([400, problem]);
    expect(await sheetsNow()).toBe(before);
  });

  it('refuses a workbook that is no XML', async () => {
    const before = await sheetsNow();
    expect(await refusal(await workbook('<row>'), 'a.xlsx')).toEqual([400, 'file invalid_format']);
    expect(await sheetsNow()).toBe(before);
  });

  it('takes a text as long as a cell may have', async () => {
    const sheet = await imported(await workbook(inline('&amp;'.repeat(32_767))), 'a.xlsx');
    expect(await read(sheet, 'A1')).toEqual([['&'.repeat(32_767)]]);
  });

  it('takes dates that are written as such', async () => {
    const dates = ['2026-01-31', '2026-01-31T06:00:00', '2026-01-31T18:00:00.000Z'];
    const cells = dates.map((date) => `<c t="d"><v>${date}</v></c>`).join('');
    const sheet = await imported(await workbook(`<row>${cells}</row>`), 'a.xlsx');
    expect(await read(sheet, 'Data')).toEqual([[46_053, 46_053.25, 46_053.75]]);
    expect(await read(sheet, 'Data', 'formatted')).toEqual([
      ['2026-01-31', '2026-01-31 06:00:00', '2026-01-31 18:00:00'],
    ]);
  });

  it('shows numbers in the formats of the workbook', async () => {
    const formats: [format: string, value: number, text: string][] = [
      ['#,##0.00 "€"', 1234.5, '1,234.50 €'],
      ['#,##0.00\\ [$€-407]', 1234.5, '1,234.50 €'],
      ['# ?/?', 1.25, '1 1/4'],
      ['[$-407]d. mmmm yyyy;@', 46_082, '1. März 2026'],
      ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46_082, 'Sunday, March 1, 2026'],
      ['mm:ss.0', 0.012_34, '17:46.2'],
      ['0.0;[Red]\\(0.0\\)', -3, '(3.0)'],
    ];
    const inXml = (text: string) => text.replaceAll('"', '&quot;');
    const styles = `<styleSheet><numFmts>${formats
      .map(([format], index) => `<numFmt numFmtId="${200 + index}" formatCode="${inXml(format)}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = formats.map(([, value], index) => `<c s="${index}"><v>${value}</v></c>`).join('');
    const formulas = formats.map(([, value], index) => `<c s="${index}"><f>0+${value}</f></c>`).join('');
    const sheet = await imported(await styled(`<row>${cells}</row><row>${formulas}</row>`, styles), 'a.xlsx');
    const texts = formats.map(([, , text]) => text);
    expect(await read(sheet, 'Data', 'formatted')).toEqual([texts, texts]);
  });

  it('keeps the saved values of formulas that cannot be computed, and says so', async () => {
    const cells = [
      '<c r="A1"><f>VAT*2</f><v>0.38</v></c><c r="B1"><f>A1*10</f><v>3.8</v></c>',
      '<c r="A2" t="str"><f>[1]Prices!A1</f><v>from afar</v></c><c r="B2"><f>SUM(Table1[Sum])</f><v>7</v></c>',
      '<c r="A3"><f>NOSUCH(1)</f></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c r="A4"><f t="array" ref="A4:B4">Table1[[#All],[Sum]]</f><v>1</v></c><c r="B4"><v>2</v></c>',
      '<c r="A5"><f>Gone!A1+1</f><v>8</v></c><c r="B5"><f>Gone!A1</f></c>',
    ];
    const answer = await send(await workbook(cells.map((row) => `<row>${row}</row>`).join('')), 'a.xlsx');
    expect(answer.status).toBe(201);
    const { id, warnings } = (await answer.json()) as any;
    expect(await read(`${PATH}/${id}`, 'Data')).toEqual([
      [0.38, 3.8],
      ['from afar', 7],
      ['#NAME?', '#DIV/0!'],
      [1, 2],
      [8, '#REF!'],
    ]);
    expect(await read(`${PATH}/${id}`, 'Data!A1:B1', 'formula')).toEqual([[0.38, '=A1*10']]);
    const taken = 'the saved value was imported.';
    expect(warnings.map(({ cell, reason }: any) => [cell, ...reason.split('; ')])).toEqual([
      ['Data!A1', 'The formula has an unknown name or function', taken],
      ['Data!A2', 'The formula refers to another workbook', taken],
      ['Data!B2', 'The formula refers to a table', taken],
      ['Data!A3', 'The formula has an unknown name or function', 'the file has no saved value.'],
      ['Data!A4', 'The formula refers to a table', taken],
      ['Data!A5', 'The formula refers to a missing tab', taken],
      ['Data!B5', 'The formula refers to a missing tab', 'the file has no saved value.'],
    ]);
  });

  it('computes with the names of a workbook, those of a tab before those of all', async () => {
    const book = utils.book_new();
    const formulas = (cells: Record<string, string>, rows: unknown[][]) => {
      const sheet = utils.aoa_to_sheet(rows);
      for (const [place, f] of Object.entries(cells)) sheet[place] = { t: 'n', f, v: -1 } as CellObject;
      sheet['!ref'] = 'A1:D4';
      return sheet;
    };
    const one = { B1: 'vat*100', B2: 'SUM(Prices)', B3: 'Here', B4: 'Rate+1', C1: 'Prices*2', C2: 'Secret' };
    const first = formulas(one, [[0.19], [5], [7]]);
    first.D1 = { t: 'n', f: 'Prices*3', F: 'D1:D2', v: -1 } as CellObject;
    first.D2 = { t: 'n', v: -1, F: 'D1:D2' } as CellObject;
    utils.book_append_sheet(book, first, 'First tab');
    utils.book_append_sheet(book, formulas({ B1: 'VAT', B2: 'Here' }, [[0.07]]), 'Second');
    const secret = { Name: 'Secret', Ref: `'First tab'!$A$1`, Hidden: true };
    book.Workbook = {
      Names: [
        { Name: 'VAT', Ref: `'First tab'!$A$1` },
        { Name: 'VAT', Ref: 'Second!$A$1', Sheet: 1 },
        { Name: 'Prices', Ref: `'First tab'!$A$2:$A$3` },
        { Name: 'Here', Ref: `'First tab'!A1` },
        { Name: 'Rate', Ref: '0.5' },
        secret,
        { Name: '_xlnm.Print_Area', Ref: `'First tab'!$A$1:$B$2`, Sheet: 0 },
      ],
    };
    const answer = await send(writeWorkbook(book, { type: 'buffer', bookType: 'xlsx' }), 'a.xlsx');
    const { id, warnings } = (await answer.json()) as any;
    const sheet = `${PATH}/${id}`;
    expect(await read(sheet, `'First tab'!A1:D4`)).toEqual([
      [0.19, 19, -1, 15],
      [5, 12, -1, 21],
      [7, -1],
      ['', -1],
    ]);
    expect(await read(sheet, 'Second!A1:B2')).toEqual([
      [0.07, 0.07],
      ['', -1],
    ]);
    expect(warnings.map(({ cell, reason }: any) => `${cell}: ${reason.split(';')[0]}`)).toEqual([
      `'First tab'!C1: The formula needs a single cell of a named range`,
      `'First tab'!C2: The formula has an unknown name or function`,
      `'First tab'!B3: The formula has an unknown name or function`,
      `'First tab'!B4: The formula has an unknown name or function`,
      'Second!B2: The formula has an unknown name or function',
    ]);
    await client.put(`${sheet}/values`, { range: 'A1', values: [[0.2]] });
    await client.put(`${sheet}/values`, {
      range: 'Second!C1',
      values: [['=VAT+SUM(prices)']],
      value_input: 'user_entered',
    });
    expect(await read(sheet, 'B1:B1')).toEqual([[20]]);
    expect(await read(sheet, 'Second!C1')).toEqual([[12.07]]);
  });

  it('leaves out names that cannot be kept, and says so', async () => {
    const named = (names: string) =>
      workbook('<row><c><v>1</v></c></row>', {
        'xl/workbook.xml': `<workbook xmlns:r="t"><sheets><sheet name="Data" r:id="b"/><sheet name="Chart" r:id="z"/></sheets>
          <definedNames>${names}</definedNames></workbook>`,
      });
    const name = (text: string, formula: string, tab = '') =>
      `<definedName name="${text}"${tab && ` localSheetId="${tab}"`}>${formula}</definedName>`;
    const odd = [
      name('Long', `"${'x'.repeat(254)}"`),
      name('Local', 'Data!$A$1', '1'),
      name('AB12', 'Data!$A$1'),
      name('R1C1', 'Data!$A$1'),
      name('Once', '1'),
      name('ONCE', '2'),
      name('Afar', '[1]Data!$A$1'),
      name('Gone', 'Gone!$A$1'),
    ];
    const warnings = async (names: string) => {
      const answer = (await (await send(await named(names), 'a.xlsx')).json()) as any;
      return answer.warnings.map(({ name: given, reason }: any) => [given, reason]);
    };
    const isOdd = 'The name is not a valid name in Excel; it was not imported.';
    const isElsewhere =
      'The name refers to something outside the file: another workbook, a table or a missing tab; it was not imported.';
    expect(await warnings(odd.join(''))).toEqual([
      ['Long', 'The name or its definition has more than 255 characters; it was not imported.'],
      ['Local', 'The name belongs to a missing tab; it was not imported.'],
      ['AB12', isOdd],
      ['R1C1', isOdd],
      ['ONCE', isOdd],
      ['Afar', isElsewhere],
      ['Gone', isElsewhere],
    ]);
    const many = Array.from({ length: 501 }, (_, index) => name(`name_${index}`, `Data!$A$${index + 1}`)).join('');
    expect(await warnings(many)).toEqual([
      ['name_500', 'The name exceeds the limit of 500 names; it was not imported.'],
    ]);
  });

  it('exports nothing to run where the format of a number holds a formula', async () => {
    const styles = `<styleSheet>
      <numFmts><numFmt numFmtId="200" formatCode="&quot;=A&quot;0"/><numFmt numFmtId="201" formatCode="&quot;@&quot;0"/></numFmts>
      <cellXfs><xf numFmtId="200"/><xf numFmtId="201"/><xf numFmtId="4"/></cellXfs></styleSheet>`;
    const file = await styled('<row><c s="0"><v>1</v></c><c s="1"><v>1</v></c><c s="2"><v>-1</v></c></row>', styles);
    const sheet = await imported(file, 'a.xlsx');
    const answer = await client.get(`${sheet}/export?format=csv`);
    expect(answer.text).toBe(`'=A1,'@1,-1.00\r\n`);
  });

  it('makes one sheet of one Idempotency-Key', async () => {
    const before = await sheetsNow();
    const once = async () => (await send('a,b', 'a.csv', {}, { 'Idempotency-Key': 'import' })).json();
    expect(await once()).toEqual(await once());
    expect(await sheetsNow()).toBe(before + 1);
  });
});
