import { Injectable } from '@nestjs/common';
import { Clock, Database, Usage } from '../../platform/index.js';
import { expiryAfterUse } from '../sessions/sessions.service.js';

interface Use {
  workspace_id: string;
  at: string;
}

/** Keeps `last_active_at` of sessions whose tokens are used. */
@Injectable()
export class SessionUsage extends Usage<Use> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super({ every: 30_000 });
  }

  used(id: string, workspace_id: string): void {
    this.note(id, { workspace_id, at: this.clock.iso() });
  }

  protected override async write(uses: [id: string, use: Use][]): Promise<void> {
    await this.database.execute(
      `update sessions s set last_active_at = u.at, expires_at = ${expiryAfterUse('u.at')}
         from unnest($1::text[], $2::text[], $3::timestamptz[]) as u (workspace_id, id, at)
        where s.workspace_id = u.workspace_id and s.id = u.id and s.last_active_at < u.at`,
      [uses.map(([, use]) => use.workspace_id), uses.map(([id]) => id), uses.map(([, use]) => use.at)],
    );
  }
}
