import { currentContext } from '../context/request-context.js';
import type { Database } from './database.js';
import type { Notifications } from './notifications.js';

const MAX_CACHED = 50_000;

/** A value, and the ids that void its cache entry when they change: of a credential its key, user, session, workspace. */
export interface Found<T> {
  value: T;
  about: readonly string[];
}

/**
 * What every request asks for, such as its credential, by a key of its own. A change is told to every process by
 * PostgreSQL, with the commit of that change; a process that cannot hear asks the database every time.
 */
export class NotifiedCache<T> {
  readonly #byKey = new Map<string, Found<T>>();
  readonly #keys = new Map<string, Set<string>>();
  /** Grows with every voided entry, so that an older answer of the database is not kept. */
  #forgotten = 0;

  /**
   * To be made before the application has started. `channel` is the name of its notifications; it hears those of `others`
   * too.
   */
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly channel: string,
    others: readonly string[] = [],
  ) {
    for (const heard of [channel, ...others]) notifications.on(heard, (id) => this.#drop(id));
    notifications.onLive(() => this.#clear());
  }

  /** The value of a key, from the cache or by `load` from the database. Null where there is none. */
  async get(key: string, load: () => Promise<Found<T> | null>): Promise<T | null> {
    const known = this.notifications.live ? this.#byKey.get(key) : undefined;
    if (known) return known.value;
    const forgotten = this.#forgotten;
    const found = await load();
    if (found && this.notifications.live && forgotten === this.#forgotten) this.#keep(key, found);
    return found?.value ?? null;
  }

  /** Makes every process forget all that is about this id when the running unit of work commits. */
  async forget(id: string): Promise<void> {
    await this.database.write('select pg_notify($1, $2)', [this.channel, id]);
    currentContext().unitOfWork!.afterCommit(() => this.#drop(id));
  }

  #keep(key: string, found: Found<T>): void {
    if (this.#byKey.size >= MAX_CACHED) this.#clear();
    this.#byKey.set(key, found);
    for (const id of found.about) {
      const keys = this.#keys.get(id);
      if (keys) keys.add(key);
      else this.#keys.set(id, new Set([key]));
    }
  }

  #drop(id: string): void {
    this.#forgotten++;
    for (const key of this.#keys.get(id) ?? []) {
      for (const other of this.#byKey.get(key)?.about ?? []) if (other !== id) this.#unlink(other, key);
      this.#byKey.delete(key);
    }
    this.#keys.delete(id);
  }

  #unlink(id: string, key: string): void {
    const keys = this.#keys.get(id);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(id);
  }

  #clear(): void {
    this.#forgotten++;
    this.#byKey.clear();
    this.#keys.clear();
  }
}
