import { Injectable } from '@nestjs/common';
import { currentContext } from '../../platform/context/request-context.js';
import { invalidField } from '../../platform/errors/api-error.js';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import { type Area, parseRange, printRange, type Range } from './a1.js';
import { Block } from './block.js';
import { Breath } from './breath.js';
import type { Cell } from './cell.js';
import { Engine, MAX_ENGINE_CELLS, type Place, type Task } from './engine.js';
import { type Change, Grid } from './grid.js';
import { SheetBlocks } from './sheet-blocks.js';
import type { ClearedValues, ClearValues, ValuesQuery, WriteValues, WrittenValues } from './sheet.dto.js';
import { Sheet, type Tab } from './sheet.entity.js';
import { cellsOf, clipped, grown, tabOf, within } from './tabs.js';
import { asChange, changesOf, emptied, extentOf, lastRow, MAX_CELLS_PER_CALL, rendered } from './values.js';

/** Changes that go to the engine in one message. */
const PORTION = 5_000;

interface Target {
  position: number;
  tab: Tab;
  area: Area;
}

/** A change of a sheet that is held. */
interface Edit {
  sheet: Sheet;
  /** For the audit trail: what was done, where, and to how many cells (those that formulas changed not counted). */
  note: { action: 'written' | 'appended' | 'cleared'; range: string; cells: number };
  changes: Change[];
  tabs?: Tab[];
  /** An area that was emptied, and what was in it. */
  cleared?: { tab: number; area: Area; cells: number; formulas: number };
  /** The field of the request that is to blame where the formulas cannot be computed. */
  field: string;
}

/** The cells of sheets: reading, writing, appending, clearing (D-OFF-6 to 8). */
@Injectable()
export class ValuesService {
  constructor(
    @InjectStore(Sheet) private readonly store: ResourceStore<Sheet>,
    private readonly blocks: SheetBlocks,
    private readonly engine: Engine,
  ) {}

  async read(sheet: Sheet, { range, value_render }: ValuesQuery) {
    const { position, tab, area } = targetOf(sheet, parseRange(range));
    const inside = clipped(area, tab);
    if (inside && cellsOf(inside) > MAX_CELLS_PER_CALL) {
      throw invalidField('range', 'too_large', `range must have at most ${MAX_CELLS_PER_CALL} cells.`);
    }
    const stored = inside ? await this.blocks.within(sheet.id, position, inside) : [];
    const values = inside ? await rendered(stored, inside, value_render) : [];
    return { range: printRange(tab.name, area), values, revision: sheet.revision };
  }

  async write(sheet: Sheet, { range: text, values, value_input }: WriteValues): Promise<WrittenValues> {
    const range = parseRange(text);
    const { rows, columns } = extentOf(values);
    const { top, left, bottom, right, isCell } = range;
    const isTooLarge = (bottom !== null && rows > bottom - top + 1) || (right !== null && columns > right - left + 1);
    if (isTooLarge && !isCell) {
      throw invalidField('values', 'too_large', `values has ${rows} × ${columns} cells and does not fit into ${text}.`);
    }
    await this.store.hold(sheet);
    return this.#put(sheet, 'written', targetOf(sheet, range), top, values, value_input);
  }

  async append(sheet: Sheet, { range: text, values, value_input }: WriteValues): Promise<WrittenValues> {
    const range = parseRange(text);
    const { columns } = extentOf(values);
    const { top, left, right, isCell } = range;
    if (!isCell && right !== null && columns > right - left + 1) {
      throw invalidField('values', 'too_large', `values has ${columns} columns and does not fit into ${text}.`);
    }
    const target = targetOf(sheet, range);
    await this.store.hold(sheet);
    const next = lastRow(await this.blocks.last(sheet.id, target.position)) + 1;
    return this.#put(sheet, 'appended', target, Math.max(top, next), values, value_input);
  }

  async clear(sheet: Sheet, { range }: ClearValues): Promise<ClearedValues> {
    const { position, tab, area } = targetOf(sheet, parseRange(range));
    const cleared_range = printRange(tab.name, area);
    const inside = clipped(area, tab);
    if (!inside) return { cleared_range, cleared_cells: 0 };
    await this.store.hold(sheet);
    const gone = await this.#empty(sheet.id, position, inside);
    if (gone.cells) {
      const note = { action: 'cleared', range: cleared_range, cells: gone.cells } as const;
      await this.#edit({ sheet, note, changes: [], cleared: { tab: position, area: inside, ...gone }, field: 'range' });
    }
    return { cleared_range, cleared_cells: gone.cells };
  }

  /** Writes values into a sheet that is held, from a row of the target's area on. */
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
    const tabs = grown(sheet.sheets, position, updated);
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

  /** Changes cells, with all that the formulas of the sheet make of it, and the sheet itself. */
  async #edit({ sheet, note, changes, tabs = sheet.sheets, cleared, field }: Edit): Promise<void> {
    const hasFormulas = sheet.formula_count > 0 || changes.some(([, , , cell]) => cell?.formula !== undefined);
    const computed = hasFormulas ? await this.#compute(sheet, changes, cleared, field) : null;
    const grid = new Grid(this.blocks, sheet.id);
    await grid.apply(changes);
    if (computed) {
      await grid.load(computed.results);
      await grid.apply(computed.results.flatMap((result) => asChange(result, grid)));
    }
    const more = await grid.save();
    await this.store.update(
      sheet,
      {
        sheets: tabs,
        cell_count: sheet.cell_count + more.cells - (cleared?.cells ?? 0),
        formula_count: sheet.formula_count + more.formulas - (cleared?.formulas ?? 0),
        writes: sheet.writes + 1,
      },
      { also: { values: { from: null, to: note } } },
    );
    if (computed) currentContext().unitOfWork!.afterCommit(computed.keep);
  }

  #compute(sheet: Sheet, changes: Change[], cleared: Edit['cleared'], field: string) {
    const size = sheet.cell_count + changes.length;
    if (size > MAX_ENGINE_CELLS) {
      const message = `A sheet with formulas has at most ${MAX_ENGINE_CELLS} cells with something in them.`;
      throw invalidField(field, 'too_large', message);
    }
    return this.engine.recalculate({
      sheet: sheet.id,
      writes: sheet.writes,
      tabs: sheet.sheets.map(({ name }) => name),
      size,
      cells: () => this.#cells(sheet.id),
      changes: tasks(changes, cleared),
      field,
    });
  }

  /** All cells of a sheet, in portions. */
  async *#cells(sheet: string): AsyncGenerator<[...Place, Cell][]> {
    const breath = new Breath();
    for await (const portion of this.blocks.all(sheet)) {
      const cells: [...Place, Cell][] = [];
      for (const stored of portion) {
        const block = new Block(stored.block, stored.band, stored);
        for (const [row, column, cell] of block.cells()) cells.push([stored.tab, row, column, cell]);
        await breath.taken();
      }
      yield cells;
    }
  }

  /** Empties an area. Answers how many cells and formulas were in it. */
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

function targetOf(sheet: Sheet, range: Range): Target {
  const position = tabOf(range, sheet.sheets);
  const tab = sheet.sheets[position]!;
  return { position, tab, area: within(range, tab) };
}

/**
 * A change as the engine is told of it. Formulas come last: they are shown like their operands, which must be there.
 */
async function* tasks(
  changes: Change[],
  cleared: Edit['cleared'],
): AsyncGenerator<Task & { type: 'change' | 'clear' }> {
  if (cleared) yield { type: 'clear', tab: cleared.tab, ...cleared.area };
  const isFormula = ([, , , cell]: Change) => cell?.formula !== undefined;
  for (const cells of [changes.filter((change) => !isFormula(change)), changes.filter(isFormula)]) {
    for (let from = 0; from < cells.length; from += PORTION)
      yield { type: 'change', cells: cells.slice(from, from + PORTION) };
  }
}
