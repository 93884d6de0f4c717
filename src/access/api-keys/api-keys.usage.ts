import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/database/clock.js';
import { Database } from '../../platform/database/database.js';

/** Milliseconds between two batches. */
const FLUSH = 5_000;

interface Use {
  workspace_id: string;
  at: string;
  ip: string | null;
}

/** Keeps `last_used_at` and `last_used_ip` of API keys, in batches: a use is not worth a write of its own. */
@Injectable()
export class ApiKeyUsage implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('ApiKeyUsage');
  #uses = new Map<string, Use>();
  #timer: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  note(id: string, workspace_id: string, ip: string | undefined): void {
    this.#uses.set(id, { workspace_id, at: this.clock.iso(), ip: ip?.replace(/^::ffff:(?=\d+\.)/, '') ?? null });
  }

  async flush(): Promise<void> {
    if (!this.#uses.size) return;
    const uses = [...this.#uses];
    this.#uses = new Map();
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

  onModuleInit(): void {
    this.#timer = setInterval(() => this.flush().catch((error) => this.#logger.warn(error)), FLUSH).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch((error) => this.#logger.warn(error));
  }
}
