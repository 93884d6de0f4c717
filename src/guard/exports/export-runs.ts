import {
  Clock,
  Database,
  FILE_JOB,
  FileJobs,
  FileJobServices,
  type FileSource,
  InjectStore,
  LeasedWork,
  type ResourceStore,
} from '../../platform/index.js';
import { Export } from './export.entity.js';
import { bytesOf, queryOf, type Written } from './export-file.js';
import { ExportMasks } from './export-masks.js';

export const EXPORTS_QUEUE = 'guard-exports';

/** Generates export files. One statement per file, so it is a consistent snapshot. */
@LeasedWork({
  ...FILE_JOB,
  kind: 'export',
  table: 'guard_exports',
  task: 'guard.exports-sweep',
  description: 'Resumes interrupted exports of the audit log.',
  queue: EXPORTS_QUEUE,
  // Low, because each running export holds a database connection.
  concurrency: 2,
})
export class ExportRuns extends FileJobs<Export> {
  constructor(
    @InjectStore(Export) store: ResourceStore<Export>,
    services: FileJobServices,
    private readonly database: Database,
    private readonly masks: ExportMasks,
    private readonly clock: Clock,
  ) {
    super(store, services, {
      kind: 'export',
      task: 'guard.exports',
      plural: 'exports of the audit log',
      done: 'exported',
    });
  }

  protected source(record: Export): FileSource<Export> {
    const { query, values } = queryOf(record.workspace_id, record.format, record.filters, this.clock.iso());
    const written: Written = { rows: 0, bytes: 0, sha256: '' };
    return {
      bytes: bytesOf(record, this.masks.apply(record, this.database.copy('binary', query, values)), written),
      counted: () => ({ row_count: written.rows }),
      facts: () => ({ row_count: written.rows, size_bytes: written.bytes, sha256: written.sha256 }),
    };
  }
}
