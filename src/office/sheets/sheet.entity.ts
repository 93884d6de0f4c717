import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Id, Int, NestedList, ResourceEntity, Tags, Text, TrashableEntity } from '../../platform/index.js';
import { sheets } from './sheet.resource.js';

export class Tab {
  @Text({ max: 31, example: 'Sheet1', description: 'Name of the tab.' }) name: string;
  @Int({ min: 1, description: 'Number of rows.' }) rows: number;
  @Int({ min: 1, description: 'Number of columns.' }) columns: number;
}

/** A defined name. */
export class DefinedName {
  @Text({ max: 255 }) name: string;
  /** Index of the tab it is local to; null if global. */
  @Int({ min: 0, nullable: true }) tab: number | null;
  /** Its formula, without `=`, as in Excel files. */
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
  /** Defined names of the imported workbook. */
  @NestedList(() => DefinedName, { default: [], audit: 'digest' }) names: DefinedName[];
  /** Numbers of non-empty cells and of formulas; without formulas no engine is needed. */
  @Int({ default: 0 }) cell_count: number;
  @Int({ default: 0 }) formula_count: number;
  /** Write counter of cells. */
  @Int({ default: 0 }) writes: number;
}

/** A block of 64 × 16 cells; empty blocks are not stored. See `Block` for the format of `cells`. */
@Entity('sheet_blocks')
export class SheetBlock {
  @PrimaryColumn('text') workspace_id: string;
  @PrimaryColumn('text') sheet_id: string;
  /** Index of the tab. */
  @PrimaryColumn('integer') tab: number;
  /** Index of the row block and column block. */
  @PrimaryColumn('integer') block: number;
  @PrimaryColumn('integer') band: number;
  @Column('integer') cell_count: number;
  @Column('integer') formula_count: number;
  @Column('text') cells: string;
}
