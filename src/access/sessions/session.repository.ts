import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, notFrozen } from '../../platform/index.js';
import type { Session } from './session.entity.js';

/** Counts the active sessions of a workspace, for `WorkspaceBounds`. */
export const ACTIVE_SESSIONS =
  'select count(*) from sessions where workspace_id = $1 and revoked_at is null and expires_at > $2';

/** Rows deleted per statement. */
const DELETE_BATCH_SIZE = 10_000;

/** Default idle timeout; the same as in `AccessSettings`. */
const DEFAULT_IDLE_MINUTES = 480;

/** Rules about the time for which browser sessions last. */
export interface Lifetimes {
  session_idle_minutes: number;
  session_max_days: number;
}

/** A session as its user sees it. */
export type ActiveSession = Pick<
  Session,
  'id' | 'auth_method' | 'ip_address' | 'user_agent' | 'amr' | 'created_at' | 'last_active_at'
> & {
  /** Of the OAuth client, for grants. */
  client_name: string | null;
  /** Of a grant, once its code is redeemed. */
  scopes: string[] | null;
};

/** A use of a session. `at`: ISO 8601. */
export interface SessionUse {
  workspace_id: string;
  id: string;
  at: string;
}

/** An identity provider; its folder stands above this one. */
export interface ProviderKey {
  id: string;
  issuer: string;
}

/** Sessions at an identity provider: those of one session there, or of a subject, that began before a time (ISO 8601). */
export interface AtProvider {
  session: string | null;
  subject: string | null;
  before: string;
}

/** Selects sessions of a user or a client. */
type SessionsOf = { user_id: string } | { client_id: string };

/** Bulk statements on sessions, and updates on each use without a new revision. Raw SQL. */
@Injectable()
export class SessionRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The last session of a user, or null. */
  async lastOf(userId: string): Promise<Session | null> {
    const [session] = await this.database.read<Session>(
      `select id, user_id, auth_method, ip_address, user_agent, created_at, last_active_at, expires_at, revoked_at
         from sessions where workspace_id = $1 and user_id = $2 order by created_at desc, id desc limit 1`,
      [currentContext().workspaceId, userId],
    );
    return session ?? null;
  }

  /** The active sessions of a user with the names of their clients, the last used first, at most `limit`. */
  activeOf(userId: string, limit: number): Promise<ActiveSession[]> {
    return this.database.read<ActiveSession>(
      `select s.id, s.auth_method, s.ip_address, s.user_agent, s.amr, s.created_at, s.last_active_at, c.name as client_name,
              (select string_to_array(a.payload ->> 'scope', ' ') from oauth_artifacts a
                where a.workspace_id = s.workspace_id and a.session_id = s.id and a.model = 'RefreshToken'
                order by a.created_at desc limit 1) as scopes
         from sessions s left join oauth_clients c on c.workspace_id = s.workspace_id and c.id = s.client_id
        where s.workspace_id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $3
        order by s.last_active_at desc, s.id desc limit $4`,
      [currentContext().workspaceId, userId, this.clock.iso(), limit],
    );
  }

  /** A session by cookie, active or not, in any workspace. */
  async withCookie(hash: string): Promise<Pick<Session, 'workspace_id' | 'id' | 'user_id'> | null> {
    const [found] = await this.database.read<Pick<Session, 'workspace_id' | 'id' | 'user_id'>>(
      'select workspace_id, id, user_id from sessions where cookie_hash = $1',
      [hash],
    );
    return found ?? null;
  }

  /** Changes the cookie of a session. Needs a unit of work. */
  async changeCookie({ workspace_id, id }: Pick<Session, 'workspace_id' | 'id'>, hash: string): Promise<void> {
    await this.database.write('update sessions set cookie_hash = $3 where workspace_id = $1 and id = $2', [
      workspace_id,
      id,
      hash,
    ]);
  }

  /** Locks the active sessions that match, but for the one that is excepted. Needs a unit of work. */
  lockActive(which: SessionsOf, { except, limit }: { except?: string; limit?: number }): Promise<Session[]> {
    const [[column, value]] = Object.entries(which) as [[string, string]];
    return this.database.write<Session>(
      `select * from sessions where workspace_id = $1 and ${column} = $2 and revoked_at is null and expires_at > $3
          and id is distinct from $4 order by id limit $5 for update`,
      [currentContext().workspaceId, value, this.clock.iso(), except ?? null, limit ?? null],
    );
  }

  /** Holds an identity provider active until the end of the transaction; false if it is not. Needs a unit of work. */
  async holdProvider(providerId: string): Promise<boolean> {
    const found = await this.database.write(
      `select 1 from identity_providers where workspace_id = $1 and id = $2 and status = 'active' for share`,
      [currentContext().workspaceId, providerId],
    );
    return found.length > 0;
  }

  /** The users of a session at an identity provider, or of a subject there. Needs a unit of work. */
  async usersAtProvider(
    { id, issuer }: ProviderKey,
    { session, subject }: Pick<AtProvider, 'session' | 'subject'>,
  ): Promise<string[]> {
    const found = await this.database.write<{ user_id: string }>(
      session === null
        ? 'select user_id from identities where workspace_id = $1 and provider_id = $2 and subject = $3 and issuer = $4'
        : `select distinct user_id from sessions
            where workspace_id = $1 and provider_id = $2 and provider_session = $3 and revoked_at is null and $4 <> ''`,
      [currentContext().workspaceId, id, session ?? subject, issuer],
    );
    return found.map(({ user_id }) => user_id).toSorted();
  }

  /**
   * Locks the active sessions of users that began at an identity provider, and the grants given in them: those of one session there,
   * or all that began before a time. Needs a unit of work.
   */
  lockAtProvider(
    { id }: Pick<ProviderKey, 'id'>,
    users: readonly string[],
    { session, before }: Pick<AtProvider, 'session' | 'before'>,
  ): Promise<Session[]> {
    // A grant begins later than its session, whose proof it has.
    return this.database.write<Session>(
      `select * from sessions
        where workspace_id = $1 and provider_id = $2 and user_id = any($3) and revoked_at is null and expires_at > $4
          and case when $5::text is not null then provider_session = $5
                   else case when client_id is null then created_at else coalesce(auth_time, created_at) end <= $6 end
        order by id for update`,
      [currentContext().workspaceId, id, users, this.clock.iso(), session, before],
    );
  }

  /** Locks all active sessions and grants that began at an identity provider. Needs a unit of work. */
  lockAllAtProvider(providerId: string): Promise<Session[]> {
    return this.database.write<Session>(
      `select * from sessions where workspace_id = $1 and provider_id = $2 and revoked_at is null and expires_at > $3
        order by id for update`,
      [currentContext().workspaceId, providerId, this.clock.iso()],
    );
  }

  /** Locks the active grants to apps that nobody registered. Needs a unit of work. */
  lockOfUnregisteredApps(): Promise<Session[]> {
    return this.database.write<Session>(
      `select s.* from sessions s
         join oauth_clients c on c.workspace_id = s.workspace_id and c.id = s.client_id and c.metadata_url is not null
        where s.workspace_id = $1 and s.revoked_at is null and s.expires_at > $2
        order by s.id for update of s`,
      [currentContext().workspaceId, this.clock.iso()],
    );
  }

  /** Applies shorter lifetimes to the browser sessions of the workspace. The days of one of them begin now. Needs a unit of work. */
  async shorten({ session_idle_minutes, session_max_days }: Lifetimes, beginsNow: string | null): Promise<void> {
    await this.database.write(
      `with changed as (
         select id, least(max_expires_at,
                  case when id = $2 then $3::timestamptz else created_at end + $4 * interval '1 day') as latest
           from sessions
          where workspace_id = $1 and max_expires_at is not null and revoked_at is null and expires_at > $3)
       update sessions s set max_expires_at = changed.latest,
              expires_at = least(changed.latest, s.last_active_at + $5 * interval '1 minute')
         from changed where s.workspace_id = $1 and s.id = changed.id`,
      [currentContext().workspaceId, beginsNow, this.clock.iso(), session_max_days, session_idle_minutes],
    );
  }

  /** Updates last uses and expiries. */
  async noteUses(uses: readonly SessionUse[]): Promise<void> {
    await this.database.execute(
      `update sessions s set last_active_at = u.at, expires_at = ${expiryAfterUse('u.at')}
         from unnest($1::text[], $2::text[], $3::timestamptz[]) as u (workspace_id, id, at)
        where s.workspace_id = u.workspace_id and s.id = u.id and s.last_active_at < u.at`,
      [uses.map(({ workspace_id }) => workspace_id), uses.map(({ id }) => id), uses.map(({ at }) => at)],
    );
  }

  /** Deletes sessions that ended before a time, and expired tokens. Returns the number of rows. */
  async removeEnded(before: string): Promise<number> {
    const now = this.clock.iso();
    return (
      (await this.#remove('access_tokens', 'expires_at', now)) +
      (await this.#remove('oauth_artifacts', 'expires_at', now)) +
      (await this.#remove('used_challenges', 'expires_at', now)) +
      (await this.#remove('sessions', 'coalesce(revoked_at, expires_at)', before))
    );
  }

  async #remove(table: string, end: string, before: string): Promise<number> {
    for (let all = 0; ;) {
      const { count } = await this.database.execute(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${end} <= $1 and ${notFrozen()} limit ${DELETE_BATCH_SIZE}))`,
        [before],
      );
      all += count;
      if (count < DELETE_BATCH_SIZE) return all;
    }
  }
}

/**
 * SQL of the expiry of a session `s` after a use at `at` (such as `$3::timestamptz`): sliding for browser sessions, unchanged
 * for grants.
 */
export const expiryAfterUse = (at: string): string => `
  case when s.max_expires_at is null then s.expires_at
       else least(s.max_expires_at, ${at} + interval '1 minute' * (
         select coalesce(max(r.session_idle_minutes), ${DEFAULT_IDLE_MINUTES}) from access_settings r
          where r.workspace_id = s.workspace_id)) end`;
