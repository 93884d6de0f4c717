import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { TrailArchive } from '../../guard/index.js';
import {
  asSystem,
  AuditTrail,
  type Changes,
  conflict,
  Database,
  Freezes,
  Listeners,
  Works,
} from '../../platform/index.js';
import { FreezeRepository } from './freeze.repository.js';

/** After so long every process knows of a freeze, or asks the database (`Notifications.live`). */
const KNOWN_AFTER_MS = 3_000;
const POLL_MS = 50;

/** Result of a command. */
export interface FrozenWorkspace {
  workspace_id: string;
  /** Null: the workspace is open. */
  frozen_at: string | null;
}

/**
 * Freezes of workspaces (D-RUN-13). A freeze begins at once, and has two parts. In the first one people and apps change nothing
 * any more, while the background work of what they did before comes to its end: the relay, listeners, leases, deliveries under
 * way. Then the workspace is still: no process writes anything into its trail, and its chain and sequence have an end.
 */
@Injectable()
export class WorkspaceFreezes {
  constructor(
    private readonly repository: FreezeRepository,
    private readonly freezes: Freezes,
    private readonly listeners: Listeners,
    private readonly works: Works,
    private readonly trail: TrailArchive,
    private readonly audit: AuditTrail,
    private readonly database: Database,
  ) {}

  /**
   * Freezes a workspace and waits until it is still. Where it does not become so in time, it is opened again: 409. A freeze that was
   * killed is completed.
   */
  async freeze(id: string, waitSeconds: number): Promise<FrozenWorkspace> {
    const isNew = await this.#change(id, 'frozen', () => this.repository.add());
    try {
      await this.#settle(id, Date.now() + waitSeconds * 1_000);
    } catch (error) {
      if (isNew) await this.unfreeze(id);
      throw error;
    }
    return { workspace_id: id, frozen_at: (await this.repository.find(id))!.frozen_at };
  }

  /**
   * Opens a workspace, also in the middle of a freeze. Nothing happens to one that is open. 409 while it moves, or has moved, unless
   * `endMove` ends the move in the same transaction.
   */
  async unfreeze(id: string, endMove?: () => Promise<Changes | null>): Promise<FrozenWorkspace> {
    let changes: Changes | null = null;
    const open = async () => {
      changes = (await endMove?.()) ?? null;
      if (await this.repository.isHeld())
        throw conflict(
          'The workspace is frozen for a move. End it with "workspace move --abort" where it comes from, or "workspace open" at its target.',
        );
      return this.repository.remove();
    };
    await this.#change(id, 'open', open, () => changes);
    return { workspace_id: id, frozen_at: null };
  }

  /** The entry is written while the trail still takes entries of the system. */
  #change(
    id: string,
    state: 'frozen' | 'open',
    change: () => Promise<boolean>,
    changes: () => Changes | null = () => null,
  ): Promise<boolean> {
    return asSystem(id, () =>
      this.database.transaction(async () => {
        if (!(await change())) return false;
        await this.audit.note({
          action: `access.workspace.${state === 'frozen' ? 'frozen' : 'unfrozen'}`,
          resource_type: 'access.workspace',
          resource_id: id,
          outcome: 'success',
          changes: changes(),
        });
        await this.freezes.tell(id, state);
        return true;
      }),
    );
  }

  async #settle(id: string, until: number): Promise<void> {
    const freeze = await this.repository.find(id);
    if (!freeze?.still) {
      await sleep(KNOWN_AFTER_MS);
      await this.#letWritersEnd(until);
      const moving = () => this.#moving(id, freeze!.frozen_at);
      do {
        await this.repository.setStill(id, false);
        await this.#none(moving, until);
        await this.repository.setStill(id, true);
        await this.#letWritersEnd(until);
        // The system may have written between the two.
      } while ((await moving()).length);
    }
    await this.#none(async () => {
      await this.trail.seal();
      return (await this.repository.isSealed(id)) ? [] : ['entries that wait for their seal'];
    }, until);
  }

  async #moving(id: string, since: string): Promise<string[]> {
    const works = await this.works.inHand(id, since);
    return [
      ...(await this.repository.moving(id, this.listeners.names)),
      ...works.map((kind) => `work of the kind ${kind}`),
    ];
  }

  /** Transactions that are writing now, in any workspace: one of them may have begun before its process knew of the freeze. */
  async #letWritersEnd(until: number): Promise<void> {
    const running = new Set(await this.repository.writers());
    await this.#none(async () => {
      const now = (await this.repository.writers()).filter((each) => running.has(each));
      return now.length ? [`${now.length} transactions that have not ended`] : [];
    }, until);
  }

  async #none(remaining: () => Promise<string[]>, until: number): Promise<void> {
    for (let left; (left = await remaining()).length;) {
      if (Date.now() > until)
        throw conflict(
          `The workspace did not come to rest in time, because of ${left.join(', ')}. A worker must be running. This freeze is ` +
            'taken back, unless one of before was only to be completed. Try again, with a longer --wait.',
        );
      await sleep(POLL_MS);
    }
  }
}
