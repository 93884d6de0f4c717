import { Injectable } from '@nestjs/common';
import { currentContext, failure, InjectStore, type ResourceStore } from '../../platform/index.js';
import { OWNER } from '../roles/roles.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import type { UpdateAccessSettings } from './settings.dto.js';
import { AccessSettings } from './settings.entity.js';
import { settings } from './settings.resource.js';

/** The rules of a workspace for signing in (D-SIGN-4). */
@Injectable()
export class AccessSettingsService {
  constructor(
    @InjectStore(AccessSettings) private readonly store: ResourceStore<AccessSettings>,
    private readonly sessions: SessionsService,
    private readonly users: UserRepository,
  ) {}

  /** Those of the workspace of the context. */
  current(): Promise<AccessSettings> {
    return this.store.only();
  }

  /**
   * Whether unregistered apps may be connected. If so, locks the rule until the end of the unit of work: a concurrent change of
   * the rule then also revokes the new grant. Needs a unit of work.
   */
  async holdAnyApps(): Promise<boolean> {
    return (await this.store.only({ lock: true })).apps === 'any';
  }

  /** Whether a user needs a second factor to sign in. */
  async demandFactor(user: Pick<User, 'workspace_id' | 'id'>): Promise<boolean> {
    const { mfa } = await this.current();
    if (mfa !== 'admins') return mfa === 'all';
    return (await this.users.rolesOf(user)).some((role) => role === OWNER || role.endsWith(':admin'));
  }

  /** Whether the caller can still sign in without a password. Owners keep theirs. */
  async #canDoWithoutPassword(): Promise<boolean> {
    const { kind, isOwner, user_id, workspace_id } = currentContext().credential!;
    if (isOwner || kind === 'api_key') return true;
    return this.users.hasOtherWay({ workspace_id, id: user_id });
  }

  /** Changes rules. Shorter lifetimes hold for the sessions that there are, too, and so does the rule about apps. */
  async update(record: AccessSettings, changes: UpdateAccessSettings): Promise<AccessSettings> {
    if (changes.password_sign_in === 'off' && !(await this.#canDoWithoutPassword()))
      throw failure(settings, 'lockedOut');
    const changed = await this.store.set(record, changes);
    if (
      changed.session_idle_minutes < record.session_idle_minutes ||
      changed.session_max_days < record.session_max_days
    )
      await this.sessions.shorten(changed);
    if (record.apps === 'any' && changed.apps === 'registered') await this.sessions.endOfUnregisteredApps();
    return changed;
  }
}
