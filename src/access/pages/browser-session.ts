import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { Clock, currentContext, Database, hashOf, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Session } from '../sessions/session.entity.js';
import { AccessSettingsService } from '../settings/settings.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { endsOf, SessionsService, statusOf } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { Cookies } from './cookies.js';
import { Devices } from './devices.js';

export const SESSION_COOKIE = 'session';

/** Write interval of the last use of a session. */
const USE_WRITE_MS = 60_000;

/** How a user proved their identity. */
export interface Proof {
  method: 'password' | 'passkey' | 'sso';
  /** Authentication methods of RFC 8176. */
  amr: string[];
  /** Time of the proof (ISO 8601). Default: now. Null if the identity provider does not tell, which counts as old. */
  at?: string | null;
  /** The identity provider, and its session id. */
  provider?: { id: string; session: string | null };
}

export const BY_PASSWORD: Proof = { method: 'password', amr: ['pwd'] };

/** The user who is signed in with this browser. */
export interface SignedInBrowser {
  session: Session;
  user: User;
}

/** Browser sessions: a random cookie, of which only the SHA-256 is stored. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly repository: SessionRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly cookies: Cookies,
    private readonly devices: Devices,
    private readonly sessions: SessionsService,
    private readonly settings: AccessSettingsService,
    @InjectStore(Session) private readonly store: ResourceStore<Session>,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  /**
   * The signed-in user, or null if the session has ended or the user is not active. Continues the request as this user. Always
   * reads the database.
   */
  async current(request: Request): Promise<SignedInBrowser | null> {
    const cookie = this.cookies.read(request, SESSION_COOKIE);
    if (!cookie) return null;
    const found = await this.repository.withCookie(hashOf(cookie));
    if (!found) return null;
    const context = currentContext();
    const before = context.workspaceId;
    context.workspaceId = found.workspace_id;
    await this.database.refuseMoved(found.workspace_id);
    const [session, user] = await Promise.all([this.store.find(found.id), this.users.find(found.user_id)]);
    if (!session || !user || statusOf(session, this.clock.now()) !== 'active' || user.status !== 'active') {
      context.workspaceId = before;
      return null;
    }
    actAs(user);
    await this.#seen(session);
    return { session, user };
  }

  /**
   * Signs a user in: ends the previous session of this browser and sets a new cookie (no session fixation). Continues the
   * request as this user. Needs a unit of work; the cookie is set on commit.
   */
  async signIn(response: Response, user: User, proof: Proof): Promise<Session> {
    const { unitOfWork } = currentContext();
    if (!unitOfWork) throw new Error('Signing in needs a unit of work.');
    // Before sessions are locked, as in changes of the provider.
    await this.sessions.holdProvider(proof.provider?.id);
    const before = await this.current(response.req);
    if (before) await this.sessions.end(before.session, 'signed_out');
    actAs(user);
    const cookie = randomBytes(32).toString('base64url');
    const rules = await this.settings.current();
    const now = this.clock.iso();
    const session = await this.sessions.begin({
      user_id: user.id,
      auth_method: proof.method,
      amr: proof.amr,
      provider_id: proof.provider?.id ?? null,
      provider_session: proof.provider?.session ?? null,
      auth_time: proof.at === null ? null : [proof.at ?? now, now].toSorted()[0]!,
      cookie_hash: hashOf(cookie),
      ...endsOf(this.clock, rules),
    });
    const seconds = rules.session_max_days * 86_400;
    unitOfWork.afterCommit(() => {
      this.cookies.set(response, SESSION_COOKIE, cookie, seconds);
      this.devices.remember(response, user);
    });
    return session;
  }

  /** Rotates the session cookie, which invalidates a stolen one. Needs a unit of work; set on commit. */
  async renewCookie(response: Response, { workspace_id, id, max_expires_at }: Session): Promise<void> {
    const cookie = randomBytes(32).toString('base64url');
    await this.repository.changeCookie({ workspace_id, id }, hashOf(cookie));
    const seconds = Math.ceil((Date.parse(max_expires_at!) - this.clock.now()) / 1_000);
    currentContext().unitOfWork!.afterCommit(() => this.cookies.set(response, SESSION_COOKIE, cookie, seconds));
  }

  /** Age of the proof of identity in seconds. */
  proofAge({ auth_time }: Pick<Session, 'auth_time'>): number {
    return auth_time === null ? Infinity : (this.clock.now() - Date.parse(auth_time)) / 1_000;
  }

  /** Ends the session of this browser, if any. */
  async signOut(request: Request, response: Response): Promise<void> {
    await this.database.transaction(async () => {
      const current = await this.current(request);
      if (current) await this.sessions.end(current.session, 'signed_out');
    });
    this.cookies.clear(response, SESSION_COOKIE);
  }

  async #seen(session: Session): Promise<void> {
    if (this.clock.now() - Date.parse(session.last_active_at) < USE_WRITE_MS) return;
    // Without a new revision or event.
    const { workspace_id, id } = session;
    await this.repository.noteUses([{ workspace_id, id, at: this.clock.iso() }]);
  }
}

/** Continues the request as the user, in their workspace. */
export function actAs(user: User): void {
  const context = currentContext();
  context.workspaceId = user.workspace_id;
  context.actor = { type: 'user', id: user.id, email: user.email };
  if (user.language) context.language = user.language;
}
