import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { ApiError, conflict } from '../errors/api-error.js';

/** API keys and sessions of one workspace that have not ended. */
const MAX_API_KEYS = 500;
const MAX_SESSIONS = 10_000;

export type Bound = 'storage_bytes' | 'api_keys' | 'sessions';

const MESSAGES: Record<Bound, string> = {
  storage_bytes: 'The workspace has no room for more files. Delete some, or ask the operator for more storage.',
  api_keys: `The workspace has ${MAX_API_KEYS} active API keys. Revoke one first.`,
  sessions: `The workspace has ${MAX_SESSIONS} active sessions. End some first.`,
};

/**
 * How much one workspace may have, so that none takes what the others need (D-SEC-3). Usage is summed when it is needed: a
 * counter row would make uploads wait for each other. Requests that run at the same time do not see each other, so together they may
 * go beyond a bound by as much as each of them brings.
 */
@Injectable()
export class WorkspaceBounds {
  readonly #sources: { bound: Bound; sql: string }[] = [];
  readonly limits: Readonly<Record<Bound, number>>;

  constructor(
    settings: Settings,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.limits = {
      storage_bytes: settings.WORKSPACE_STORAGE_BYTES,
      api_keys: MAX_API_KEYS,
      sessions: MAX_SESSIONS,
    };
  }

  /** Declares a part of a bound: an expression of SQL for the number that the workspace $1 has at the time $2. */
  counts(bound: Bound, sql: string): void {
    this.#sources.push({ bound, sql });
  }

  /** What the workspace of the request has. */
  async used(bound: Bound): Promise<number> {
    const parts = this.#sources.filter((source) => source.bound === bound).map(({ sql }) => `(${sql})`);
    if (!parts.length) return 0;
    const values = [currentContext().workspaceId, this.clock.iso()];
    const [row] = await this.database.read<{ n: string }>(
      `select (${parts.join(' + ')})::bigint as n from (select $1::text, $2::timestamptz) as given`,
      values,
    );
    return Number(row!.n);
  }

  /** Refuses `further` ones beyond the bound: bytes with 403 `QUOTA_EXCEEDED`, anything else with 409. */
  async refuseBeyond(bound: Bound, further = 1): Promise<void> {
    if ((await this.used(bound)) + further <= this.limits[bound]) return;
    if (bound === 'storage_bytes') throw new ApiError(403, MESSAGES[bound], undefined, {}, 'QUOTA_EXCEEDED');
    throw conflict(MESSAGES[bound]);
  }
}
