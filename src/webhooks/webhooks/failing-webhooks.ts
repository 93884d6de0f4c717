import { Injectable } from '@nestjs/common';
import { asSystem } from '../../platform/context/request-context.js';
import { Database } from '../../platform/database/database.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { FAILING_HOURS, MIN_FAILURES } from './failing.js';
import { WebhooksService } from './webhooks.service.js';

/** Pauses webhooks whose every delivery has failed for days. */
@Injectable()
export class FailingWebhooks {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksService,
    maintenance: Maintenance,
  ) {
    maintenance.add({ name: 'webhooks.failing', every: 60_000, run: () => this.pause() });
  }

  async pause(): Promise<void> {
    const { rows } = await this.database.execute<{ workspace_id: string; id: string }>(
      `select workspace_id, id from webhooks
       where status = 'active' and failing_since is not null and consecutive_failures >= ${MIN_FAILURES}
         and last_failure_at >= failing_since + interval '${FAILING_HOURS} hours'`,
    );
    for (const { workspace_id, id } of rows) {
      await asSystem(workspace_id, () => this.database.transaction(() => this.webhooks.pauseFailing(id)));
    }
  }
}
