import { FileJobsProcessor, QueueProcessor } from '../../platform/index.js';
import { EXPORTS_QUEUE, ExportRuns } from './export-runs.js';

/** Each export that runs has a connection to the database. */
@QueueProcessor(EXPORTS_QUEUE, { concurrency: 2 })
export class ExportsProcessor extends FileJobsProcessor {
  constructor(protected readonly jobs: ExportRuns) {
    super();
  }
}
