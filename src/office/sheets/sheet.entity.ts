import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Id, Int, NestedList, ResourceEntity, Tags, Text, TrashableEntity } from '../../platform/index.js';
import { sheets } from './sheet.resource.js';

export class Tab {
  @Text({ max: 31, example: 'Sheet1', description: 'Name of the tab.' }) name: string;
  @Int({ min: 1, description: 'Number of rows.' }) rows: number;
  @Int({ min: 1, description: 'Number of columns.' }) columns: number;
}

/** A name that formulas may use for what it stands for. */
export class DefinedName {
  @Text({ max: 255 }) name: string;
  /** The position of the tab whose formulas know it; null: those of all tabs do. */
  @Int({ min: 0, nullable: true }) tab: number | null;
  /** The formula that the name stands for, without `=`, as in Excel's files. */
  @Text({ max: 255 }) formula: string;
}

@ResourceEntity(sheets, 'sheets')
export class Sheet extends TrashableEntity {
  @Text({ example: 'Budget', description: 'Name.' }) title: string;
  @Id('usr', {
    optional: true,
    description: 'Owner. Default: the user of the credential.',
  })
  owner_id: string;
  @Tags({ default: [] }) tags: string[];
  @NestedList(() => Tab, { description: 'Tabs, in order.' }) sheets: Tab[];
  @Int({ min: 1, generated: 'jsonb_array_length(sheets)', description: 'Number of tabs.' }) sheet_count: number;
  /** The names of the workbook that it was made of. */
  @NestedList(() => DefinedName, { default: [], audit: 'digest' }) names: DefinedName[];
  /** Cells with something in them, and those of them with a formula: where there is none, no engine is needed. */
  @Int({ default: 0 }) cell_count: number;
  @Int({ default: 0 }) formula_count: number;
  /** Grows by one whenever cells change. */
  @Int({ default: 0 }) writes: number;
}

/** A block of 64 × 16 cells; one without any does not exist. See `Block` for what is in `cells`. */
@Entity('sheet_blocks')
export class SheetBlock {
  @PrimaryColumn('text') workspace_id: string;
  @PrimaryColumn('text') sheet_id: string;
  /** The position of the tab, from 0. */
  @PrimaryColumn('integer') tab: number;
  /** Which 64 rows and which 16 columns, from 0. */
  @PrimaryColumn('integer') block: number;
  @PrimaryColumn('integer') band: number;
  @Column('integer') cell_count: number;
  @Column('integer') formula_count: number;
  @Column('text') cells: string;
}
