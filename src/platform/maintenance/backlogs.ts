import { Injectable } from '@nestjs/common';

/** Work of one kind that is not done yet, for operators. */
export interface Backlog {
  /** Unique over all apps. */
  kind: string;
  /**
   * A query of the items that wait or have failed, in all workspaces; `$1` is the time. Columns: `workspace_id`, `id`, `about`
   * (the id of a record, or null), `status` (`waiting`, `failing`), `reason`, `attempts`, `created_at`, and `next_attempt_at`,
   * which is null where no further attempt is made.
   */
  items: string;
  /**
   * Starts an attempt now. It runs in a transaction in the name of the system of that workspace, and bears being repeated. It
   * throws a conflict where the item needs more than an attempt.
   */
  retry: (id: string) => Promise<void>;
}

/** Messages, files and receivers that wait or fail. A part that works in the background adds what it has. */
@Injectable()
export class Backlogs {
  readonly all: Backlog[] = [];

  add(backlog: Backlog): void {
    this.all.push(backlog);
  }
}
