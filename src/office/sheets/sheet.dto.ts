import {
  Choice,
  Int,
  ListOf,
  ListOfLists,
  NestedList,
  PartialType,
  PickType,
  Tags,
  Text,
  Upload,
  ViewType,
} from '../../platform/index.js';
import { MAX_COLUMNS, MAX_ROWS } from './a1.js';
import { MAX_TABS } from './tabs.js';
import { Sheet } from './sheet.entity.js';
import { FORMATS, INPUTS, RENDERS } from './sheet.resource.js';
import { MAX_CELLS_PER_CALL } from './values.js';

const A1 = {
  description: 'A1 notation: A1, A1:C10, A:C, 2:5, each alone or behind a tab (Sheet1!A1).',
  example: 'Sheet1!A1:C10',
};
const CELLS = ['string', 'number', 'boolean', 'null'];

export class NewTab {
  @Text({ max: 31, description: 'What the tab is called: unique in the sheet, in any case.' }) name: string;
  @Int({ min: 1, max: MAX_ROWS, optional: true, description: 'How many rows it has.' }) rows = 1000;
  @Int({ min: 1, max: MAX_COLUMNS, optional: true, description: 'How many columns it has.' }) columns = 26;
}

const written = ['title', 'owner_id', 'tags'] as const;

export class CreateSheet extends PickType(Sheet, written) {
  @NestedList(() => NewTab, {
    maxItems: MAX_TABS,
    optional: true,
    description: 'The tabs. Default: Sheet1 of 1000 × 26 cells.',
  })
  initial_sheets?: NewTab[];
}

export class UpdateSheet extends PartialType(PickType(Sheet, written)) {}

export class SheetQuery extends ListOf(Sheet, { filter: ['owner_id'], sort: ['created_at', 'updated_at', 'title'] }) {}

export class CreatedSheet extends ViewType(Sheet, ['id', 'title', 'sheet_count', 'created_at']) {}

const item = ['id', 'title', 'sheet_count', 'created_at', 'owner_id', 'tags', 'updated_at', 'deleted_at'] as const;

/** A formula or a name that could not be taken as it was. */
export class ImportWarning {
  @Text({ optional: true, example: 'Data!B2', description: 'The cell with the formula, with its tab.' }) cell?: string;
  @Text({ optional: true, example: 'Prices', description: 'The name, where it is one that was left out.' })
  name?: string;
  @Text({ description: 'Why the formula cannot be computed, or the name not be kept.' }) reason: string;
}

export class ImportedSheet extends CreatedSheet {
  @NestedList(() => ImportWarning, {
    description:
      'Formulas that cannot be computed, of which the saved value was taken, and names that were left out: the first 100.',
  })
  warnings: ImportWarning[];
}

/** A sheet in a list. */
export class SheetItem extends ViewType(Sheet, item) {}

/** Its revision grows with every change, of cells too. */
export class SheetView extends ViewType(Sheet, [...item, 'sheets', 'revision', 'purge_at']) {}

export class ValuesQuery {
  @Text(A1) range: string;
  @Choice(RENDERS, {
    optional: true,
    description:
      'formatted: texts, as people see them. raw: numbers, booleans and texts as stored. formula: like raw, with the formulas themselves.',
  })
  value_render: (typeof RENDERS)[number] = 'formatted';
}

export class ValuesView {
  @Text(A1) range: string;
  @ListOfLists(CELLS, { description: 'Rows, without what is empty at their ends and at the end.' }) values: unknown[][];
}

export class WriteValues {
  @Text(A1) range: string;
  @ListOfLists(CELLS, {
    maxItems: MAX_CELLS_PER_CALL,
    description: 'Rows. null leaves a cell as it is, an empty string clears it.',
    example: [
      ['Name', 'Amount'],
      ['Rent', 1200],
    ],
  })
  values: unknown[][];
  @Choice(INPUTS, {
    optional: true,
    description:
      'raw: stored as they are. user_entered: read as if typed in: numbers, percentages, currency, booleans, ISO dates, formulas.',
  })
  value_input: (typeof INPUTS)[number] = 'raw';
}

export class WrittenValues {
  @Text({ ...A1, description: 'The range that was asked for.' }) range: string;
  @Text({ ...A1, description: 'The cells that the values fell on.' }) updated_range: string;
  @Int({ min: 0, description: 'How many rows the values fell on.' }) updated_rows: number;
  @Int({ min: 0, description: 'How many columns the values fell on.' }) updated_columns: number;
  @Int({ min: 0, description: 'Cells written or cleared; those left alone (null) do not count.' })
  updated_cells: number;
}

export class ClearValues {
  @Text(A1) range: string;
}

export class ClearedValues {
  @Text(A1) cleared_range: string;
  @Int({ min: 0, description: 'Cells that had something in them.' }) cleared_cells: number;
}

export class ExportSheet {
  @Choice(FORMATS, { description: 'xlsx: an Excel workbook. csv: what the cells of one tab show.' })
  format: (typeof FORMATS)[number];
  @Text({ optional: true, description: 'The name of a tab. Default: all of them for xlsx, the first for csv.' })
  tab?: string;
}

/** A file with the cells of a new sheet: an Excel workbook, or CSV. */
export class ImportSheet extends Upload {
  @Text({ optional: true, description: 'Default: the name of the file.' }) title?: string;
  @Tags({ optional: true }) tags: string[] = [];
  @Choice(INPUTS, {
    optional: true,
    description:
      'For CSV: user_entered reads numbers, percentages, currency, booleans and dates; raw keeps all as text.',
  })
  value_input: (typeof INPUTS)[number] = 'user_entered';
}
