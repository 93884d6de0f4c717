import { Injectable } from '@nestjs/common';
import {
  Clock,
  Database,
  FileJobs,
  FileJobServices,
  type FileSource,
  InjectStore,
  type ResourceStore,
} from '../../platform/index.js';
import { Export } from './export.entity.js';
import { bytesOf, queryOf, type Written } from './export-file.js';
import { ExportRepository } from './export.repository.js';

export const EXPORTS_QUEUE = 'guard-exports';

/** Generates export files. One statement per file, so it is a consistent snapshot. */
@Injectable()
export class ExportRuns extends FileJobs<Export> {
  constructor(
    @InjectStore(Export) store: ResourceStore<Export>,
    repository: ExportRepository,
    services: FileJobServices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super(store, repository, services, {
      queue: EXPORTS_QUEUE,
      noun: 'export',
      task: 'guard.exports',
      plural: 'exports of the audit log',
      done: 'exported',
    });
  }

  protected source(record: Export): FileSource<Export> {
    const { copy, query, values } = queryOf(record.workspace_id, record.format, record.filters, this.clock.iso());
    const written: Written = { rows: 0, bytes: 0, sha256: '' };
    return {
      bytes: bytesOf(record, this.database.copy(copy, query, values), written),
      counted: () => ({ row_count: written.rows }),
      facts: () => ({ row_count: written.rows, size_bytes: written.bytes, sha256: written.sha256 }),
    };
  }
}
