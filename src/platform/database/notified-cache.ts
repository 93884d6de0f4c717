import { randomUUID } from 'node:crypto';
import { currentContext } from '../context/request-context.js';
import type { Clock } from './clock.js';
import type { Database } from './database.js';
import type { Notifications } from './notifications.js';

const MAX_CACHED = 50_000;

/** Maximum age of an entry, in case a notification got lost or somebody changed the database by hand. */
const MAX_AGE_MS = 10_000;

/** Lifetime of an announced change, in case its process died. PostgreSQL ends abandoned transactions earlier. */
const CHANGE_MS = 120_000;

/** A value with the ids that invalidate it when they change: for a credential its key, user, session and workspace. */
export interface Found<T> {
  value: T;
  about: readonly string[];
}

interface Entry<T> extends Found<T> {
  /** Milliseconds since 1970. */
  readAt: number;
}

/**
 * Cache of data that every request needs, such as credentials. Every process is notified before and after the commit of a
 * change, and does not cache the entry in between. One NOTIFY inside the transaction would be simpler, but NOTIFY takes a
 * cluster-wide lock, which a writing transaction would hold until its commit is flushed. While notifications do not arrive
 * (`Notifications.live`), the database is read every time.
 */
export class NotifiedCache<T> {
  readonly #byKey = new Map<string, Entry<T>>();
  readonly #keys = new Map<string, Set<string>>();
  /** Changes in progress: the id concerned and the deadline (milliseconds since 1970). */
  readonly #changes = new Map<string, { id: string; until: number }>();
  /** Version counter, so that a result read before an invalidation is not cached after it. */
  #forgotten = 0;

  /**
   * Must be constructed before the application has started. `channel`: its notification channel; it also listens to those of
   * `others`.
   */
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly channel: string,
    others: readonly string[] = [],
  ) {
    for (const heard of [channel, ...others]) {
      notifications.on(heard, (payload) => {
        const [id = '', change, ended] = payload.split(' ');
        if (change && !ended) this.#begin(change, id);
        else this.#end(change, id);
      });
    }
    notifications.onLive(() => this.#clear());
  }

  /** The value of a key, from the cache or by `load`; null if there is none. A cached value rejected by `holds` is reloaded. */
  async get(
    key: string,
    load: () => Promise<Found<T> | null>,
    holds: (value: T) => boolean = () => true,
  ): Promise<T | null> {
    const known = this.#byKey.get(key);
    if (known && this.notifications.live && this.#isRecent(known) && holds(known.value)) return known.value;
    const forgotten = this.#forgotten;
    const readAt = this.clock.now();
    const found = await load();
    if (found && this.notifications.live && forgotten === this.#forgotten) this.#keep(key, { ...found, readAt });
    return found?.value ?? null;
  }

  /** Invalidates all entries about this id in every process, when the current unit of work commits. */
  async forget(id: string): Promise<void> {
    const change = randomUUID();
    this.#begin(change, id);
    const { unitOfWork } = currentContext();
    if (await this.notifications.tell(this.channel, `${id} ${change}`)) {
      unitOfWork!.afterCommit(() => void this.notifications.tell(this.channel, `${id} ${change} ended`));
    } else {
      await this.database.write('select pg_notify($1, $2)', [this.channel, id]);
    }
    unitOfWork!.afterCommit(() => this.#end(change, id));
  }

  #begin(change: string, id: string): void {
    const now = Date.now();
    for (const [other, { until }] of this.#changes) if (until < now) this.#changes.delete(other);
    this.#changes.set(change, { id, until: now + CHANGE_MS });
    this.#drop(id);
  }

  #end(change: string | undefined, id: string): void {
    if (change) this.#changes.delete(change);
    this.#drop(id);
  }

  /** Whether a change of this id is in progress, so that the database may still return the old value. */
  #isChanging(id: string): boolean {
    const now = Date.now();
    for (const change of this.#changes.values()) if (change.id === id && change.until >= now) return true;
    return false;
  }

  /** False too where the clock of the machine was set back. */
  #isRecent({ readAt }: Entry<T>): boolean {
    const age = this.clock.now() - readAt;
    return age >= 0 && age < MAX_AGE_MS;
  }

  #keep(key: string, found: Entry<T>): void {
    if (this.#changes.size > 0 && found.about.some((id) => this.#isChanging(id))) return;
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
    this.notifications.forgotten++;
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
    this.notifications.forgotten++;
    this.#byKey.clear();
    this.#keys.clear();
  }
}
