import { describe, expect, it } from 'vitest';
import { niceStep } from '../console/kit/chart/axis.js';
import {
  bodyBefore,
  bodyFor,
  ChangedMeanwhile,
  forEach,
  foreseenInWords,
  inWords,
  undoneInWords,
} from '../console/kit/bulk/run.js';
import { SEVERAL } from '../console/kit/bulk/several.js';
import { type Clip, filledFrom, pasted } from '../console/screens/sheets/clipboard.js';
import { areaName } from '../console/screens/sheets/range.js';
import { movedBy, type Selection, steppedTo } from '../console/screens/sheets/selection.js';
import { shifted } from '../console/screens/sheets/shifted.js';
import { sumsOf } from '../console/screens/sheets/sums.js';
import { fromTableText, toTableText } from '../console/screens/sheets/table-text.js';
import { type Cell, entryOf, inFormat, textOf, typedInto } from '../console/screens/sheets/typed.js';
import { burnOf } from '../console/screens/projects/burn-of.js';
import { mentionsIn, nameBefore, piecesOf } from '../console/kit/writing/mentions.js';
import { NEW_RULE, readRule, ruleInWords, weekdaysFrom, writtenRule } from '../console/screens/tasks/rule.js';
import { periodsUntil, weekFrom, weekStart } from '../console/screens/time/days.js';
import { isRule } from '../src/project/recurrences/rule.js';
import { shifted as shiftedByServer } from '../src/office/sheets/formula-shift.js';

const cell = (raw: Cell['raw'], shown = String(raw)): Cell => ({ raw, shown });
const written = (change: { entries: unknown }, before: Cell[][] = []) =>
  (change.entries as (before: Cell[][]) => unknown[][])(before);

describe('actions on several records', () => {
  it('go on where one fails, and say for which', async () => {
    const records = Array.from({ length: 9 }, (_, index) => ({ id: `doc_${index}` }));
    const { done, failures } = await forEach(records, async ({ id }) => {
      await Promise.resolve();
      if (id === 'doc_1' || id === 'doc_8') throw new Error(`${id} is gone.`);
    });
    expect(done.map(({ id }) => id)).toEqual([0, 2, 3, 4, 5, 6, 7].map((index) => `doc_${index}`));
    expect(failures.map(({ record, error }) => [record.id, (error as Error).message])).toEqual([
      ['doc_1', 'doc_1 is gone.'],
      ['doc_8', 'doc_8 is gone.'],
    ]);
    expect(inWords(7, 9, SEVERAL.doc!, 'archived')).toBe('7 of 9 documents archived.');
    expect([foreseenInWords(12, 1, 2), foreseenInWords(1, 0, 0), foreseenInWords(0, 0, 3)]).toEqual([
      '12 will change, 1 would wait for an approval, 2 cannot be changed.',
      '1 will change.',
      '3 cannot be changed.',
    ]);
    expect(inWords(1, 1, SEVERAL.doc!, 'archived')).toBe('Document archived.');
  });

  it('leave a record the tags that they do not name, and give it back what it had', () => {
    const record = { id: 'cnt_1', owner_id: null, tags: ['a', 'b'] };
    const change = { sets: { owner_id: 'usr_1' }, add: ['c', 'a'], remove: ['b'] };
    expect(bodyFor(record, change)).toEqual({ owner_id: 'usr_1', tags: ['a', 'c'] });
    expect(bodyBefore(record, change)).toEqual({ owner_id: null, tags: ['a', 'b'] });
    expect(bodyFor(record, { sets: { owner_id: null } })).toEqual({ owner_id: null });
  });
});

describe('an undo for several records', () => {
  it('says which were changed meanwhile, and why others failed', () => {
    const of = (id: string, error: Error) => ({ record: { id }, error });
    const words = (...left: ReturnType<typeof of>[]) =>
      undoneInWords(
        3,
        left,
        ({ id }) => String(id),
        (error) => (error as Error).message,
      );
    expect(words(of('a', new ChangedMeanwhile()), of('b', new ChangedMeanwhile()))).toBe(
      '1 of 3 is undone. Changed meanwhile and left as they are: a, b.',
    );
    expect(words(of('a', new Error('It is gone.')))).toBe('2 of 3 are undone. a: It is gone.');
    expect(words(...['a', 'b', 'c'].map((id) => of(id, new ChangedMeanwhile())))).toBe(
      'This could not be undone. Changed meanwhile and left as they are: a, b, c.',
    );
  });
});

describe('the sum of chosen cells', () => {
  it('is of the numbers alone', () => {
    expect(sumsOf([[1, 'two', null], [], [2.5, true, '3']])).toEqual({ sum: 3.5, count: 2, average: 1.75 });
    expect(sumsOf([['a', ''], [false]])).toBeNull();
  });
});

describe('a table on the clipboard', () => {
  it.each([
    ['one cell', [['a']]],
    [
      'rows and columns',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['empty rows between', [['a'], [''], ['b']]],
    [
      'tabs, lines and quotes in cells',
      [
        ['a\tb', 'c\nd'],
        ['"e"', 'f"g'],
      ],
    ],
  ])('survives a round trip: %s', (_, rows) => {
    expect(fromTableText(toTableText(rows))).toEqual(rows);
  });

  it('is read as Excel writes it, with a line end behind the last row', () => {
    expect(fromTableText('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(fromTableText('5" pipe\t"two\nlines"')).toEqual([['5" pipe', 'two\nlines']]);
  });
});

describe('what a cell holds', () => {
  it.each([
    [cell(1200, '$1,200.00'), '1200', '$1200.00'],
    [cell(-0.07, '-7%'), '-7%', '-7%'],
    [cell(0.125, '12.50%'), '12.5%', '12.5%'],
    [cell(500, '500.00'), '500', 500],
    [cell(1234567.5, '1,234,567.50'), '1234567.5', '1,234,567.5'],
    [cell(46053, '2026-01-31'), '2026-01-31', '2026-01-31'],
    [cell('=SUM(A1:A2)', '3'), '=SUM(A1:A2)', '=SUM(A1:A2)'],
    // A text that was kept as it is.
    [cell('=A1', '=A1'), "'=A1", "'=A1"],
    [cell('007'), "'007", "'007"],
    [cell('Rent'), 'Rent', 'Rent'],
    [cell(true, 'TRUE'), 'TRUE', true],
    [cell('', ''), '', ''],
  ])('%o is edited as %s and written back as %s', (of, text, entry) => {
    expect([textOf(of), entryOf(of)]).toEqual([text, entry]);
  });

  it.each([
    ['$1,200.00', 1200, '1300', '$1300.00'],
    ['50%', 0.5, '60', '60%'],
    ['1,200', 1200, '900', '0,900'],
    ['$1,200.00', 1200, '=A1', '=A1'],
    ['$1,200.00', 1200, 'none', 'none'],
    ['2026-01-31', 46053, '2026-02-01', '2026-02-01'],
    ['12', 12, '13', 13],
  ])('of %s keeps its format when %s is followed by %s', (shown, raw, text, entry) => {
    expect(typedInto(cell(raw, shown), text)).toBe(entry);
  });

  it.each([
    [1234.5, '1,234.50', '1,234.5'],
    [12, '1,234.50', '0,012.00'],
    [0.07, '12%', '7%'],
    [-3, '$1,234.50', '-$3.00'],
    [46053.5, '2026-01-31', '2026-01-31'],
    [1e21, '$1,234.50', 1e21],
    [5, '1234.5', 5],
  ])('%d like %s is typed as %s', (value, like, entry) => {
    expect(inFormat(value, like)).toBe(entry);
  });
});

describe('a copied formula', () => {
  it.each([
    '=A1+$B$2*C$3',
    `=SUM(A1:A9)+'It''s A1'!B2&"A1"`,
    '=SUM(A:B)+SUM(2:3)+LOG10(5)',
    '=Tab1!A1+IF(A1>2,Name1.x,A10)',
    '=$A:$B',
  ])('reads as the server shifts it: %s', (formula) => {
    expect(shifted(formula, 2, 1)).toBe(shiftedByServer(formula, 2, 1));
  });

  it('refers to nothing beyond the edges', () => {
    expect(shifted('=A1+B2', -1, 0)).toBe('=#REF!+B1');
  });
});

describe('pasting', () => {
  const area = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
  const clip: Clip = {
    tab: 'A',
    area: area(0, 0, 0, 1),
    cells: [[cell(2), cell('=A1*2', '4')]],
    text: '2\t4',
    cut: false,
  };

  it('takes texts of other programs as they would be typed', () => {
    const { edit, area: into } = pasted('1\t=A1\n3', null, 'A', area(1, 1));
    expect(areaName(into)).toBe('B2:C3');
    expect(written(edit.changes[0]!)).toEqual([
      ['1', '=A1'],
      ['3', ''],
    ]);
  });

  it('takes formulas of this sheet along, which refer to other cells then', () => {
    const { edit } = pasted('2\t4', clip, 'A', area(2, 0));
    expect(written(edit.changes[0]!)).toEqual([[2, '=A3*2']]);
  });

  it('fills the chosen cells where it fits several times', () => {
    expect(areaName(pasted('x', null, 'A', area(0, 0, 2, 1)).area)).toBe('A1:B3');
    expect(areaName(pasted('x\ty', null, 'A', area(0, 0, 2, 2)).area)).toBe('A1:B3');
    expect(written(pasted('2\t4', clip, 'A', area(1, 0, 2, 1)).edit.changes[0]!)).toEqual([
      [2, '=A2*2'],
      [2, '=A3*2'],
    ]);
  });

  it('moves what was cut, formulas as they are', () => {
    const [from, into] = pasted('2\t4', { ...clip, cut: true }, 'B', area(4, 0)).edit.changes;
    expect(from).toMatchObject({ tab: 'A', area: clip.area, entries: 'clear' });
    expect(written(into!)).toEqual([[2, '=A1*2']]);
  });

  it('fills down from the first row', () => {
    const [change] = filledFrom('A', area(0, 0, 2, 0), 'down').changes;
    expect(written(change!, [[cell('=B1', '1')], [cell('')], [cell('')]])).toEqual([[null], ['=B2'], ['=B3']]);
  });
});

describe('keys', () => {
  const size = { rows: 100, columns: 26 };
  const at = (row: number, column: number): Selection => ({ at: { row, column }, to: { row, column } });
  const press = (key: string, from: Selection, held: object = {}) =>
    movedBy({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...held }, from, size, 20);

  it('move the active cell, to the edges with Ctrl', () => {
    expect(press('ArrowDown', at(0, 0))).toEqual(at(1, 0));
    expect(press('ArrowUp', at(0, 0))).toEqual(at(0, 0));
    expect(press('PageDown', at(3, 1))).toEqual(at(23, 1));
    expect(press('End', at(3, 1), { ctrlKey: true })).toEqual(at(99, 25));
    expect(press('ArrowRight', at(3, 1), { metaKey: true })).toEqual(at(3, 25));
    expect(press('x', at(0, 0))).toBeNull();
    expect(steppedTo(at(99, 25), 1, 1, size)).toEqual(at(99, 25));
  });

  it('choose more cells with Shift', () => {
    const two = press('ArrowRight', at(2, 2), { shiftKey: true })!;
    expect(two).toEqual({ at: { row: 2, column: 2 }, to: { row: 2, column: 3 } });
    expect(press('ArrowDown', two, { shiftKey: true })!.to).toEqual({ row: 3, column: 3 });
  });
});

describe('days', () => {
  it.each([
    [1, '2026-11-23', '2026-11-23'],
    [0, '2026-11-22', '2026-11-29'],
    [6, '2026-11-21', '2026-11-28'],
  ])('are in weeks that begin on day %i', (first, ofTuesday, ofSunday) => {
    expect(weekStart('2026-11-24', first)).toBe(ofTuesday);
    expect(weekStart('2026-11-29', first)).toBe(ofSunday);
    expect(weekdaysFrom(first)[0]![0]).toBe(['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][first]);
  });

  it('are in weeks that go over the end of a year', () => {
    expect(weekFrom(weekStart('2027-01-01', 1))).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ]);
  });

  it('are in months and quarters, the latest first', () => {
    const values = periodsUntil('2026-02-10').map(({ value }) => value);
    expect(values.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
    expect(values.slice(12)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3', '2025-Q2']);
  });
});

describe('a rule', () => {
  it.each([
    [{}, 'FREQ=WEEKLY', 'Every week'],
    [
      { interval: '2', weekdays: ['FR', 'MO'] },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
      'Every 2 weeks on Monday and Friday',
    ],
    [{ frequency: 'MONTHLY', lastDay: true }, 'FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on its last day'],
    [{ frequency: 'DAILY', until: '2027-01-31' }, 'FREQ=DAILY;UNTIL=20270131', 'Every day until 2027-01-31'],
  ] as const)('of %o is %s', (change, text, words) => {
    const rule = { ...NEW_RULE, ...change, weekdays: [...('weekdays' in change ? change.weekdays : [])] };
    expect(writtenRule(rule)).toBe(text);
    expect(isRule(text)).toBe(true);
    expect(writtenRule(readRule(text)!)).toBe(text);
    expect(ruleInWords(text)).toBe(words);
  });

  it('that says more than the form can is kept as it is', () => {
    for (const text of ['FREQ=MONTHLY;BYDAY=1MO', 'FREQ=DAILY;COUNT=3', 'FREQ=HOURLY'])
      expect([readRule(text), ruleInWords(text)]).toEqual([null, text]);
  });
});

describe('a mention', () => {
  const people = [
    { id: 'usr_1', name: 'Ada' },
    { id: 'usr_2', name: 'Ada Byron' },
  ];

  it('begins with an @ that is no part of an address', () => {
    expect(nameBefore('Hello @ad', 9)).toEqual({ from: 6, typed: 'ad' });
    expect(nameBefore('@Ada By', 7)).toEqual({ from: 0, typed: 'Ada By' });
    expect(nameBefore('@', 1)).toEqual({ from: 0, typed: '' });
    expect(nameBefore('a@b', 3)).toBeNull();
    expect(nameBefore('@ad and on', 10)).toBeNull();
  });

  it('counts as long as its name stands in the text', () => {
    expect(mentionsIn('See @Ada Byron', [people[1]!])).toEqual(['usr_2']);
    expect(mentionsIn('See Ada', people)).toEqual([]);
    expect(piecesOf('See @Ada Byron, @Ada.', people)).toEqual([
      { text: 'See ' },
      { text: '@Ada Byron', id: 'usr_2' },
      { text: ', ' },
      { text: '@Ada', id: 'usr_1' },
      { text: '.' },
    ]);
  });
});

it('a sprint burns down by the days on which tasks were done', () => {
  const task = (status: string, completed_at: string | null = null) => ({ status, completed_at });
  const tasks = [
    task('todo'),
    task('done', '2026-11-02T09:00:00Z'),
    task('done', '2026-10-30T09:00:00Z'),
    task('cancelled'),
  ];
  const burn = (zone: string) => burnOf(tasks, '2026-11-01', '2026-11-04', '2026-11-03', zone);
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
  expect(burn('UTC')).toEqual({ days, open: [2, 1, 1, null], all: 3 });
  expect(burn('Pacific/Pago_Pago').open).toEqual([1, 1, 1, null]);
});

it.each([
  [0, 1],
  [0.3, 1],
  [1, 1],
  [3, 5],
  [25, 50],
  [51, 100],
  [100, 100],
  [1_300_000, 2_000_000],
])('the axis of a chart has steps of at least %d: %d', (at, step) => {
  expect(niceStep(at)).toBe(step);
});
