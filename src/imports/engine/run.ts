import type { Lease } from '../../platform/index.js';
import type { Import } from './import.entity.js';
import type { Progress } from './import.repository.js';
import type { People } from './people.js';
import type { PortionWriter } from './portion-writer.js';

/** One attempt at an import. */
export class Run {
  progress: Progress;

  constructor(
    readonly record: Import,
    readonly lease: Lease,
    readonly people: People,
    readonly writer: PortionWriter,
  ) {
    this.progress = progressOf(record);
  }
}

export const progressOf = (record: Import): Progress => ({
  file_index: record.file_index,
  file_rows: record.file_rows,
  processed_count: record.processed_count,
  waiting_count: record.waiting_count,
  problem_count: record.problem_count,
  undone_count: record.undone_count,
  kept_count: record.kept_count,
  counts: record.counts,
  people: record.people,
});
