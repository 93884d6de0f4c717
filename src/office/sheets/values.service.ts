import { Injectable } from '@nestjs/common';
import { currentContext, InjectStore, invalidField, type ResourceStore } from '../../platform/index.js';
import { type Area, printRange, type Range } from './a1.js';
import { Block } from './block.js';
import { Yielding } from './yielding.js';
import type { Cell } from './cell.js';
import { Engine, MAX_ENGINE_CELLS, type Place, type Result, type Task } from './engine.js';
import { type Change, Grid } from './grid.js';
import { SheetBlockRepository } from './sheet-block.repository.js';
import type { ClearedValues, ClearValues, ValuesQuery, WriteValues, WrittenValues } from './sheet.dto.js';
import { Sheet, type Tab } from './sheet.entity.js';
import { cellsOf, clipped, grown, rangeIn, tabOf, within } from './tabs.js';
import { changesOf, emptied, extentOf, lastRow, MAX_CELLS_PER_CALL, rendered, withResult } from './values.js';

/** Cells per message to the engine. */
const MESSAGE_CELLS = 5_000;

interface Target {
  position: number;
  tab: Tab;
  area: Area;
}

/** A change of a locked sheet. */
interface Edit {
  sheet: Sheet;
  /** For the audit trail: action, range, and number of cells, not counting changed results of formulas. */
  note: { action: 'written' | 'appended' | 'cleared' | 'imported'; range?: string; cells: number };
  changes?: Change[];
  tabs?: Tab[];
  /** A cleared area. */
  cleared?: { tab: number; area: Area };
  /** Cells and formulas already written. */
  stored?: { cells: number; formulas: number };
  /** Request field reported if the formulas cannot be computed. */
  field: string;
}

/** Reads, writes, appends and clears cells (D-OFF-6 to 8). */
@Injectable()
export class ValuesService {
  constructor(
    @InjectStore(Sheet) private readonly store: ResourceStore<Sheet>,
    private readonly blocks: SheetBlockRepository,
    private readonly engine: Engine,
  ) {}

  async read(sheet: Sheet, { range, value_render }: ValuesQuery) {
    const { position, tab, area } = targetOf(sheet, rangeIn(sheet.sheets, range));
    const inside = clipped(area, tab);
    if (inside && cellsOf(inside) > MAX_CELLS_PER_CALL) {
      throw invalidField('range', 'too_large', `range must have at most ${MAX_CELLS_PER_CALL} cells.`);
    }
    const values = inside ? await rendered(this.blocks.within(sheet.id, position, inside), inside, value_render) : [];
    return { range: printRange(tab.name, area), values, revision: sheet.revision };
  }

  async write(sheet: Sheet, { range: text, values, value_input }: WriteValues): Promise<WrittenValues> {
    const range = rangeIn(sheet.sheets, text);
    const { rows, columns } = extentOf(values);
    const { top, left, bottom, right, isCell } = range;
    const isTooLarge = (bottom !== null && rows > bottom - top + 1) || (right !== null && columns > right - left + 1);
    if (isTooLarge && !isCell) {
      throw invalidField('values', 'too_large', `values has ${rows} × ${columns} cells and does not fit into ${text}.`);
    }
    await this.store.lock(sheet);
    return this.#put(sheet, 'written', targetOf(sheet, range), top, values, value_input);
  }

  async append(sheet: Sheet, { range: text, values, value_input }: WriteValues): Promise<WrittenValues> {
    const range = rangeIn(sheet.sheets, text);
    const { columns } = extentOf(values);
    const { top, left, right, isCell } = range;
    if (!isCell && right !== null && columns > right - left + 1) {
      throw invalidField('values', 'too_large', `values has ${columns} columns and does not fit into ${text}.`);
    }
    const target = targetOf(sheet, range);
    await this.store.lock(sheet);
    const next = (await lastRow(await this.blocks.last(sheet.id, target.position))) + 1;
    return this.#put(sheet, 'appended', target, Math.max(top, next), values, value_input);
  }

  async clear(sheet: Sheet, { range }: ClearValues): Promise<ClearedValues> {
    const { position, tab, area } = targetOf(sheet, rangeIn(sheet.sheets, range));
    const cleared_range = printRange(tab.name, area);
    const inside = clipped(area, tab);
    if (!inside) return { cleared_range, cleared_cells: 0 };
    await this.store.lock(sheet);
    const gone = await this.#empty(sheet.id, position, inside);
    if (gone.cells) {
      const note = { action: 'cleared', range: cleared_range, cells: gone.cells } as const;
      const stored = { cells: -gone.cells, formulas: -gone.formulas };
      await this.#edit({ sheet, note, cleared: { tab: position, area: inside }, stored, field: 'range' });
    }
    return { cleared_range, cleared_cells: gone.cells };
  }

  /** Fills a new sheet from a file and computes its formulas. `tabs` is complete after the last portion. */
  async fill(sheet: Sheet, portions: AsyncIterable<Change[]>, tabs: Tab[]): Promise<Sheet> {
    const grid = new Grid(this.blocks, sheet.id);
    for await (const changes of portions) await grid.apply(changes, asItIs);
    const { more } = grid;
    return this.#edit({ sheet, note: { action: 'imported', cells: more.cells }, tabs, stored: more, field: 'file' });
  }

  /** Writes values into a locked sheet, beginning at a row of the target. */
  async #put(
    sheet: Sheet,
    action: 'written' | 'appended',
    { position, tab, area }: Target,
    top: number,
    values: unknown[][],
    input: WriteValues['value_input'],
  ): Promise<WrittenValues> {
    const { rows, columns } = extentOf(values);
    const bottom = top + Math.max(rows, 1) - 1;
    const updated = { top, left: area.left, bottom, right: area.left + Math.max(columns, 1) - 1 };
    const tabs = grown(sheet.sheets, position, updated, 'range');
    const changes = await changesOf(values, position, updated, input);
    const updated_range = printRange(tab.name, updated);
    const cells = changes.length;
    const note = { action, range: updated_range, cells };
    if (cells) await this.#edit({ sheet, note, changes, tabs, field: 'values' });
    return {
      range: printRange(tab.name, area),
      updated_range,
      updated_rows: cells && rows,
      updated_columns: cells && columns,
      updated_cells: cells,
    };
  }

  /** Applies an edit: cells, recalculated results, and the sheet record. */
  async #edit({ sheet, note, changes = [], tabs = sheet.sheets, cleared, stored, field }: Edit): Promise<Sheet> {
    const before = {
      cells: sheet.cell_count + (stored?.cells ?? 0),
      formulas: sheet.formula_count + (stored?.formulas ?? 0),
    };
    const hasFormulas = sheet.formula_count + before.formulas > 0 || changes.some(isFormula);
    const computed = hasFormulas
      ? await this.engine.recalculate({
          sheet: sheet.id,
          writes: sheet.writes,
          tabs: tabs.map(({ name }) => name),
          names: sheet.names,
          size: engineSize(before.cells + changes.length, field),
          cells: () => this.#cells(sheet.id),
          changes: tasks(changes, cleared),
          suspects: changes.filter(isFormula),
          field,
        })
      : null;
    const grid = new Grid(this.blocks, sheet.id);
    await grid.apply(changes, asItIs);
    const results = computed?.results ?? [];
    await grid.apply(results, withResult);
    const after = {
      sheets: withResults(tabs, results, field),
      cell_count: before.cells + grid.more.cells,
      formula_count: before.formulas + grid.more.formulas,
      writes: sheet.writes + 1,
    };
    const updated = await this.store.update(sheet, after, { also: { values: { from: null, to: note } } });
    if (computed) currentContext().unitOfWork!.afterCommit(computed.keep);
    return updated;
  }

  /** All cells of a sheet, in portions. */
  async *#cells(sheet: string): AsyncGenerator<[...Place, Cell][]> {
    const yielding = new Yielding();
    let cells: [...Place, Cell][] = [];
    for await (const portion of this.blocks.all(sheet)) {
      for (const stored of portion) {
        const block = new Block(stored.block, stored.band, stored);
        for (const [row, column, cell] of block.cells()) cells.push([stored.tab, row, column, cell]);
        await yielding.ifDue();
        if (cells.length < MESSAGE_CELLS) continue;
        yield cells;
        cells = [];
      }
    }
    if (cells.length) yield cells;
  }

  /** Clears an area. Returns the number of cleared cells and formulas. */
  async #empty(sheet: string, tab: number, area: Area): Promise<{ cells: number; formulas: number }> {
    const gone = { cells: 0, formulas: 0 };
    for await (const portion of this.blocks.inPortions(sheet, tab, area)) {
      const emptiedBlocks = portion.map((stored) => emptied(stored, area)).filter(({ cells }) => cells > 0);
      for (const { cells, formulas } of emptiedBlocks) {
        gone.cells += cells;
        gone.formulas += formulas;
      }
      await this.blocks.save(
        sheet,
        emptiedBlocks.map(({ block }) => [tab, block]),
      );
    }
    return gone;
  }
}

const asItIs = ([, , , cell]: Change) => cell;

const isFormula = ([, , , cell]: Change) => cell?.formula !== undefined;

/** Number of cells the engine must load; 400 if too many. */
function engineSize(cells: number, field: string): number {
  if (cells <= MAX_ENGINE_CELLS) return cells;
  const message = `A sheet with formulas must have at most ${MAX_ENGINE_CELLS} non-empty cells.`;
  throw invalidField(field, 'too_large', message);
}

/** The tabs, enlarged to contain spills. */
function withResults(tabs: Tab[], results: readonly Result[], field: string): Tab[] {
  const corners = new Map<number, { bottom: number; right: number }>();
  for (const [tab, row, column, cell] of results) {
    const { bottom, right } = corners.get(tab) ?? { bottom: 1, right: 1 };
    if (cell) corners.set(tab, { bottom: Math.max(bottom, row), right: Math.max(right, column) });
  }
  return [...corners].reduce((all, [tab, corner]) => grown(all, tab, corner, field), tabs);
}

function targetOf(sheet: Sheet, range: Range): Target {
  const position = tabOf(range, sheet.sheets);
  const tab = sheet.sheets[position]!;
  return { position, tab, area: within(range, tab) };
}

/** Messages of a change. Formulas come last, because their format is derived from their operands. */
async function* tasks(
  changes: Change[],
  cleared: Edit['cleared'],
): AsyncGenerator<Task & { type: 'change' | 'clear' }> {
  if (cleared) yield { type: 'clear', tab: cleared.tab, ...cleared.area };
  for (const cells of [changes.filter((change) => !isFormula(change)), changes.filter(isFormula)]) {
    for (let from = 0; from < cells.length; from += MESSAGE_CELLS)
      yield { type: 'change', cells: cells.slice(from, from + MESSAGE_CELLS) };
  }
}
