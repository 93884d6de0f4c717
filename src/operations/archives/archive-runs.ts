import { Injectable } from '@nestjs/common';
import { FileJobs, FileJobServices, type FileSource, InjectStore, type ResourceStore } from '../../platform/index.js';
import { ArchiveWriter, noFigures } from './archive-writer.js';
import { Archive } from './archive.entity.js';
import { ArchiveRepository } from './archive.repository.js';

export const ARCHIVES_QUEUE = 'archives';

/** Writes the files of archives. */
@Injectable()
export class ArchiveRuns extends FileJobs<Archive> {
  constructor(
    @InjectStore(Archive) store: ResourceStore<Archive>,
    repository: ArchiveRepository,
    services: FileJobServices,
    private readonly writer: ArchiveWriter,
  ) {
    super(store, repository, services, {
      queue: ARCHIVES_QUEUE,
      noun: 'archive',
      task: 'operations.archives',
      plural: 'archives of workspaces',
      done: 'exported',
    });
  }

  protected source(record: Archive): FileSource<Archive> {
    const figures = noFigures();
    return {
      bytes: this.writer.write(record.workspace_id, figures),
      counted: () => figures,
      facts: () => figures,
    };
  }
}
