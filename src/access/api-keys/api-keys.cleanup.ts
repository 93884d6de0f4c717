import { Injectable } from '@nestjs/common';
import { Clock, InjectStore, Maintenance, Removal, type ResourceStore } from '../../platform/index.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';

const HOUR_MS = 3_600_000;

/** Retention of ended keys. */
const RETENTION_SECONDS = 90 * 86_400;

/** Deletes API keys that were revoked or expired 90 days ago (D-ACC-8). */
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
      every: HOUR_MS,
      run: () => this.clean(),
    });
    maintenance.add({
      name: 'api-keys.grants',
      description: 'Revokes API keys that were made through an OAuth grant which has ended.',
      every: 10_000,
      run: () => keys.revokeOrphaned(),
    });
  }

  /** Returns the number of removed keys. */
  clean(): Promise<number> {
    return this.removal.where(this.store, 'coalesce(revoked_at, expires_at) <= $1', [
      this.clock.iso(-RETENTION_SECONDS),
    ]);
  }
}
