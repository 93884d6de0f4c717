import { setTimeout } from 'node:timers/promises';
import { type Lease, LeasedWork, type WorkProcessor } from '../../platform/index.js';
import type { Replay } from './replay.entity.js';
import { ReplaysService } from './replays.service.js';

/** Maximum duration of an attempt, because other replays wait. */
const MAX_ATTEMPT_MS = 10_000;
/** Interval between checks of how many deliveries are pending. */
const POLL_MS = 50;

/** Schedules the events of replays, in batches. */
@LeasedWork({
  kind: 'replay',
  table: 'webhook_replays',
  columns: { due: 'lease_until', about: 'webhook_id' },
  states: {
    open: `status = 'running'`,
    ready: `not exists (select from webhooks w where w.workspace_id = webhook_replays.workspace_id
      and w.id = webhook_replays.webhook_id and w.status = 'paused')`,
    claim: 'error = null',
  },
  task: 'replays-sweep',
  description: 'Resumes interrupted replays.',
  queue: 'webhooks-replays',
  concurrency: 16,
  backoff: { firstSeconds: 1, maxSeconds: 600 },
})
export class ReplaysProcessor implements WorkProcessor<Replay> {
  constructor(private readonly replays: ReplaysService) {}

  async process(replay: Replay, lease: Lease): Promise<void> {
    const end = performance.now() + MAX_ATTEMPT_MS;
    while (await lease.transaction(() => this.replays.advance(replay.id))) {
      if (performance.now() > end) return lease.again(0);
      await setTimeout(POLL_MS);
      lease.check();
    }
  }
}
