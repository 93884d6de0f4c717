import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/index.js';
import type { ContactImport, RowProblem } from './import.entity.js';

export type Import = Pick<ContactImport, 'workspace_id' | 'id'>;

/** How far an import is. */
export interface Progress {
  processed_count: number;
  created_count: number;
  updated_count: number;
  error_count: number;
}

/** Problems that an import tells of; the others are only counted. */
const MAX_PROBLEMS = 1_000;

/** Imports that are not done. */
export const OPEN = `select workspace_id, id from sales_imports where status in ('pending', 'running')`;

/** How far imports are, which moves without a new revision. */
@Injectable()
export class ImportLog {
  constructor(private readonly database: Database) {}

  /** Locks an import that goes on and is as far as this worker thinks; false where it is not. */
  async take({ workspace_id, id }: Import, processed: number): Promise<boolean> {
    const rows = await this.database.write(
      `update sales_imports set status = 'running' where workspace_id = $1 and id = $2
         and status in ('pending', 'running') and processed_count = $3 returning 1`,
      [workspace_id, id, processed],
    );
    return rows.length > 0;
  }

  /** What only says what would happen has to know all rows before, so it begins anew. */
  async restart({ workspace_id, id }: Import): Promise<void> {
    await this.database.execute(
      `update sales_imports set processed_count = 0, created_count = 0, updated_count = 0, error_count = 0, errors = '[]'
       where workspace_id = $1 and id = $2 and status in ('pending', 'running')`,
      [workspace_id, id],
    );
  }

  async move({ workspace_id, id }: Import, now: Progress, problems: RowProblem[], at: string): Promise<void> {
    await this.database.write(
      `update sales_imports set processed_count = $3, created_count = $4, updated_count = $5, error_count = $6, updated_at = $8,
         errors = (select coalesce(jsonb_agg(problem order by place), '[]')
           from jsonb_array_elements(errors || $7::jsonb) with ordinality e (problem, place) where place <= ${MAX_PROBLEMS})
       where workspace_id = $1 and id = $2`,
      [
        workspace_id,
        id,
        now.processed_count,
        now.created_count,
        now.updated_count,
        now.error_count,
        JSON.stringify(problems),
        at,
      ],
    );
  }

  /** Imports of all workspaces that are not done. */
  async open(): Promise<Import[]> {
    const { rows } = await this.database.execute<Import>(OPEN);
    return rows;
  }
}
