import { Injectable } from '@nestjs/common';
import { Clock, Database, type ImportKey } from '../../../platform/index.js';
import type { ContactImport, RowProblem } from './import.entity.js';

/** Progress of an import. */
export interface Progress {
  processed_count: number;
  created_count: number;
  updated_count: number;
  error_count: number;
}

/** Maximum problems stored; further ones are only counted. */
const MAX_PROBLEMS = 1_000;

/** Progress of imports, updated without a new revision. */
@Injectable()
export class ImportRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A dry run restarts from the beginning, because it needs the state of all earlier rows. */
  async restart({ workspace_id, id }: ImportKey): Promise<void> {
    await this.database.write(
      `update sales_imports set processed_count = 0, created_count = 0, updated_count = 0, error_count = 0, errors = '[]'
       where workspace_id = $1 and id = $2`,
      [workspace_id, id],
    );
  }

  async move({ workspace_id, id }: ImportKey, now: Progress, problems: RowProblem[]): Promise<void> {
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
        this.clock.iso(),
      ],
    );
  }

  /** Deletes an expired import. Returns its file if still present, which is so after a failure. */
  async forget({ workspace_id, id }: ImportKey): Promise<string[]> {
    const [gone] = await this.database.write<Pick<ContactImport, 'status' | 'blob_key'>>(
      'delete from sales_imports where workspace_id = $1 and id = $2 and expires_at <= $3 returning status, blob_key',
      [workspace_id, id, this.clock.iso()],
    );
    return gone?.status === 'failed' ? [gone.blob_key] : [];
  }
}
