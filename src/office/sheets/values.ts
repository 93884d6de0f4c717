import { type Detail, invalid, invalidField } from '../../platform/index.js';
import type { Area } from './a1.js';
import { Block } from './block.js';
import { Yielding } from './yielding.js';
import { type Cell, textOf, typed, type Value } from './cell.js';
import type { Result } from './engine.js';
import type { Change } from './grid.js';
import type { StoredBlock } from './sheet-block.repository.js';
import type { INPUTS, RENDERS } from './sheet.resource.js';

/** Maximum cells per request. */
export const MAX_CELLS_PER_CALL = 100_000;

/** Maximum length of a cell, as in Excel and the engine. */
export const MAX_TEXT = 32_767;

/** Maximum characters of a response. */
const MAX_ANSWER = 10 * 2 ** 20;

/** Maximum invalid values listed in an error. */
const MAX_PROBLEMS = 20;

/** Rows and maximum columns. 400 if it is not a list of rows, or too large. */
export function extentOf(values: unknown[]): { rows: number; columns: number } {
  let columns = 0;
  let cells = 0;
  for (const [index, row] of values.entries()) {
    if (!Array.isArray(row)) throw invalidField(`values[${index}]`, 'invalid_type', `values[${index}] must be a list.`);
    columns = Math.max(columns, row.length);
    cells += row.length;
  }
  if (Math.max(cells, values.length) > MAX_CELLS_PER_CALL) {
    throw invalidField('values', 'too_many', `values must have at most ${MAX_CELLS_PER_CALL} cells.`);
  }
  return { rows: values.length, columns };
}

/** Changes that write values from the top left of an area. 400 lists all invalid values. */
export async function changesOf(
  values: unknown[][],
  tab: number,
  { top, left }: Area,
  input: (typeof INPUTS)[number],
): Promise<Change[]> {
  const problems: Detail[] = [];
  const changes: Change[] = [];
  const yielding = new Yielding();
  for (const [down, row] of values.entries()) {
    for (const [across, value] of row.entries()) {
      const problem = problemOf(value, `values[${down}][${across}]`);
      if (problem && problems.push(problem) === MAX_PROBLEMS) throw invalid(problems);
      if (value === null || problem) continue;
      changes.push([tab, top + down, left + across, cellOf(value as Value, input)]);
    }
    await yielding.ifDue();
  }
  if (problems.length) throw invalid(problems);
  return changes;
}

function problemOf(value: unknown, field: string): Detail | null {
  switch (typeof value) {
    case 'string':
      if (value.length <= MAX_TEXT) return null;
      return { field, code: 'too_long', message: `${field} must have at most ${MAX_TEXT} characters.` };
    case 'number':
      if (Number.isFinite(value)) return null;
      return { field, code: 'out_of_range', message: `${field} is too large for a number.` };
    case 'boolean':
      return null;
    default:
      if (value === null) return null;
      return { field, code: 'invalid_type', message: `${field} must be a string, a number, a boolean or null.` };
  }
}

function cellOf(value: Value, input: (typeof INPUTS)[number]): Cell | null {
  const cell = input === 'user_entered' && typeof value === 'string' ? typed(value) : { value };
  return cell.value === '' && cell.formula === undefined ? null : cell;
}

const renders: Record<(typeof RENDERS)[number], (cell: Cell) => Value> = {
  formatted: textOf,
  raw: ({ value }) => value,
  formula: ({ value, formula }) => formula ?? value,
};

/** Rows of an area, without trailing empty cells and rows. */
export async function rendered(
  portions: AsyncIterable<StoredBlock[]>,
  area: Area,
  render: (typeof RENDERS)[number],
): Promise<Value[][]> {
  const show = renders[render];
  const rows: Value[][] = [];
  const yielding = new Yielding();
  let characters = 0;
  for await (const portion of portions) {
    for (const row of portion) {
      const block = new Block(row.block, row.band, row);
      const { top, left, bottom, right } = shared(block.area, area);
      for (let at = top; at <= bottom; at++) {
        for (let column = left; column <= right; column++) {
          const cell = block.get(at, column);
          const shown = cell ? show(cell) : '';
          if (shown === '') continue;
          if (typeof shown === 'string') characters += shown.length;
          while (rows.length <= at - area.top) rows.push([]);
          const cells = rows[at - area.top]!;
          while (cells.length < column - area.left) cells.push('');
          cells.push(shown);
        }
      }
      if (characters > MAX_ANSWER) {
        throw invalidField(
          'range',
          'too_large',
          `The cells of range exceed ${MAX_ANSWER} characters. Request a smaller range.`,
        );
      }
      await yielding.ifDue();
    }
  }
  return rows;
}

/** Last non-empty row; 0 if none. */
export async function lastRow(stored: readonly StoredBlock[]): Promise<number> {
  let last = 0;
  const yielding = new Yielding();
  for (const row of stored) {
    for (const [at] of new Block(row.block, row.band, row).cells()) last = Math.max(last, at);
    await yielding.ifDue();
  }
  return last;
}

/** Clears an area of a block. Returns the number of cleared cells. */
export function emptied(stored: StoredBlock, area: Area): { block: Block; cells: number; formulas: number } {
  const block = new Block(stored.block, stored.band, stored);
  const { top, left, bottom, right } = shared(block.area, area);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) block.set(row, column, null);
  }
  const [cells, formulas] = [stored.cell_count - block.cellCount, stored.formula_count - block.formulaCount];
  return { block, cells, formulas };
}

/** Merges a result into a stored cell, keeping its formula. Undefined if unchanged. */
export function withResult([, , , result]: Result, before: Cell | null): Cell | null | undefined {
  if (!result) return before?.isSpilled ? null : undefined;
  return before?.formula === undefined ? result : { ...result, formula: before.formula };
}

const shared = (a: Area, b: Area): Area => ({
  top: Math.max(a.top, b.top),
  left: Math.max(a.left, b.left),
  bottom: Math.min(a.bottom, b.bottom),
  right: Math.min(a.right, b.right),
});
