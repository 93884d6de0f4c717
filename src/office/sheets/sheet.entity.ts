import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TrashableEntity } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { sheets } from './sheet.resource.js';

export interface Tab {
  name: string;
  rows: number;
  columns: number;
}

@ResourceEntity(sheets, 'sheets')
export class Sheet extends TrashableEntity {
  @Column('text') title: string;
  @Column('text') owner_id: string;
  @Column('text', { array: true }) tags: string[];
  /** The tabs in order. */
  @Column('jsonb') sheets: Tab[];
  @Column({
    type: 'integer',
    generatedType: 'STORED',
    asExpression: 'jsonb_array_length(sheets)',
    insert: false,
    update: false,
  })
  sheet_count: number;
  /** Cells with something in them, and those of them with a formula: where there is none, no engine is needed. */
  @Column('integer') cell_count: number;
  @Column('integer') formula_count: number;
  /** Grows by one whenever cells change. */
  @Column('integer') writes: number;
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
