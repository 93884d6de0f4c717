import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Credential,
  currentContext,
  Database,
  forbidden,
  InjectStore,
  NotifiedCache,
  Notifications,
  type Page,
  type ResourceStore,
  WorkspaceBounds,
} from '../../platform/index.js';
import { type MySessionsQuery, SessionView } from './session.dto.js';
import { UserRepository } from '../users/user.repository.js';
import { Session } from './session.entity.js';
import {
  ACTIVE_SESSIONS,
  type ActiveSession,
  type AtProvider,
  type Lifetimes,
  type ProviderKey,
  SessionRepository,
} from './session.repository.js';
import type { Reason } from './session.resource.js';

/** Notification channel for sessions, users and workspaces with changed rights. */
export const SESSIONS_CHANNEL = 'suite_sessions';

/** A session that begins. Times are ISO 8601. */
type NewSession = Pick<Session, 'user_id' | 'auth_method' | 'expires_at'> &
  Partial<
    Pick<
      Session,
      'client_id' | 'cookie_hash' | 'amr' | 'auth_time' | 'max_expires_at' | 'provider_id' | 'provider_session'
    >
  >;

/** Sessions and the credentials that depend on them. Ending a session ends its tokens in every process. */
@Injectable()
export class SessionsService {
  /** Credentials of signed-in users, by the hash of a token; about the session, the user and the workspace. */
  readonly credentials: NotifiedCache<Credential>;

  constructor(
    @InjectStore(Session) private readonly store: ResourceStore<Session>,
    private readonly repository: SessionRepository,
    private readonly users: UserRepository,
    database: Database,
    private readonly clock: Clock,
    private readonly bounds: WorkspaceBounds,
    notifications: Notifications,
  ) {
    bounds.counts('sessions', ACTIVE_SESSIONS);
    this.credentials = new NotifiedCache(database, notifications, clock, SESSIONS_CHANNEL);
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
    const session = await this.repository.lastOf(userId);
    return session ? this.view(session) : null;
  }

  /** The active sessions of a user with the names of their clients, the last used first, at most `limit`. */
  activeOf(userId: string, limit: number): Promise<ActiveSession[]> {
    return this.repository.activeOf(userId, limit);
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
    options: { except?: string; limit?: number } = {},
  ): Promise<number> {
    const { workspaceId: workspace_id } = currentContext();
    // Lock order: a concurrent new session refers to its user, so either its commit is waited for, or it waits for ours.
    if ('user_id' in which) await this.users.lock({ workspace_id, id: which.user_id });
    const active = await this.repository.lockActive(which, options);
    for (const session of active) await this.end(session, reason);
    return active.length;
  }

  /**
   * Ends the active sessions of a session or subject at an identity provider, with the grants given in them. Answers how many they
   * were. Needs a unit of work.
   */
  async endAtProvider(provider: ProviderKey, which: AtProvider): Promise<number> {
    const { workspaceId: workspace_id } = currentContext();
    const users = await this.repository.usersAtProvider(provider, which);
    // Lock order as in `endAll`: a concurrent grant is waited for.
    for (const id of users) await this.users.lock({ workspace_id, id });
    const active = await this.repository.lockAtProvider(provider, users, which);
    for (const each of active) await this.end(each, 'provider_logout');
    return active.length;
  }

  /** Ends all active sessions that began at an identity provider, with the grants given in them. Needs a unit of work. */
  async endAllAtProvider({ id }: Pick<ProviderKey, 'id'>): Promise<void> {
    const active = await this.repository.lockAllAtProvider(id);
    const ended = { revoked_at: this.clock.iso(), reason: 'provider_ended', cookie_hash: null };
    await this.store.updateMany(active.map((session) => [session, ended, { as: 'revoked' }]));
    await this.forgetEverybody();
  }

  /** Holds the identity provider of a session that begins; 403 if it has been switched off meanwhile. Needs a unit of work. */
  async holdProvider(providerId: string | null | undefined): Promise<void> {
    if (providerId && !(await this.repository.holdProvider(providerId)))
      throw forbidden('Your identity provider has been switched off. Sign in again.');
  }

  /** Ends the grants of the workspace to apps that nobody registered. Needs a unit of work. */
  async endOfUnregisteredApps(): Promise<void> {
    const active = await this.repository.lockOfUnregisteredApps();
    const ended = { revoked_at: this.clock.iso(), reason: 'apps_restricted' };
    await this.store.updateMany(active.map((session) => [session, ended, { as: 'revoked' }]));
    await this.forgetEverybody();
  }

  /**
   * Applies shorter lifetimes to the browser sessions of the workspace. For the session of the caller the days begin now, so that
   * nobody signs themselves out. Needs a unit of work.
   */
  async shorten(lifetimes: Lifetimes): Promise<void> {
    await this.repository.shorten(lifetimes, currentContext().credential?.id ?? null);
    await this.forgetEverybody();
  }

  /** Invalidates the credentials of a user in every process when the current unit of work commits. */
  forgetUser(userId: string): Promise<void> {
    return this.credentials.forget(userId);
  }

  /** Invalidates the credentials of the whole workspace, as after a role change of a group. */
  forgetEverybody(): Promise<void> {
    return this.credentials.forget(currentContext().workspaceId);
  }
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

/** The status of a session at a time (milliseconds since 1970). */
export function statusOf({ revoked_at, expires_at }: Pick<Session, 'revoked_at' | 'expires_at'>, now: number): string {
  if (revoked_at) return 'revoked';
  return Date.parse(expires_at) <= now ? 'expired' : 'active';
}
