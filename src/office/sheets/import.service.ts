import { Injectable } from '@nestjs/common';
import {
  BlobStore,
  currentContext,
  InjectStore,
  invalidField,
  Reply,
  type ResourceStore,
} from '../../platform/index.js';
import { printRange } from './a1.js';
import { csvCells } from './csv-import.js';
import { type Check, Engine } from './engine.js';
import { missesTab } from './excel-formula.js';
import type { Change } from './grid.js';
import type { ImportedSheet, ImportSheet, ImportWarning } from './sheet.dto.js';
import { type DefinedName, Sheet, type Tab } from './sheet.entity.js';
import { checkTabs } from './tabs.js';
import { ValuesService } from './values.service.js';
import type { PlacedCell } from './xlsx-cells.js';
import type { Workbook } from './xlsx-import.js';

/** Cells per write. */
const WRITE_CELLS = 10_000;

/** Maximum warnings in the response. */
const MAX_WARNINGS = 100;

/** Magic bytes of a zip archive. */
const ZIP = 'PK\u0003\u0004';

/** Imports spreadsheet files. */
@Injectable()
export class ImportService {
  constructor(
    @InjectStore(Sheet) private readonly store: ResourceStore<Sheet>,
    private readonly values: ValuesService,
    private readonly blobs: BlobStore,
    private readonly engine: Engine,
  ) {}

  async import({ file, title, tags, value_input }: ImportSheet): Promise<Reply> {
    const workbook = await this.#open(file.key, file.size_bytes, value_input === 'user_entered');
    try {
      const tabs = workbook.tabs.map(({ name }): Tab => ({ name, rows: 1, columns: 1 }));
      checkTabs(tabs, 'file');
      const sheet = await this.store.create({
        title: title ?? titleOf(file.name),
        tags,
        owner_id: currentContext().credential!.user_id,
        sheets: tabs.map((tab) => ({ ...tab })),
        names: workbook.names,
        cell_count: 0,
        formula_count: 0,
        writes: 0,
      });
      const warnings = workbook.warnings.slice(0, MAX_WARNINGS);
      const { revision } = await this.values.fill(sheet, this.#portions(workbook, tabs, warnings), tabs);
      const { id, created_at } = sheet;
      const view: ImportedSheet = { id, title: sheet.title, sheet_count: tabs.length, created_at, warnings };
      return new Reply(201, { Location: `/v1/office/sheets/${id}`, ETag: `"${revision}"` }, JSON.stringify(view));
    } finally {
      workbook.close();
    }
  }

  async #open(key: string, size: number, isTyped: boolean): Promise<Workbook> {
    if (size === 0) throw invalidField('file', 'required', 'file must not be empty.');
    let head = '';
    for await (const chunk of await this.blobs.read(key, { start: 0, end: Math.min(size, ZIP.length) - 1 })) {
      head += (chunk as Buffer).toString('latin1');
    }
    if (head === ZIP) {
      const { openXlsx } = await import('./xlsx-import.js');
      return openXlsx(this.blobs, key, size);
    }
    const { blobs } = this;
    async function* cells() {
      yield* csvCells(await blobs.read(key), isTyped);
    }
    return { tabs: [{ name: 'Sheet1', cells }], names: [], warnings: [], close: () => undefined };
  }

  /** Cells of all tabs in portions. Updates the sizes of the tabs. */
  async *#portions(workbook: Workbook, tabs: Tab[], warnings: ImportWarning[]): AsyncGenerator<Change[]> {
    for (const [position, { cells }] of workbook.tabs.entries()) {
      const tab = tabs[position]!;
      /** Cells with unsupported formulas, whose saved results and spills are kept as values. */
      const broken = new Set<string>();
      let changes: Change[] = [];
      for await (const portion of cells()) {
        const problemOf = await this.#problems(portion, position, workbook.names, tabs);
        for (const [row, column, read, origin = {}] of portion) {
          const { saved, filledBy, isArray = false } = origin;
          if (filledBy !== undefined && !broken.has(filledBy)) continue;
          const problem = read.formula === undefined ? null : problemOf(read.formula, isArray);
          if (problem !== null) {
            if (saved) broken.add(`${row} ${column}`);
            if (warnings.length < MAX_WARNINGS) {
              const place = printRange(tab.name, { top: row, left: column, bottom: row, right: column });
              const outcome = saved ? 'the saved value was imported' : 'the file has no saved value';
              warnings.push({ cell: place, reason: `The formula ${problem}; ${outcome}.` });
            }
          }
          tab.rows = Math.max(tab.rows, row);
          tab.columns = Math.max(tab.columns, column);
          changes.push([position, row, column, problem !== null && saved ? saved : read]);
        }
        checkTabs(tabs, 'file');
        if (changes.length < WRITE_CELLS) continue;
        yield changes;
        changes = [];
      }
      if (changes.length) yield changes;
    }
  }

  /** Checks formulas of a tab; null if they can be computed. */
  async #problems(cells: PlacedCell[], tab: number, names: DefinedName[], tabs: Tab[]) {
    const formulas = cells.flatMap(([row, column, { formula }]): Check['formulas'] =>
      formula === undefined ? [] : [[tab, row, column, formula]],
    );
    const tabNames = tabs.map(({ name }) => name);
    const check = { tabs: tabNames, tab, names, formulas, field: 'file' };
    const { unknown, spilling } = formulas.length
      ? await this.engine.check(check)
      : { unknown: new Set<string>(), spilling: new Set<string>() };
    const keys = new Set(tabNames.map((name) => name.toUpperCase()));
    return (formula: string, isArray: boolean): string | null => {
      if (unknown.has(formula)) return unknownIn(formula);
      if (missesTab(formula, keys)) return 'refers to a missing tab';
      // Excel uses implicit intersection here.
      return spilling.has(formula) && !isArray ? 'needs a single cell of a named range' : null;
    };
  }
}

function unknownIn(formula: string): string {
  const code = formula.replace(/"[^"]*"/g, '');
  if (/\[\d+\]/.test(code)) return 'refers to another workbook';
  if (/\[/.test(code)) return 'refers to a table';
  return 'has an unknown name or function';
}

/** The name of a file without its ending. */
function titleOf(name: string | null): string {
  return (name ?? '').replace(/\.(xlsx|csv)$/i, '').trim() || 'Imported';
}
