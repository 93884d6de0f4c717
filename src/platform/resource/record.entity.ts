import { Column, PrimaryColumn } from 'typeorm';
import { isoColumn } from '../database/data-source.js';

/** A timestamp column: an ISO 8601 text in code, `timestamptz(3)` in the database. */
export const TimestampColumn = (options: { nullable?: boolean } = {}) =>
  Column({ type: 'timestamptz', precision: 3, transformer: isoColumn, ...options });

/** The columns of every record. The primary key begins with the workspace, so the schema can be distributed by it. */
export abstract class RecordEntity {
  @PrimaryColumn('text')
  workspace_id: string;

  @PrimaryColumn('text')
  id: string;

  @TimestampColumn()
  created_at: string;

  @TimestampColumn()
  updated_at: string;

  /** Grows by one with every change. ETags and guarded updates stand on it. */
  @Column('integer')
  revision: number;
}

/** The columns of records that can be put in the trash (D-OFF-3). */
export abstract class TrashableEntity extends RecordEntity {
  @TimestampColumn({ nullable: true })
  deleted_at: string | null;

  /** When it is removed for good. */
  @TimestampColumn({ nullable: true })
  purge_at: string | null;
}
