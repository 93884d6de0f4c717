import { Injectable } from '@nestjs/common';
import { Clock, Usage } from '../../platform/index.js';
import { ApiKeyRepository, type KeyUse } from './api-key.repository.js';

type Use = Omit<KeyUse, 'id'>;

/** Records `last_used_at` and `last_used_ip` of API keys. */
@Injectable()
export class ApiKeyUsage extends Usage<Use> {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {
    super({ every: 5_000 });
  }

  used(id: string, workspace_id: string, ip: string | null): void {
    this.note(id, { workspace_id, at: this.clock.iso(), ip });
  }

  protected override async write(uses: [id: string, use: Use][]): Promise<void> {
    await this.keys.noteUses(uses.map(([id, use]) => ({ ...use, id })));
  }
}
