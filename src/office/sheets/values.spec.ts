import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { errorsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/office/sheets';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

async function aSheet(...names: string[]): Promise<string> {
  const tabs = names.length ? { initial_sheets: names.map((name) => ({ name, rows: 100, columns: 20 })) } : {};
  const answer = await client.post(PATH, { title: 'Budget', ...tabs });
  expect(answer.status, answer.text).toBe(201);
  return `${PATH}/${answer.body.id}`;
}

const put = (sheet: string, range: string, values: unknown, value_input?: string) =>
  client.put(`${sheet}/values`, { range, values, ...(value_input && { value_input }) });
const append = (sheet: string, range: string, values: unknown, value_input?: string) =>
  client.post(`${sheet}/values/append`, { range, values, ...(value_input && { value_input }) });
const clear = (sheet: string, range: string) => client.post(`${sheet}/values/clear`, { range });

const ask = (sheet: string, range: string, value_render?: string) =>
  client.get(
    `${sheet}/values?range=${encodeURIComponent(range)}${value_render ? `&value_render=${value_render}` : ''}`,
  );

async function read(sheet: string, range: string, value_render = 'raw') {
  const answer = await ask(sheet, range, value_render);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.values;
}

describe('PUT /v1/office/sheets/{id}/values', () => {
  it('writes raw values as they are and says where', async () => {
    const sheet = await aSheet();
    const values = [
      ['Name', 'Amount'],
      ['Rent', 1200.5, true],
      ['007', '=A1', '50%', 0.1 + 0.2],
    ];
    const answer = await put(sheet, 'b2:G20', values);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        range: 'Sheet1!B2:G20',
        updated_range: 'Sheet1!B2:E4',
        updated_rows: 3,
        updated_columns: 4,
        updated_cells: 9,
      },
    ]);
    expect(await read(sheet, 'B2:G20')).toEqual(values);
    expect(await read(sheet, 'B2:G20', 'formatted')).toEqual([
      ['Name', 'Amount'],
      ['Rent', '1200.5', 'TRUE'],
      ['007', '=A1', '50%', '0.3'],
    ]);
    expect(await read(sheet, 'B2:G20', 'formula')).toEqual(values);
  });

  it('keeps numbers and texts exactly', async () => {
    const sheet = await aSheet();
    const numbers = [0, -1, 5e-324, 1.7976931348623157e308, 0.1, 2 ** 53, -1e-7, 123_456_789.123, 1 / 3];
    const texts = [
      ' spaced ',
      'line\nbreak\ttab',
      '"quoted", {array}',
      `'`,
      'NULL',
      '\\',
      'ä日本👩‍🚀',
      '1e3',
      'true',
      'x'.repeat(32_767),
    ];
    await put(sheet, 'A1', [numbers, texts]);
    expect(await read(sheet, '1:2')).toEqual([numbers, texts]);
  });

  it('reads user_entered values as typed in', async () => {
    const sheet = await aSheet();
    const typed = ['12', '1,234.5', '50%', '$1,234.50', 'true', '2026-01-31', `'007`, 'text', '1e3', 7, false, '#N/A'];
    await put(sheet, 'A1', [typed], 'user_entered');
    expect(await read(sheet, '1:1')).toEqual([
      [12, 1234.5, 0.5, 1234.5, true, 46_053, '007', 'text', 1000, 7, false, '#N/A'],
    ]);
    expect(await read(sheet, '1:1', 'formatted')).toEqual(
      [
        ['12', '1,234.5', '50%', '$1,234.50', 'TRUE', '2026-01-31', '007', 'text', '1.00E+03', '7', 'FALSE', '#N/A'],
      ].map((row) => row.map((text) => (text === '1,234.5' ? '1,234.50' : text))),
    );
  });

  it('leaves cells alone for null and clears them for an empty string', async () => {
    const sheet = await aSheet();
    await put(sheet, 'A1', [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    const { body } = await put(sheet, 'A1', [[null, '', 'C'], [], ['g']]);
    expect(body).toMatchObject({
      updated_range: 'Sheet1!A1:C3',
      updated_rows: 3,
      updated_columns: 3,
      updated_cells: 3,
    });
    expect(await read(sheet, 'A:C')).toEqual([['a', '', 'C'], ['d', 'e', 'f'], ['g']]);
    await put(sheet, 'A1', [['50%']], 'user_entered');
    await put(sheet, 'A1', [[0.25]]);
    expect(await read(sheet, 'A1', 'formatted')).toEqual([['0.25']]);
  });

  it('changes nothing where there is nothing to write', async () => {
    const sheet = await aSheet();
    for (const values of [[], [[]], [[null, null]], [[], [null]]]) {
      const { status, body } = await put(sheet, 'C3', values);
      expect([status, body.updated_rows, body.updated_columns, body.updated_cells]).toEqual([200, 0, 0, 0]);
    }
    expect((await client.get(sheet)).body.revision).toBe(1);
  });

  it('expands from one cell, and refuses what is larger than a range', async () => {
    const sheet = await aSheet();
    expect(
      (
        await put(sheet, 'B2', [
          [1, 2],
          [3, 4],
        ])
      ).body.updated_range,
    ).toBe('Sheet1!B2:C3');
    expect(
      (
        await put(sheet, 'A:B', [
          [1, 2],
          [3, 4],
        ])
      ).body.updated_range,
    ).toBe('Sheet1!A1:B2');
    expect((await put(sheet, 'Sheet1', [[1, 2, 3]])).body.updated_range).toBe('Sheet1!A1:C1');
    for (const range of ['B2:B2', 'B2:C2', 'B2:B3', 'B:B', '2:2']) {
      expect(
        errorsOf(
          await put(sheet, range, [
            [1, 2],
            [3, 4],
          ]),
        ),
      ).toEqual([400, 'values too_large']);
    }
  });

  it('finds tabs whatever their case, the first one where none is named', async () => {
    const sheet = await aSheet('First', `It's 'our' tab`, 'Übersicht');
    await put(sheet, 'A1', [['first']]);
    await put(sheet, `'it''s ''OUR'' tab'!A1`, [['second']]);
    await put(sheet, 'ÜBERSICHT!A1', [['third']]);
    expect(await read(sheet, 'first')).toEqual([['first']]);
    expect((await ask(sheet, `'It''s ''our'' tab'!A1:B2`)).body).toEqual({
      range: `'It''s ''our'' tab'!A1:B2`,
      values: [['second']],
    });
    expect((await ask(sheet, 'übersicht')).body).toEqual({ range: 'Übersicht!A1:T100', values: [['third']] });
    expect(errorsOf(await put(sheet, 'Other!A1', [[1]]))).toEqual([400, 'range not_found']);
    expect(errorsOf(await ask(sheet, 'Other!A1'))).toEqual([400, 'range not_found']);
  });

  it('takes a bare range that is the name of a tab for the tab, also where it looks like a cell', async () => {
    const sheet = await aSheet('Main', 'Q1');
    for (const range of ['Q1', 'q1', `'Q1'`]) {
      expect((await append(sheet, range, [[range]])).body.updated_range).toMatch(/^'Q1'!A\d$/);
    }
    expect(await read(sheet, 'Q1')).toEqual([['Q1'], ['q1'], [`'Q1'`]]);
    expect((await put(sheet, 'Q1', [['top']])).body.updated_range).toBe(`'Q1'!A1`);
    expect((await put(sheet, 'Main!Q1', [['cell']])).body.updated_range).toBe('Main!Q1');
    expect((await put(sheet, '$Q$1', [['too']])).body.updated_range).toBe('Main!Q1');
    expect(await read(sheet, 'Main!Q1')).toEqual([['too']]);
    expect((await clear(sheet, 'Q1')).body).toEqual({ cleared_range: `'Q1'!A1:T100`, cleared_cells: 3 });
    expect(await read(sheet, 'Main!Q1')).toEqual([['too']]);
    expect(errorsOf(await put(sheet, `'R1'`, [[1]]))).toEqual([400, 'range not_found']);
  });

  it('grows the tab, as far as the limits allow', async () => {
    const sheet = await aSheet('A', 'B');
    await put(sheet, 'A!Z200', [['x']]);
    expect((await client.get(sheet)).body.sheets).toEqual([
      { name: 'A', rows: 200, columns: 26 },
      { name: 'B', rows: 100, columns: 20 },
    ]);
    expect(errorsOf(await put(sheet, 'XFD1048576', [['x']]))).toEqual([400, 'range out_of_range']);
    expect(errorsOf(await put(sheet, 'XFD1', [['x', 'y']]))).toEqual([400, 'range out_of_range']);
    expect(errorsOf(await put(sheet, 'A1048576', [['x'], ['y']]))).toEqual([400, 'range out_of_range']);
    expect(errorsOf(await put(sheet, 'A1:XFE1', [['x']]))).toEqual([400, 'range out_of_range']);
    expect(errorsOf(await put(sheet, 'A500001', [['x']]))).toEqual([400, 'range out_of_range']);
    expect(await read(sheet, 'Z200')).toEqual([['x']]);
  });

  it.each([
    [{ range: 'A1:', values: [] }, ['range invalid_format']],
    [{ range: 'A1', values: [[1], [{}]] }, ['values[1][0] invalid_type']],
    [{ range: 'A1', values: [['\0']] }, ['values[0][0] invalid_value']],
  ])('refuses %j', async (body, expected) => {
    const sheet = await aSheet();
    expect(errorsOf(await client.put(`${sheet}/values`, body))).toEqual([400, ...expected]);
    expect((await client.get(sheet)).body.revision).toBe(1);
  });

  it('refuses numbers beyond doubles, too many cells, and a body that is too large', async () => {
    const sheet = await aSheet();
    const huge = await client.put(`${sheet}/values`, '{"range": "A1", "values": [[1e999]]}');
    expect(errorsOf(huge)).toEqual([400, 'values[0][0] out_of_range']);
    const rows = (count: number) => Array.from({ length: count }, () => Array.from({ length: 10 }, () => 1));
    expect(errorsOf(await put(sheet, 'A1', rows(10_001)))).toEqual([400, 'values too_many']);
    const large = await client.put(`${sheet}/values`, ' '.repeat(10 * 2 ** 20 + 1)).catch(() => null);
    if (large) expect(large.status).toBe(413);
    expect(await read(sheet, 'A1:B2')).toEqual([]);
  });

  it('writes 100 000 cells in one call', async () => {
    const sheet = await aSheet();
    const rows = Array.from({ length: 2000 }, (_, row) => Array.from({ length: 50 }, (_, column) => row * 50 + column));
    expect((await put(sheet, 'A1', rows)).body.updated_cells).toBe(100_000);
    expect(await read(sheet, 'A1:AX2000')).toEqual(rows);
    expect(await read(sheet, 'AX1999:AZ2001')).toEqual([[99_949], [99_999]]);
  });

  it('is noted with its range, not with what was written', async () => {
    const sheet = await aSheet();
    await put(sheet, 'B2', [['secret', 1]]);
    const { body } = await client.get(`/v1/guard/audit-logs?resource_id=${sheet.split('/').at(-1)}`);
    expect(body.data[0]).toMatchObject({
      action: 'office.spreadsheet.updated',
      changes: { values: { from: null, to: { action: 'written', range: 'Sheet1!B2:C2', cells: 2 } } },
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('takes If-Match, which the values themselves give', async () => {
    const sheet = await aSheet();
    const etag = (await ask(sheet, 'A1')).headers.get('etag')!;
    const write = (value: number) =>
      client.put(`${sheet}/values`, { range: 'A1', values: [[value]] }, { headers: { 'If-Match': etag } });
    expect((await write(1)).status).toBe(200);
    expect((await write(2)).status).toBe(412);
    expect(await read(sheet, 'A1')).toEqual([[1]]);
  });

  it('loses nothing of many who write at the same time', async () => {
    const sheet = await aSheet();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put(sheet, `${String.fromCharCode(65 + n)}1`, [[n], [n]])),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const row = Array.from({ length: 20 }, (_, n) => n);
    expect(await read(sheet, 'A1:T2')).toEqual([row, row]);
    expect((await client.get(sheet)).body.revision).toBe(21);
  });
});

describe('Many who write into one sheet', () => {
  it('leave connections to others while they wait', async () => {
    const sheet = await aSheet();
    const first = await suite.database.connect();
    await first.query('begin');
    await first.query('select 1 from sheets where id = $1 for update', [sheet.split('/').at(-1)]);
    const writes = Array.from({ length: 30 }, (_, n) => put(sheet, `A${n + 1}`, [[n]]));
    await eventually(async () => {
      const { rows } = await first.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).not.toEqual([]);
    });
    const { status } = await client.get(`${PATH}?limit=1`);
    await first.query('commit');
    first.release();
    expect(status).toBe(200);
    expect((await Promise.all(writes)).map((answer) => answer.status)).toEqual(Array(30).fill(200));
    expect(await read(sheet, 'A:A')).toEqual(Array.from({ length: 30 }, (_, n) => [n]));
  });
});

describe('GET /v1/office/sheets/{id}/values', () => {
  it('refuses more than fits into an answer', async () => {
    const sheet = await aSheet();
    const long = Array.from({ length: 300 }, () => ['x'.repeat(32_000)]);
    expect((await put(sheet, 'A1', long)).status).toBe(200);
    expect((await put(sheet, 'A301', long)).status).toBe(200);
    expect(await read(sheet, 'A1:A300')).toEqual(long);
    expect(errorsOf(await ask(sheet, 'A:A'))).toEqual([400, 'range too_large']);
  });

  it('drops what is empty at the ends of rows and at the end', async () => {
    const sheet = await aSheet('T');
    await put(sheet, 'B2', [['x'], [], ['y', null, 'z']]);
    expect(await read(sheet, 'A1:F9')).toEqual([[], ['', 'x'], [], ['', 'y', '', 'z']]);
    expect(await read(sheet, 'B3:C3')).toEqual([]);
  });

  it.each([
    ['A2:C', 'T!A2:C100'],
    ['XFD1048576', 'T!XFD1048576'],
  ])('echoes %s as %s', async (range, echoed) => {
    expect((await ask(await aSheet('T'), range)).body).toEqual({ range: echoed, values: [] });
  });

  it('refuses what it cannot read', async () => {
    const sheet = await aSheet();
    expect(errorsOf(await client.get(`${sheet}/values`))).toEqual([400, 'range required']);
    expect(errorsOf(await ask(sheet, 'A1:'))).toEqual([400, 'range invalid_format']);
    expect(errorsOf(await ask(sheet, 'A1', 'pretty'))).toEqual([400, 'value_render invalid_value']);
    const { body } = await client.post(PATH, {
      title: 'Large',
      initial_sheets: [{ name: 'T', rows: 100_001, columns: 2 }],
    });
    expect(errorsOf(await ask(`${PATH}/${body.id}`, 'T'))).toEqual([400, 'range too_large']);
    expect(await read(`${PATH}/${body.id}`, 'A1:A100000')).toEqual([]);
    expect(await read(sheet, 'A1:XFD1048576')).toEqual([]);
  });

  it('answers 304 for what the client has', async () => {
    const sheet = await aSheet();
    const { headers } = await ask(sheet, 'A1');
    const again = await client.get(`${sheet}/values?range=A1`, { headers: { 'If-None-Match': headers.get('etag')! } });
    expect(again.status).toBe(304);
  });
});

describe('POST /v1/office/sheets/{id}/values/append', () => {
  it('writes below the last row with something in it', async () => {
    const sheet = await aSheet('One', 'Two');
    await put(sheet, 'C70', [['last']]);
    const { status, body } = await append(sheet, 'A:C', [
      ['a', 1],
      ['b', 2],
    ]);
    expect([status, body]).toEqual([
      200,
      { range: 'One!A1:C100', updated_range: 'One!A71:B72', updated_rows: 2, updated_columns: 2, updated_cells: 4 },
    ]);
    expect((await append(sheet, 'B1', [['=1+1']], 'user_entered')).body.updated_range).toBe('One!B73');
    expect((await append(sheet, 'Two!B5', [['x']])).body.updated_range).toBe('Two!B5');
    expect((await append(sheet, 'Two!B5', [['y']])).body.updated_range).toBe('Two!B6');
    expect(await read(sheet, 'A70:C75')).toEqual([
      ['', '', 'last'],
      ['a', 1],
      ['b', 2],
      ['', 2],
    ]);
    expect(errorsOf(await append(sheet, 'A:B', [[1, 2, 3]]))).toEqual([400, 'values too_large']);
  });

  it('fills gaps left at the end, and grows the tab', async () => {
    const sheet = await aSheet('One');
    await put(sheet, 'A1', [['a'], ['b'], ['c']]);
    await clear(sheet, 'A2:A3');
    expect(
      (
        await append(
          sheet,
          'A1',
          Array.from({ length: 150 }, () => ['x']),
        )
      ).body.updated_range,
    ).toBe('One!A2:A151');
    expect((await client.get(sheet)).body.sheets[0].rows).toBe(151);
  });

  it('gives each of many its own rows', async () => {
    const sheet = await aSheet();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => append(sheet, 'A1', [[n], [n]])));
    const ranges = answers.map(({ body }) => body.updated_range);
    expect(new Set(ranges).size).toBe(20);
    const rows = (await read(sheet, 'A:A')).flat();
    expect(rows).toHaveLength(40);
    expect(new Set(rows).size).toBe(20);
    for (let at = 0; at < 40; at += 2) expect(rows[at]).toBe(rows[at + 1]);
  });

  it('appends once under one Idempotency-Key', async () => {
    const sheet = await aSheet();
    const once = () =>
      client.post(`${sheet}/values/append`, { range: 'A1', values: [['x']] }, { headers: { 'Idempotency-Key': 'k' } });
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await read(sheet, 'A:A')).toEqual([['x']]);
  });
});

describe('POST /v1/office/sheets/{id}/values/clear', () => {
  it('empties a range and says how much was in it', async () => {
    const sheet = await aSheet();
    const rows = Array.from({ length: 200 }, (_, row) => Array.from({ length: 40 }, (_, column) => row * 40 + column));
    await put(sheet, 'A1', rows);
    expect((await clear(sheet, 'C3:D4')).body).toEqual({ cleared_range: 'Sheet1!C3:D4', cleared_cells: 4 });
    expect((await clear(sheet, 'C3:D4')).body.cleared_cells).toBe(0);
    expect((await clear(sheet, 'B2:AH190')).body.cleared_cells).toBe(189 * 33 - 4);
    const left = await read(sheet, 'Sheet1');
    expect(left.flat().filter((value: unknown) => value !== '')).toHaveLength(8000 - 189 * 33);
    expect(left[1]).toEqual([40, ...Array(33).fill(''), 74, 75, 76, 77, 78, 79]);
    expect((await clear(sheet, 'Sheet1')).body).toEqual({
      cleared_range: 'Sheet1!A1:AN1000',
      cleared_cells: 8000 - 189 * 33,
    });
    expect(await read(sheet, 'Sheet1')).toEqual([]);
    const { rows: stored } = await suite.database.execute(
      `select cell_count, formula_count, (select count(*)::int from sheet_blocks where sheet_id = id) as blocks from sheets where id = $1`,
      [sheet.split('/').at(-1)],
    );
    expect(stored).toEqual([{ cell_count: 0, formula_count: 0, blocks: 0 }]);
  });

  it('is not a new revision where nothing was there', async () => {
    const sheet = await aSheet();
    expect((await clear(sheet, 'XFD1048576')).body).toEqual({ cleared_range: 'Sheet1!XFD1048576', cleared_cells: 0 });
    expect((await clear(sheet, 'A:B')).body.cleared_cells).toBe(0);
    expect((await client.get(sheet)).body.revision).toBe(1);
    expect(errorsOf(await clear(sheet, 'A'))).toEqual([400, 'range not_found']);
  });
});

describe('A sheet in the trash, or removed', () => {
  it('has no values until it is restored', async () => {
    const sheet = await aSheet();
    await put(sheet, 'A1', [['x']]);
    await client.delete(sheet);
    expect((await ask(sheet, 'A1')).status).toBe(404);
    expect((await put(sheet, 'A1', [['y']])).status).toBe(404);
    expect((await append(sheet, 'A1', [['y']])).status).toBe(404);
    expect((await clear(sheet, 'A1')).status).toBe(404);
    await client.post(`${sheet}/restore`);
    expect(await read(sheet, 'A1')).toEqual([['x']]);
    await client.delete(`${sheet}?hard=true`);
    expect((await ask(sheet, 'A1')).status).toBe(404);
    const id = sheet.split('/').at(-1);
    expect((await suite.database.execute('select 1 from sheet_blocks where sheet_id = $1', [id])).rows).toEqual([]);
  });
});
