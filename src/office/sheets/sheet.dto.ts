import { Choice, Id, Int, ListOfLists, NestedList, Tags, Text, Timestamp } from '../../platform/fields/fields.js';
import { byTag, countedByTag } from '../../platform/resource/page.js';
import { TrashPageQuery } from '../../platform/resource/trash.js';
import { Upload } from '../../platform/request/upload.js';
import { MAX_COLUMNS, MAX_ROWS } from './a1.js';
import { MAX_TABS } from './tabs.js';
import { FORMATS, INPUTS, RENDERS } from './sheet.resource.js';

const A1 = {
  description: 'A1 notation: A1, A1:C10, A:C, 2:5, each alone or behind a tab (Sheet1!A1).',
  example: 'Sheet1!A1:C10',
};
const CELLS = ['string', 'number', 'boolean', 'null'];

export class NewTab {
  @Text({ max: 31 }) name: string;
  @Int({ min: 1, max: MAX_ROWS, optional: true }) rows = 1000;
  @Int({ min: 1, max: MAX_COLUMNS, optional: true }) columns = 26;
}

export class CreateSheet {
  @Text() title: string;
  @NestedList(() => NewTab, {
    maxItems: MAX_TABS,
    optional: true,
    description: 'The tabs. Default: Sheet1 of 1000 × 26 cells.',
  })
  initial_sheets?: NewTab[];
  @Id('usr', { optional: true, description: 'Default: the user behind the credential.' }) owner_id?: string;
  @Tags({ optional: true }) tags: string[] = [];
}

export class UpdateSheet {
  @Text({ optional: true }) title?: string;
  @Id('usr', { optional: true }) owner_id?: string;
  @Tags({ optional: true }) tags?: string[];
}

export class SheetQuery extends TrashPageQuery {
  static override sorts = ['created_at', 'updated_at', 'title'];
  static override filters = { tag: byTag };
  static override counted = { tag: countedByTag };

  @Id('usr', { optional: true }) owner_id?: string;
  @Text({ max: 50, optional: true }) tag?: string;
}

export class CreatedSheet {
  @Id('sht') id: string;
  @Text() title: string;
  @Int({ min: 1, description: 'Number of tabs.' }) sheet_count: number;
  @Timestamp() created_at: string;
}

/** A sheet in a list. */
export class SheetItem extends CreatedSheet {
  @Id('usr') owner_id: string;
  @Tags() tags: string[];
  @Timestamp() updated_at: string;
  @Timestamp({ nullable: true }) deleted_at: string | null;
}

export class SheetTab {
  @Text({ max: 31 }) name: string;
  @Int({ min: 1 }) rows: number;
  @Int({ min: 1 }) columns: number;
}

export class SheetView extends SheetItem {
  @NestedList(() => SheetTab) sheets: SheetTab[];
  @Int({ description: 'Grows by one with every change, of cells too.' }) revision: number;
  @Timestamp({ nullable: true }) purge_at: string | null;
}

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
  @Int({ min: 0 }) updated_rows: number;
  @Int({ min: 0 }) updated_columns: number;
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
