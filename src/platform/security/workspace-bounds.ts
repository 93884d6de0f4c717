import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { ApiError, conflict } from '../errors/api-error.js';

/** Maximum active API keys and sessions per workspace. */
const MAX_API_KEYS = 500;
const MAX_SESSIONS = 10_000;

export type Bound = 'storage_bytes' | 'api_keys' | 'sessions';

const MESSAGES: Record<Bound, string> = {
  storage_bytes: 'The workspace has no room for more files. Delete some, or ask the operator for more storage.',
  api_keys: `The workspace has ${MAX_API_KEYS} active API keys. Revoke one first.`,
  sessions: `The workspace has ${MAX_SESSIONS} active sessions. End some first.`,
};

/**
 * Quotas of a workspace (D-SEC-3). Usage is computed on demand, because a counter row would serialize uploads. Concurrent
 * requests do not see each other, so together they may exceed a quota by what each adds.
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

  /** Registers an SQL expression that counts towards a quota, for workspace $1 at time $2. */
  counts(bound: Bound, sql: string): void {
    this.#sources.push({ bound, sql });
  }

  /** SQL of what a workspace uses at a time; both are SQL as well. */
  sqlOf(bound: Bound, workspace = '$1', time = '$2'): string {
    const parts = this.#sources.filter((source) => source.bound === bound).map(({ sql }) => `(${sql})`);
    const sum = parts.join(' + ').replace(/\$([12])\b/g, (_, number) => (number === '1' ? workspace : time));
    return `(${sum || 0})::bigint`;
  }

  /** What the workspace of the request has. */
  async used(bound: Bound): Promise<number> {
    const values = [currentContext().workspaceId, this.clock.iso()];
    const [row] = await this.database.read<{ n: string }>(
      `select ${this.sqlOf(bound)} as n from (select $1::text, $2::timestamptz) as given`,
      values,
    );
    return Number(row!.n);
  }

  /** Throws if `further` exceeds the quota: 403 `QUOTA_EXCEEDED` for bytes, else 409. */
  async refuseBeyond(bound: Bound, further = 1): Promise<void> {
    if ((await this.used(bound)) + further <= this.limits[bound]) return;
    if (bound === 'storage_bytes') throw new ApiError(403, MESSAGES[bound], undefined, {}, 'QUOTA_EXCEEDED');
    throw conflict(MESSAGES[bound]);
  }
}
