import { Injectable } from '@nestjs/common';
import { frozen, moved, movedLongAgo } from '../errors/api-error.js';
import { Clock } from './clock.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';

/** The channel on which processes are told of freezes: `<workspace> frozen`, `open`, or `moved` where it has an address or is hidden. */
export const FREEZES_CHANNEL = 'suite_freezes';

/** How long requests are led to where a workspace has moved. */
const LEADS_MS = 30 * 86_400_000;

/** Where a workspace has moved, and when. */
interface Tombstone {
  moved_to: string;
  moved_at: string;
}

/** `hidden`: a copy of a workspace that is at another deployment. Null: the workspace can be read. */
type Frozen = Tombstone | 'hidden' | null;

/**
 * Condition of rows whose workspace is not frozen, for work that looks for what is due in all workspaces. Processes need not know
 * of a freeze for it to hold.
 */
export const notFrozen = (column = 'workspace_id'): string =>
  `${column} not in (select workspace_id from workspace_freezes)`;

/**
 * Workspaces that are frozen: they can be read and not changed (D-RUN-13). A process is told of them, and asks for each change
 * where it may have missed something (`Notifications.live`), so that all of them know after three seconds. The trigger of the
 * audit trail refuses entries however a change got there.
 */
@Injectable()
export class Freezes {
  readonly #frozen = new Map<string, Frozen>();
  /** Whether all freezes of before the last notification are known. */
  #isComplete = false;
  /** Version counter, so that a result read before a notification does not undo it. */
  #told = 0;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {
    notifications.on(FREEZES_CHANNEL, (payload) => {
      const [id = '', state] = payload.split(' ');
      this.#told++;
      if (state === 'frozen') this.#frozen.set(id, null);
      else if (state === 'open') this.#frozen.delete(id);
      else this.#isComplete = false;
    });
    notifications.onLive(() => {
      this.#told++;
      this.#isComplete = false;
    });
    database.asks(this);
  }

  /** 503 where a workspace is frozen, 308 where it has moved. A promise only if the database has to be asked. */
  refuse(workspaceId: string): Promise<void> | undefined {
    return this.#check(workspaceId, (state) => {
      throw this.#refusal(state);
    });
  }

  /** 308 where a workspace has moved, also for reads, and 503 where only a copy of it is here. */
  refuseMoved(workspaceId: string): Promise<void> | undefined {
    return this.#check(workspaceId, (state) => {
      if (state) throw this.#refusal(state);
    });
  }

  /** Whether background work may be begun in a workspace. */
  async isOpen(workspaceId: string): Promise<boolean> {
    const sql = `select from workspaces where id = $1 and ${notFrozen('id')}`;
    return (await this.database.execute(sql, [workspaceId])).count > 0;
  }

  /** Tells all processes, once the current unit of work commits. */
  async tell(workspaceId: string, state: 'frozen' | 'open' | 'moved'): Promise<void> {
    await this.database.write('select pg_notify($1, $2)', [FREEZES_CHANNEL, `${workspaceId} ${state}`]);
  }

  #check(workspaceId: string, found: (state: Frozen) => void): Promise<void> | undefined {
    if (!this.#isComplete || !this.notifications.live) return this.#ask(workspaceId, found);
    const known = this.#frozen.get(workspaceId);
    if (known !== undefined) found(known);
    return undefined;
  }

  async #ask(workspaceId: string, found: (state: Frozen) => void): Promise<void> {
    const told = this.#told;
    const { rows } = await this.database.execute<
      { workspace_id: string; hidden: boolean } & (Tombstone | { moved_to: null })
    >('select workspace_id, hidden, moved_to, moved_at from workspace_freezes');
    const now = new Map<string, Frozen>(
      rows.map((row) => [row.workspace_id, row.hidden ? 'hidden' : row.moved_to === null ? null : row]),
    );
    if (this.notifications.live && told === this.#told) {
      this.#frozen.clear();
      for (const [id, state] of now) this.#frozen.set(id, state);
      this.#isComplete = true;
    }
    const known = now.get(workspaceId);
    if (known !== undefined) found(known);
  }

  #refusal(state: Frozen) {
    if (state === 'hidden') return frozen('The workspace is on its way here. Try again when the move has ended.');
    if (state === null) return frozen();
    const { moved_to, moved_at } = state;
    return this.clock.now() < Date.parse(moved_at) + LEADS_MS ? moved(moved_to) : movedLongAgo();
  }
}
