import type { Holder, ImportKey, ImportKind, Lease, WorkItem } from '../../platform/index.js';
import type { Locale } from '../convert/conversion.js';
import type { Progress } from './import.repository.js';
import type { People } from './people.js';
import type { Plan } from './plan.js';
import type { PortionWriter } from './portion-writer.js';

/** An import that the engine reads. */
export interface Reading extends ImportKey, WorkItem {
  workspace_id: string;
  dry_run: boolean;
  match_by: readonly string[];
  files: readonly { name: string }[];
  /** The credential in whose name records are written. */
  credential: Holder;
  /** Apps whose scopes it needs. */
  apps: readonly string[];
}

/** A file with how it is read. */
export interface ReadableFile {
  blob: string;
  plan: Plan;
  locale: Locale;
}

/** One attempt at an import. */
export class Run {
  constructor(
    readonly record: Reading,
    readonly lease: Lease,
    readonly people: People,
    readonly writer: PortionWriter,
    /** Kinds of its records. */
    readonly kinds: readonly ImportKind<any>[],
    public progress: Progress,
  ) {}
}

export const progressOf = (record: Progress): Progress => ({
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
