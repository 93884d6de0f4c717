import { Injectable } from '@nestjs/common';
import { Clock, Database, Usage } from '../../platform/index.js';

interface Use {
  workspace_id: string;
  at: string;
  ip: string | null;
}

/** Keeps `last_used_at` and `last_used_ip` of API keys. */
@Injectable()
export class ApiKeyUsage extends Usage<Use> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super({ every: 5_000 });
  }

  used(id: string, workspace_id: string, ip: string | null): void {
    this.note(id, { workspace_id, at: this.clock.iso(), ip });
  }

  protected override async write(uses: [id: string, use: Use][]): Promise<void> {
    await this.database.execute(
      `update api_keys k set last_used_at = u.at, last_used_ip = u.ip
         from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as u (workspace_id, id, at, ip)
        where k.workspace_id = u.workspace_id and k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
      [
        uses.map(([, use]) => use.workspace_id),
        uses.map(([id]) => id),
        uses.map(([, use]) => use.at),
        uses.map(([, use]) => use.ip),
      ],
    );
  }
}
