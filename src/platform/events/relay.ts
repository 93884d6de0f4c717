import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Notifications } from '../database/notifications.js';
import { Metrics } from '../metrics/metrics.js';
import { Listeners } from './listeners.js';
import { LogTail } from './log-tail.js';
import { OUTBOX_CHANNEL, OutboxSignal } from './outbox-signal.js';
import { Pump, type Turn } from '../concurrency/pump.js';

/** Events per batch. */
const BATCH_SIZE = 500;
/** Poll interval while the relay of another process holds the lock. */
const BUSY_POLL_MS = 10;

/**
 * Moves the oldest events from the outbox to the log and numbers them. A lock held until the commit serializes this over all
 * processes, so positions follow the order of commits: a reader that has seen a position has seen everything before it.
 */
const PASS = `
  with lease as materialized (select pg_try_advisory_xact_lock(hashtext('workspace-suite.relay')) as ours),
  taken as (
    delete from outbox o using (
      select number, workspace_id from outbox where (select ours from lease) order by number limit ${BATCH_SIZE}
    ) oldest
    where o.number = oldest.number and o.workspace_id = oldest.workspace_id
    returning o.*
  ),
  counted as (
    insert into event_sequences as s (workspace_id, last) select workspace_id, count(*) from taken group by workspace_id
    on conflict (workspace_id) do update set last = s.last + excluded.last
    returning workspace_id, last
  ),
  numbered as (
    select t.*, c.last + 1 - row_number() over (partition by t.workspace_id order by t.number desc) as sequence
    from taken t join counted c using (workspace_id)
    order by t.number
  ),
  logged as (
    insert into events (workspace_id, id, type, timestamp, actor_type, actor_id, client_id, client_name, payload, private_to,
      sequence, position)
    select workspace_id, id, type, timestamp, actor_type, actor_id, client_id, client_name, payload, private_to, sequence,
      nextval('event_positions')
    from numbered
  )
  select ours, (select count(*)::int from taken) as moved from lease`;

/** Creates missing partitions of the log, if maintenance has not done so ahead of time. */
const ENSURE_PARTITIONS = `
  select ensure_partitions('events', month, month)
  from (select distinct date_trunc('month', timestamp at time zone 'UTC') at time zone 'UTC' as month from outbox) months`;

const NO_PARTITION = '23514';

/** Moves events from the outbox, written by requests, to the log, read by listeners. */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #pump = new Pump(() => this.#pass(), new Logger('Relay'));
  readonly #works: boolean;
  #started = false;

  constructor(
    settings: Settings,
    private readonly database: Database,
    private readonly listeners: Listeners,
    private readonly tail: LogTail,
    signal: OutboxSignal,
    notifications: Notifications,
    metrics: Metrics,
    clock: Clock,
  ) {
    this.#works = settings.worksQueues;
    if (this.#works) {
      signal.local.on('raised', () => this.catchUp());
      notifications.on(OUTBOX_CHANNEL, () => this.catchUp());
    }
    metrics.gauge('outbox_lag_seconds', 'Age of the oldest event that is not yet in the log.', [], async () => {
      const { rows } = await database.execute(
        'select extract(epoch from $1::timestamptz - timestamp) as age from outbox order by number limit 1',
        [clock.iso()],
      );
      return rows[0]?.age ?? 0;
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.#works) return;
    // Before the first pass, so that a new listener misses nothing that happens from now on.
    await this.listeners.start();
    this.#started = true;
    void this.catchUp();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#pump.stop();
    await this.listeners.stop();
  }

  /** Resolves when the outbox has been moved to the log. */
  async catchUp(): Promise<void> {
    if (this.#started) await this.#pump.wake();
  }

  async #pass(): Promise<Turn> {
    try {
      const { rows } = await this.database.execute<{ ours: boolean; moved: number }>(PASS);
      const { ours, moved } = rows[0]!;
      if (moved) {
        this.listeners.wake();
        this.tail.grown();
      }
      if (!ours) return BUSY_POLL_MS;
      return moved === BATCH_SIZE ? 0 : null;
    } catch (error) {
      if ((error as { code?: unknown }).code !== NO_PARTITION) throw error;
      await this.database.execute(ENSURE_PARTITIONS);
      return 0;
    }
  }
}
