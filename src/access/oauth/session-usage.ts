import { Injectable } from '@nestjs/common';
import { Clock, Usage } from '../../platform/index.js';
import { SessionRepository } from '../sessions/session.repository.js';

interface Use {
  workspace_id: string;
  at: string;
}

/** Records `last_active_at` of sessions. */
@Injectable()
export class SessionUsage extends Usage<Use> {
  constructor(
    private readonly repository: SessionRepository,
    private readonly clock: Clock,
  ) {
    super({ every: 30_000 });
  }

  used(id: string, workspace_id: string): void {
    this.note(id, { workspace_id, at: this.clock.iso() });
  }

  protected override async write(uses: [id: string, use: Use][]): Promise<void> {
    await this.repository.noteUses(uses.map(([id, use]) => ({ ...use, id })));
  }
}
