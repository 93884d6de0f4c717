import { Injectable } from '@nestjs/common';
import { asSystem, Database, Freezes, Maintenance, Queues } from '../../platform/index.js';

export const DUE_WORK_QUEUE = 'project-due-work';

/** A due row of some table. */
export interface Due {
  workspace_id: string;
  id: string;
}

/** Work that becomes due at a time. Rows in the database say what is due; they are polled. */
interface DueWorkKind {
  /** Unique in the app. */
  name: string;
  /** The purpose, for operators. */
  description: string;
  /** Poll interval. */
  every: number;
  /** Due rows of all workspaces that are not frozen; limited, the next run finds the rest. */
  find: () => Promise<Due[]>;
  /**
   * Handles one row as the system, in a transaction that also marks it as done. Must lock the row and check it again, because
   * two workers may have it, or it may be done already.
   */
  handle: (id: string) => Promise<void>;
}

/**
 * Runs due work exactly once. A maintenance task finds due rows and wakes workers by a queue; the work is a transaction on the
 * rows. A killed worker or a lost queue only delays it until the next poll.
 */
@Injectable()
export class DueWork {
  readonly #kinds = new Map<string, DueWorkKind>();

  constructor(
    private readonly maintenance: Maintenance,
    private readonly queues: Queues,
    private readonly database: Database,
    private readonly freezes: Freezes,
  ) {}

  /** Must be called before the application has started. */
  add(kind: DueWorkKind): void {
    this.#kinds.set(kind.name, kind);
    const { name, description, every } = kind;
    this.maintenance.add({ name: `project.${name}`, description, every, run: () => this.#wake(kind) });
  }

  /** Polls one kind soon. */
  wake(name: string): Promise<void> {
    return this.maintenance.wake(`project.${name}`);
  }

  /** Ignores unknown kinds, which may come from another version of the application. */
  async run(name: string, { workspace_id, id }: Due): Promise<void> {
    const kind = this.#kinds.get(name);
    // It may have been found before.
    if (kind && (await this.freezes.isOpen(workspace_id)))
      await asSystem(workspace_id, () => this.database.transaction(() => kind.handle(id)));
  }

  async #wake({ name, find }: DueWorkKind): Promise<void> {
    for (const { workspace_id, id } of await find())
      await this.queues.add(DUE_WORK_QUEUE, name, { workspace_id, id }, { deduplication: { id: `${name}:${id}` } });
  }
}
