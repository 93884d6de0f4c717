import { Injectable } from '@nestjs/common';
import type { PlacedProblem, Progress } from '../../../imports/index.js';
import { Clock, Database, type ImportKey } from '../../../platform/index.js';
import type { ContactImport, RowProblem } from './import.entity.js';

/** Maximum problems stored; further ones are only counted. */
const MAX_PROBLEMS = 1_000;

/** Progress of imports, updated without a new revision. */
@Injectable()
export class ImportRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async addErrors({ workspace_id, id }: ImportKey, problems: readonly PlacedProblem[]): Promise<void> {
    if (!problems.length) return;
    const errors = problems
      .map(({ line, field, code, message }): RowProblem => ({ line, field: field ?? '', code, message }))
      .toSorted((one, other) => one.line - other.line);
    await this.database.write(
      `update sales_imports set
         errors = (select coalesce(jsonb_agg(problem order by place), '[]')
           from jsonb_array_elements(errors || $3::jsonb) with ordinality e (problem, place) where place <= ${MAX_PROBLEMS})
       where workspace_id = $1 and id = $2`,
      [workspace_id, id, JSON.stringify(errors)],
    );
  }

  async move({ workspace_id, id }: ImportKey, { processed_count, counts: [count] }: Progress): Promise<void> {
    const { created, updated } = count!;
    await this.database.write(
      `update sales_imports set processed_count = $3, created_count = $4, updated_count = $5, error_count = $6, updated_at = $7
       where workspace_id = $1 and id = $2`,
      [workspace_id, id, processed_count, created, updated, processed_count - created - updated, this.clock.iso()],
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
