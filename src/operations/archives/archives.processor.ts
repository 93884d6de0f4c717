import { FileJobsProcessor, QueueProcessor } from '../../platform/index.js';
import { ARCHIVES_QUEUE, ArchiveRuns } from './archive-runs.js';

/** One at a time: an archive keeps files from being removed, which only one may do. */
@QueueProcessor(ARCHIVES_QUEUE, { concurrency: 1 })
export class ArchivesProcessor extends FileJobsProcessor {
  constructor(protected readonly jobs: ArchiveRuns) {
    super();
  }
}
