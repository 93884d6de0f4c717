import { Injectable } from '@nestjs/common';
import { Clock, InjectStore, Maintenance, Removal, type ResourceStore } from '../../platform/index.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';

const HOUR = 3_600_000;

/** Seconds for which an ended key can still be looked at. */
const READABLE = 90 * 86_400;

/** Removes API keys that were revoked, or expired, 90 days ago (D-ACC-8). */
@Injectable()
export class ApiKeyCleanup {
  constructor(
    maintenance: Maintenance,
    @InjectStore(ApiKey) private readonly store: ResourceStore<ApiKey>,
    private readonly removal: Removal,
    private readonly clock: Clock,
    keys: ApiKeysService,
  ) {
    maintenance.add({
      name: 'api-keys',
      description: 'Removes API keys 90 days after their expiry or revocation.',
      every: HOUR,
      run: () => this.clean(),
    });
    maintenance.add({
      name: 'api-keys.grants',
      description: 'Revokes API keys that were made through an OAuth grant which has ended.',
      every: 10_000,
      run: () => keys.revokeOrphaned(),
    });
  }

  /** Answers how many were removed. */
  clean(): Promise<number> {
    return this.removal.where(this.store, 'coalesce(revoked_at, expires_at) <= $1', [this.clock.iso(-READABLE)]);
  }
}
