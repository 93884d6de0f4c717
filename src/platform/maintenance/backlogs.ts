import { Injectable } from '@nestjs/common';

/** Outstanding work of one kind, for operators. */
export interface Backlog {
  /** Unique over all apps. */
  kind: string;
  /**
   * Query of waiting and failed items in all workspaces; `$1` is the time. Columns: `workspace_id`, `id`, `about` (id of a
   * record, or null), `status` (`waiting`, `failing`), `reason`, `attempts`, `created_at`, and `next_attempt_at`, null if no
   * further attempt is made.
   */
  items: string;
  /**
   * Makes the item due now. Runs in a transaction as the system, and must be idempotent. Throws a conflict if retrying is not
   * enough.
   */
  retry: (id: string) => Promise<void>;
}

/** Registry of outstanding background work: messages, files, receivers. */
@Injectable()
export class Backlogs {
  readonly all: Backlog[] = [];

  add(backlog: Backlog): void {
    this.all.push(backlog);
  }
}
