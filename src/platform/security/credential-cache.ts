import { currentContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import type { Notifications } from '../database/notifications.js';
import type { Credential } from './credential.js';

const MAX_CACHED = 50_000;

/** A credential, and the ids that void its cache entry when they change: its key, user, session, workspace. */
export interface Found {
  credential: Credential;
  about: readonly string[];
}

/**
 * Credentials of one kind, by the hash of what proves them. A change is told to every process by PostgreSQL, with the
 * commit of that change; a process that cannot hear asks the database every time.
 */
export class CredentialCache {
  readonly #byHash = new Map<string, Found>();
  readonly #hashes = new Map<string, Set<string>>();
  /** Grows with every voided entry, so that an older answer of the database is not kept. */
  #forgotten = 0;

  /** To be made before the application has started; `channel` is the name of its notifications. */
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly channel: string,
  ) {
    notifications.on(channel, (id) => this.#drop(id));
    notifications.onLive(() => this.#clear());
  }

  /** The credential behind a hash, from the cache or by `load` from the database. Null where there is none. */
  async get(hash: string, load: () => Promise<Found | null>): Promise<Credential | null> {
    const known = this.notifications.live ? this.#byHash.get(hash) : undefined;
    if (known) return known.credential;
    const forgotten = this.#forgotten;
    const found = await load();
    if (found && this.notifications.live && forgotten === this.#forgotten) this.#keep(hash, found);
    return found?.credential ?? null;
  }

  /** Makes every process forget all credentials about this id when the running unit of work commits. */
  async forget(id: string): Promise<void> {
    await this.database.write('select pg_notify($1, $2)', [this.channel, id]);
    currentContext().unitOfWork!.afterCommit(() => this.#drop(id));
  }

  #keep(hash: string, found: Found): void {
    if (this.#byHash.size >= MAX_CACHED) this.#clear();
    this.#byHash.set(hash, found);
    for (const id of found.about) {
      const hashes = this.#hashes.get(id);
      if (hashes) hashes.add(hash);
      else this.#hashes.set(id, new Set([hash]));
    }
  }

  #drop(id: string): void {
    this.#forgotten++;
    for (const hash of this.#hashes.get(id) ?? []) {
      for (const other of this.#byHash.get(hash)?.about ?? []) if (other !== id) this.#unlink(other, hash);
      this.#byHash.delete(hash);
    }
    this.#hashes.delete(id);
  }

  #unlink(id: string, hash: string): void {
    const hashes = this.#hashes.get(id);
    hashes?.delete(hash);
    if (hashes?.size === 0) this.#hashes.delete(id);
  }

  #clear(): void {
    this.#forgotten++;
    this.#byHash.clear();
    this.#hashes.clear();
  }
}
