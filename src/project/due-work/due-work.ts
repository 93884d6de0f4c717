import { Injectable } from '@nestjs/common';
import { asSystem, Database, Maintenance, Queues } from '../../platform/index.js';

export const DUE_WORK_QUEUE = 'project-due-work';

/** A due row of some table. */
export interface Due {
  workspace_id: string;
  id: string;
}

/** Work that time brings. Its rows say what is due; they are looked through now and then. */
interface DueWorkKind {
  /** Unique in the app. */
  name: string;
  /** The purpose, for operators. */
  description: string;
  /** Milliseconds between two looks. */
  every: number;
  /** Due rows of all workspaces, in portions: the next run finds the rest. */
  find: () => Promise<Due[]>;
  /**
   * Does it, in the name of the system and in a transaction that also makes it due no more. It must lock what it does
   * and look again: two workers may have the same, or it has been done since.
   */
  handle: (id: string) => Promise<void>;
}

/**
 * Does things at their time, each once. A maintenance task finds what is due and wakes workers by a queue; what is done
 * is a transaction on the rows. So a worker that is killed, or a queue that is lost, costs time until the next look and
 * nothing else.
 */
@Injectable()
export class DueWork {
  readonly #kinds = new Map<string, DueWorkKind>();

  constructor(
    private readonly maintenance: Maintenance,
    private readonly queues: Queues,
    private readonly database: Database,
  ) {}

  /** Must be called before the application has started. */
  add(kind: DueWorkKind): void {
    this.#kinds.set(kind.name, kind);
    const { name, description, every } = kind;
    this.maintenance.add({ name: `project.${name}`, description, every, run: () => this.#wake(kind) });
  }

  /** Has a kind of it looked for soon. */
  wake(name: string): Promise<void> {
    return this.maintenance.wake(`project.${name}`);
  }

  /** A kind of another version of the application is nothing to do here. */
  async run(name: string, { workspace_id, id }: Due): Promise<void> {
    const kind = this.#kinds.get(name);
    if (kind) await asSystem(workspace_id, () => this.database.transaction(() => kind.handle(id)));
  }

  async #wake({ name, find }: DueWorkKind): Promise<void> {
    for (const { workspace_id, id } of await find())
      await this.queues.add(DUE_WORK_QUEUE, name, { workspace_id, id }, { deduplication: { id: `${name}:${id}` } });
  }
}
