import { Injectable } from '@nestjs/common';
import { frozen } from '../errors/api-error.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';

const CHANNEL = 'suite_freezes';

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
  readonly #frozen = new Set<string>();
  /** Whether all freezes of before the last notification are known. */
  #isComplete = false;
  /** Version counter, so that a result read before a notification does not undo it. */
  #told = 0;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {
    notifications.on(CHANNEL, (payload) => {
      const [id = '', state] = payload.split(' ');
      this.#told++;
      if (state === 'frozen') this.#frozen.add(id);
      else this.#frozen.delete(id);
    });
    notifications.onLive(() => {
      this.#told++;
      this.#isComplete = false;
    });
    database.asks(this);
  }

  /** 503 where a workspace is frozen. A promise only if the database has to be asked. */
  refuse(workspaceId: string): Promise<void> | undefined {
    if (!this.#isComplete || !this.notifications.live) return this.#ask(workspaceId);
    if (this.#frozen.has(workspaceId)) throw frozen();
    return undefined;
  }

  /** Whether background work may be begun in a workspace. */
  async isOpen(workspaceId: string): Promise<boolean> {
    const sql = `select from workspaces where id = $1 and ${notFrozen('id')}`;
    return (await this.database.execute(sql, [workspaceId])).count > 0;
  }

  /** Tells all processes, once the current unit of work commits. */
  async tell(workspaceId: string, state: 'frozen' | 'open'): Promise<void> {
    await this.database.write('select pg_notify($1, $2)', [CHANNEL, `${workspaceId} ${state}`]);
  }

  async #ask(workspaceId: string): Promise<void> {
    const told = this.#told;
    const { rows } = await this.database.execute<{ workspace_id: string }>(
      'select workspace_id from workspace_freezes',
    );
    const ids = new Set(rows.map(({ workspace_id }) => workspace_id));
    if (this.notifications.live && told === this.#told) {
      this.#frozen.clear();
      for (const id of ids) this.#frozen.add(id);
      this.#isComplete = true;
    }
    if (ids.has(workspaceId)) throw frozen();
  }
}
