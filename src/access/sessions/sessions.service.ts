import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Credential,
  currentContext,
  Database,
  InjectStore,
  NotifiedCache,
  Notifications,
  type Page,
  type ResourceStore,
  WorkspaceBounds,
} from '../../platform/index.js';
import { type MySessionsQuery, SessionView } from './session.dto.js';
import { Session } from './session.entity.js';
import type { Reason } from './session.resource.js';

/** Tells of sessions, users and workspaces whose rights have changed. */
export const SESSIONS_CHANNEL = 'suite_sessions';

/** Where a workspace has no rules of its own; the same as in `AccessSettings`. */
const DEFAULT_IDLE_MINUTES = 480;

/** A session that begins. Times are ISO 8601. */
type NewSession = Pick<Session, 'user_id' | 'auth_method' | 'expires_at'> &
  Partial<
    Pick<
      Session,
      'client_id' | 'cookie_hash' | 'amr' | 'auth_time' | 'max_expires_at' | 'provider_id' | 'provider_session'
    >
  >;

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

/** Sessions, and the credentials that stand on them: when a session ends, so do its tokens, in every process. */
@Injectable()
export class SessionsService {
  /** Credentials of signed-in users, by the hash of a token; about the session, the user and the workspace. */
  readonly credentials: NotifiedCache<Credential>;

  constructor(
    @InjectStore(Session) private readonly store: ResourceStore<Session>,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly bounds: WorkspaceBounds,
    notifications: Notifications,
  ) {
    bounds.counts(
      'sessions',
      'select count(*) from sessions where workspace_id = $1 and revoked_at is null and expires_at > $2',
    );
    this.credentials = new NotifiedCache(database, notifications, SESSIONS_CHANNEL);
  }

  async list(query: MySessionsQuery, within: { user_id?: string } = {}): Promise<Page<object>> {
    const page = await this.store.page(query, SessionView, within as Record<string, string>);
    return { ...page, data: page.data.map((session) => this.view(session as unknown as Session)) };
  }

  view(session: Session): Session & Pick<SessionView, 'status' | 'ended_at' | 'current'> {
    const status = statusOf(session, this.clock.now());
    return {
      ...session,
      status,
      ended_at: session.revoked_at ?? (status === 'expired' ? session.expires_at : null),
      current: currentContext().credential?.id === session.id,
    };
  }

  /** The last session of a user, or null. */
  async lastOf(userId: string): Promise<(Session & { status: string }) | null> {
    const [session] = await this.database.read<Session>(
      `select id, user_id, auth_method, ip_address, user_agent, created_at, last_active_at, expires_at, revoked_at
         from sessions where workspace_id = $1 and user_id = $2 order by created_at desc, id desc limit 1`,
      [currentContext().workspaceId, userId],
    );
    return session ? this.view(session) : null;
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

  /** Begins a session of a user, from the address and browser of the running request. Needs a unit of work. */
  async begin(session: NewSession): Promise<Session> {
    await this.bounds.refuseBeyond('sessions');
    const { ip, userAgent } = currentContext();
    return this.store.create({
      client_id: null,
      cookie_hash: null,
      ...session,
      ip_address: ip,
      user_agent: userAgent,
      last_active_at: this.clock.iso(),
      revoked_at: null,
      reason: null,
    });
  }

  /** Ends a session with all its tokens; one that has ended already stays as it is. Needs a unit of work. */
  async end(session: Session, reason: Reason): Promise<boolean> {
    if (statusOf(session, this.clock.now()) !== 'active') return false;
    await this.store.update(session, { revoked_at: this.clock.iso(), reason, cookie_hash: null }, { as: 'revoked' });
    await this.credentials.forget(session.id);
    return true;
  }

  /**
   * Ends the active sessions that match, but for the one that is excepted and at most `limit` of them, and answers how many
   * they were. Needs a unit of work.
   */
  async endAll(
    which: { user_id: string } | { client_id: string },
    reason: Reason,
    { except, limit }: { except?: string; limit?: number } = {},
  ): Promise<number> {
    const [[column, value]] = Object.entries(which) as [[string, string]];
    const { workspaceId } = currentContext();
    // A session that begins refers to its user: locking the user waits for its commit, or it waits for ours.
    if (column === 'user_id')
      await this.database.write('select id from users where workspace_id = $1 and id = $2 for update', [
        workspaceId,
        value,
      ]);
    const active = await this.database.write<Session>(
      `select * from sessions where workspace_id = $1 and ${column} = $2 and revoked_at is null and expires_at > $3
          and id is distinct from $4 order by id limit $5 for update`,
      [workspaceId, value, this.clock.iso(), except ?? null, limit ?? null],
    );
    for (const session of active) await this.end(session, reason);
    return active.length;
  }

  /**
   * Ends the active sessions that began at an identity provider before a time (ISO 8601): those of one session there, or of a user
   * whom it knows. Answers how many they were. Needs a unit of work.
   */
  async endAtProvider(
    providerId: string,
    { session, subject, before }: { session: string | null; subject: string | null; before: string },
  ): Promise<number> {
    const { workspaceId } = currentContext();
    const active = await this.database.write<Session>(
      `select * from sessions
        where workspace_id = $1 and provider_id = $2 and revoked_at is null and expires_at > $3 and created_at <= $4
          and case when $5::text is not null then provider_session = $5 else user_id in (
                select user_id from identities where workspace_id = $1 and provider_id = $2 and subject = $6) end
        order by id for update`,
      [workspaceId, providerId, this.clock.iso(), before, session, subject],
    );
    for (const each of active) await this.end(each, 'provider_logout');
    return active.length;
  }

  /**
   * Applies shorter lifetimes to the browser sessions of the workspace. For the session of the caller the days begin now, so that
   * nobody signs themselves out. Needs a unit of work.
   */
  async shorten({ session_idle_minutes, session_max_days }: Lifetimes): Promise<void> {
    const { workspaceId, credential } = currentContext();
    await this.database.write(
      `with changed as (
         select id, least(max_expires_at,
                  case when id = $2 then $3::timestamptz else created_at end + $4 * interval '1 day') as latest
           from sessions
          where workspace_id = $1 and max_expires_at is not null and revoked_at is null and expires_at > $3)
       update sessions s set max_expires_at = changed.latest,
              expires_at = least(changed.latest, s.last_active_at + $5 * interval '1 minute')
         from changed where s.workspace_id = $1 and s.id = changed.id`,
      [workspaceId, credential?.id ?? null, this.clock.iso(), session_max_days, session_idle_minutes],
    );
    await this.forgetEverybody();
  }

  /** Makes every process look anew at what a user may do, once the running unit of work commits. */
  forgetUser(userId: string): Promise<void> {
    return this.credentials.forget(userId);
  }

  /** The same for everybody in the workspace, as after a change of a group's roles. */
  forgetEverybody(): Promise<void> {
    return this.credentials.forget(currentContext().workspaceId);
  }
}

/** Rules about the time for which browser sessions last. */
export interface Lifetimes {
  session_idle_minutes: number;
  session_max_days: number;
}

/** The end of a browser session (ISO 8601), and the latest end that using it can lead to. */
export function endsOf(
  clock: Clock,
  { session_idle_minutes, session_max_days }: Lifetimes,
): Pick<Session, 'expires_at' | 'max_expires_at'> {
  const latest = session_max_days * 86_400;
  return {
    expires_at: clock.iso(Math.min(latest, session_idle_minutes * 60)),
    max_expires_at: clock.iso(latest),
  };
}

/**
 * SQL of the expiry of a session `s` that is used at a time: `at`, such as `$3::timestamptz`. Grants keep theirs.
 */
export const expiryAfterUse = (at: string): string => `
  case when s.max_expires_at is null then s.expires_at
       else least(s.max_expires_at, ${at} + interval '1 minute' * (
         select coalesce(max(r.session_idle_minutes), ${DEFAULT_IDLE_MINUTES}) from access_settings r
          where r.workspace_id = s.workspace_id)) end`;

/** The status of a session at a time (milliseconds since 1970). */
export function statusOf({ revoked_at, expires_at }: Pick<Session, 'revoked_at' | 'expires_at'>, now: number): string {
  if (revoked_at) return 'revoked';
  return Date.parse(expires_at) <= now ? 'expired' : 'active';
}
