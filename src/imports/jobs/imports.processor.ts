import { FileJobServices, ImportQueueProcessor, QueueProcessor } from '../../platform/index.js';
import { ImportRepository } from './import.repository.js';
import { ImportRuns } from './import-runs.js';
import { IMPORTS_QUEUE, ImportsService } from './imports.service.js';

/** Imports of files. Links to ids of other systems stay when an import expires. */
@QueueProcessor(IMPORTS_QUEUE, { concurrency: 2 })
export class ImportsProcessor extends ImportQueueProcessor {
  constructor(imports: ImportsService, runs: ImportRuns, repository: ImportRepository, services: FileJobServices) {
    super(imports, runs, repository, services, {
      backlog: 'import_of_files',
      sweep: 'imports.sweep',
      expire: 'imports.expire',
      plural: 'imports',
    });
  }
}
