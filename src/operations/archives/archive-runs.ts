import {
  FILE_JOB,
  FileJobs,
  FileJobServices,
  type FileSource,
  InjectStore,
  LeasedWork,
  type ResourceStore,
} from '../../platform/index.js';
import { ArchiveWriter, noFigures } from './archive-writer.js';
import { Archive } from './archive.entity.js';

export const ARCHIVES_QUEUE = 'archives';

/** Writes the files of archives. */
@LeasedWork({
  ...FILE_JOB,
  kind: 'archive',
  table: 'workspace_archives',
  task: 'operations.archives-sweep',
  description: 'Resumes interrupted archives of workspaces.',
  queue: ARCHIVES_QUEUE,
})
export class ArchiveRuns extends FileJobs<Archive> {
  constructor(
    @InjectStore(Archive) store: ResourceStore<Archive>,
    services: FileJobServices,
    private readonly writer: ArchiveWriter,
  ) {
    super(store, services, {
      kind: 'archive',
      task: 'operations.archives',
      plural: 'archives of workspaces',
      done: 'exported',
    });
  }

  protected source(record: Archive): FileSource<Archive> {
    const figures = noFigures();
    return {
      bytes: this.writer.write(record.workspace_id, figures),
      counted: () => ({ record_count: figures.record_count, file_count: figures.file_count }),
      facts: () => figures,
    };
  }
}
