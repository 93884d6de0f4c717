import { FileJobsProcessor, QueueProcessor } from '../../platform/index.js';
import { EXPORTS_QUEUE, ExportRuns } from './export-runs.js';

/** Low, because each running export holds a database connection. */
@QueueProcessor(EXPORTS_QUEUE, { concurrency: 2 })
export class ExportsProcessor extends FileJobsProcessor {
  constructor(protected readonly jobs: ExportRuns) {
    super();
  }
}
