import { Injectable } from '@nestjs/common';
import { failure, InjectStore, type ResourceStore } from '../../platform/index.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { UpdateAccessSettings } from './settings.dto.js';
import { AccessSettings } from './settings.entity.js';
import { settings } from './settings.resource.js';

/** The rules of a workspace for signing in (D-SIGN-4). */
@Injectable()
export class AccessSettingsService {
  constructor(
    @InjectStore(AccessSettings) private readonly store: ResourceStore<AccessSettings>,
    private readonly sessions: SessionsService,
  ) {}

  /** Those of the workspace of the context. */
  current(): Promise<AccessSettings> {
    return this.store.only();
  }

  /** Changes rules. Shorter lifetimes hold for the sessions that there are, too. */
  async update(record: AccessSettings, changes: UpdateAccessSettings): Promise<AccessSettings> {
    if (changes.password_sign_in === 'off') throw failure(settings, 'lockedOut');
    const changed = await this.store.set(record, changes);
    if (
      changed.session_idle_minutes < record.session_idle_minutes ||
      changed.session_max_days < record.session_max_days
    )
      await this.sessions.shorten(changed);
    return changed;
  }
}
