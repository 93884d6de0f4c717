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
  description: 'A1 notation: A1, A1:C10, A:C or 2:5, alone or after a tab (Sheet1!A1).',
  example: 'Sheet1!A1:C10',
};
const CELLS = ['string', 'number', 'boolean', 'null'];

export class NewTab {
  @Text({ max: 31, description: 'Name of the tab; unique in the sheet, case is ignored.' }) name: string;
  @Int({ min: 1, max: MAX_ROWS, optional: true, description: 'Number of rows.' }) rows = 1000;
  @Int({ min: 1, max: MAX_COLUMNS, optional: true, description: 'Number of columns.' }) columns = 26;
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
  @Text({ optional: true, example: 'Data!B2', description: 'Cell of the formula, with its tab.' }) cell?: string;
  @Text({ optional: true, example: 'Prices', description: 'Name that was not imported; absent for formulas.' })
  name?: string;
  @Text({ description: 'Reason that the formula cannot be computed or the name cannot be imported.' }) reason: string;
}

export class ImportedSheet extends CreatedSheet {
  @NestedList(() => ImportWarning, {
    description:
      'Formulas imported as their saved value because they cannot be computed, and names not imported: the first 100.',
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
      'formatted: displayed texts. raw: stored numbers, booleans and texts. formula: like raw, with formulas in place of results.',
  })
  value_render: (typeof RENDERS)[number] = 'formatted';
}

export class ValuesView {
  @Text(A1) range: string;
  @ListOfLists(CELLS, { description: 'Rows of values, without trailing empty cells and rows.' }) values: unknown[][];
}

export class WriteValues {
  @Text(A1) range: string;
  @ListOfLists(CELLS, {
    maxItems: MAX_CELLS_PER_CALL,
    description: 'Rows of values. null keeps a cell unchanged; an empty string clears it.',
    example: [
      ['Name', 'Amount'],
      ['Rent', 1200],
    ],
  })
  values: unknown[][];
  @Choice(INPUTS, {
    optional: true,
    description:
      'raw: stored unchanged. user_entered: parsed like typed input: numbers, percentages, currency, booleans, ISO dates, formulas.',
  })
  value_input: (typeof INPUTS)[number] = 'raw';
}

export class WrittenValues {
  @Text({ ...A1, description: 'Requested range.' }) range: string;
  @Text({ ...A1, description: 'Range of the updated cells.' }) updated_range: string;
  @Int({ min: 0, description: 'Number of rows in the updated range.' }) updated_rows: number;
  @Int({ min: 0, description: 'Number of columns in the updated range.' }) updated_columns: number;
  @Int({ min: 0, description: 'Number of cells written or cleared, without unchanged cells (null).' })
  updated_cells: number;
}

export class ClearValues {
  @Text(A1) range: string;
}

export class ClearedValues {
  @Text(A1) cleared_range: string;
  @Int({ min: 0, description: 'Number of cleared cells that had a value.' }) cleared_cells: number;
}

export class ExportSheet {
  @Choice(FORMATS, { description: 'xlsx: an Excel workbook. csv: the displayed values of one tab.' })
  format: (typeof FORMATS)[number];
  @Text({ optional: true, description: 'Name of a tab. Default: all tabs for xlsx, the first for csv.' })
  tab?: string;
}

/** A file with the cells of a new sheet: an Excel workbook, or CSV. */
export class ImportSheet extends Upload {
  @Text({ optional: true, description: 'Default: the name of the file.' }) title?: string;
  @Tags({ optional: true }) tags: string[] = [];
  @Choice(INPUTS, {
    optional: true,
    description:
      'For CSV. user_entered: parses numbers, percentages, currency, booleans and dates. raw: keeps all cells as text.',
  })
  value_input: (typeof INPUTS)[number] = 'user_entered';
}
