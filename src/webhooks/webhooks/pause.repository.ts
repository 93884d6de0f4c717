import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, Maintenance, notFrozen } from '../../platform/index.js';
import type { Webhook } from './webhook.entity.js';

/** Retention of ended pauses. Events are fanned out long before. */
const RETENTION_SECONDS = 30 * 86_400;

export interface Pause {
  webhook_id: string;
  /** ISO 8601. */
  began_at: string;
  /** Null while it lasts. */
  ended_at: string | null;
}

/** History of pauses. Needed because fan-out happens after the event: the webhook may have been resumed in between (D-WH-2). */
@Injectable()
export class PauseRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'webhooks.pauses',
      description: 'Forgets pauses of webhooks that ended a month ago.',
      every: 3_600_000,
      run: async () => {
        await this.database.execute(`delete from webhook_pauses where ended_at < $1 and ${notFrozen()}`, [
          this.clock.iso(-RETENTION_SECONDS),
        ]);
      },
    });
  }

  /** Pauses in the workspace that had not ended at `time` (ISO 8601). */
  since(time: string): Promise<Pause[]> {
    return this.database.read<Pause>(
      `select webhook_id, began_at, ended_at from webhook_pauses
       where workspace_id = $1 and (ended_at is null or ended_at > $2)`,
      [currentContext().workspaceId, time],
    );
  }

  /** Begins a pause at the time of this change. */
  async begin({ workspace_id, id, updated_at }: Webhook): Promise<void> {
    await this.database.write(
      'insert into webhook_pauses (workspace_id, webhook_id, began_at) values ($1, $2, $3) on conflict do nothing',
      [workspace_id, id, updated_at],
    );
  }

  /** Ends the pause at the time of this change. */
  async end({ workspace_id, id, updated_at }: Webhook): Promise<void> {
    await this.database.write(
      'update webhook_pauses set ended_at = $3 where workspace_id = $1 and webhook_id = $2 and ended_at is null',
      [workspace_id, id, updated_at],
    );
  }
}

/** Whether a webhook was paused at a time. */
export const wasPaused = (pauses: readonly Pause[], webhookId: string, time: string): boolean =>
  pauses.some(
    ({ webhook_id, began_at, ended_at }) =>
      webhook_id === webhookId && began_at <= time && (ended_at === null || ended_at > time),
  );
