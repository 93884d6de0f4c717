import { Injectable } from '@nestjs/common';
import { Database, deferred, InjectStore, notFound, type ResourceStore } from '../../platform/index.js';
import { FactorsService } from '../factors/factors.service.js';
import { RecoveryCodes } from '../factors/recovery-codes.js';
import { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';

/** Maximum sessions on the page. */
const MAX_SESSIONS = 100;

/** Name and sessions of the signed-in user. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly sessions: SessionsService,
    private readonly factors: FactorsService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly database: Database,
    @InjectStore(Session) private readonly store: ResourceStore<Session>,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  /** Content of the account page. */
  async facts(user: User) {
    const [sessions, factors, codesLeft] = await Promise.all([
      this.sessions.activeOf(user.id, MAX_SESSIONS),
      this.factors.of(user),
      this.recoveryCodes.left(user),
    ]);
    return { sessions, factors, codesLeft };
  }

  async change({ id }: User, changes: Pick<User, 'display_name' | 'language'>): Promise<void> {
    await this.database.transaction(async () => {
      await this.users.update(await this.users.get(id, { lock: true }), changes);
    });
  }

  async endOtherSessions({ id }: User, kept: Pick<Session, 'id'>): Promise<void> {
    await this.database.transaction(() => this.sessions.endAll({ user_id: id }, 'signed_out', { except: kept.id }));
  }

  /** Returns which kind of session ended. 404 unless it belongs to the user. */
  endSession({ id }: User, sessionId: string): Promise<'session' | 'app'> {
    return this.database.transaction(async () => {
      const session = await this.store.find(sessionId, { lock: true });
      if (session?.user_id !== id) throw notFound(deferred('You have no such session.'));
      await this.sessions.end(session, 'signed_out');
      return session.client_id === null ? 'session' : 'app';
    });
  }
}
