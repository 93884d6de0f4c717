import { Injectable } from '@nestjs/common';
import { EVENT_RETENTION_DAYS, typesOf } from '../../events/index.js';
import {
  Clock,
  failure,
  InjectStore,
  invalidField,
  Maintenance,
  type Page,
  Postponed,
  type ResourceStore,
  Works,
} from '../../platform/index.js';
import { EventConditions } from '../webhooks/event-conditions.js';
import { mustRead } from '../webhooks/subscriptions.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import {
  type CreateReplay,
  type EveryReplayQuery,
  ReplayItem,
  type ReplayQuery,
  type ReplayView,
} from './replay.dto.js';
import { Replay } from './replay.entity.js';
import { replays } from './replay.resource.js';
import { ReplayRepository } from './replay.repository.js';

/**
 * A batch is scheduled when at most LOW_WATER_MARK deliveries of the replay are pending. So new events wait behind at most
 * BATCH_SIZE + LOW_WATER_MARK of them.
 */
const BATCH_SIZE = 200;
const LOW_WATER_MARK = 100;
const DAY_SECONDS = 86_400;

/**
 * Sends past events to a webhook again. The request only stores the replay. A worker schedules it in batches, each one a short
 * transaction that also advances the cursor. So a replay of any size neither delays a request nor floods the queue of its
 * webhook, can be cancelled, and survives a crash.
 */
@Injectable()
export class ReplaysService {
  constructor(
    @InjectStore(Replay) private readonly store: ResourceStore<Replay>,
    @InjectStore(Webhook) private readonly webhooks: ResourceStore<Webhook>,
    private readonly repository: ReplayRepository,
    private readonly conditions: EventConditions,
    private readonly works: Works,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'webhooks.replays',
      description: 'Removes old replays.',
      every: 3_600_000,
      run: () => this.repository.removeEndedBefore(this.clock.iso(-EVENT_RETENTION_DAYS * DAY_SECONDS)),
    });
  }

  /** Starts a replay of the event types that the webhook subscribes to now. The caller needs read access to all of them. */
  async create(webhook: Webhook, { from, to, status }: CreateReplay): Promise<ReplayView> {
    const now = this.clock.iso();
    const end = to && to < now ? to : now;
    if (from >= end) throw invalidField('from', 'out_of_range', 'from must be earlier than to, and in the past.');
    if (from < this.clock.iso(-EVENT_RETENTION_DAYS * DAY_SECONDS)) {
      throw invalidField('from', 'out_of_range', `from must be at most ${EVENT_RETENTION_DAYS} days ago.`);
    }
    if (webhook.status === 'paused') throw failure(replays, 'paused');
    mustRead(webhook.events);
    const window = {
      webhook_id: webhook.id,
      selection: status,
      types: typesOf(webhook.events),
      from_time: from,
      to_time: end,
    };
    const count = await this.repository.count({ workspace_id: webhook.workspace_id, ...window });
    const replay = await this.store.create({ ...window, status: 'running', count, after_time: from, after_id: '' });
    this.works.wake('replay', replay.id);
    return { replay_id: replay.id, count };
  }

  list({ id }: Webhook, query: ReplayQuery): Promise<Page<object>> {
    return this.#page(query, { webhook_id: id });
  }

  /** Replays of all webhooks that the caller can see. */
  listAll(query: EveryReplayQuery): Promise<Page<object>> {
    return this.#page(query);
  }

  /** Ends a replay and withdraws its deliveries that were not attempted yet. */
  async cancel(replay: Replay): Promise<void> {
    await this.store.lock(replay);
    if (replay.status === 'running') await this.store.transition(replay, 'cancelled', {}, { as: 'cancelled' });
    await this.repository.cancel(replay);
  }

  /** Schedules the next batch. Returns whether the replay continues. Needs a unit of work of its workspace. */
  async advance(id: string): Promise<boolean> {
    const replay = await this.store.find(id, { lock: true });
    if (replay?.status !== 'running') return false;
    const webhook = await this.webhooks.find(replay.webhook_id);
    if (webhook?.status === 'paused') throw new Postponed();
    if (!webhook) {
      await this.store.transition(replay, 'cancelled', {}, { as: 'cancelled' });
      return false;
    }
    if ((await this.repository.waiting(replay)) > LOW_WATER_MARK) return true;
    const types = typesOf(webhook.events).filter((type) => replay.types.includes(type));
    const events = await this.repository.next({ ...replay, types }, BATCH_SIZE);
    if (events.length) {
      // Failed deliveries have matched before.
      const isJudged = replay.selection !== 'failed';
      const matching = isJudged ? await this.conditions.matchingOf(webhook, events) : events;
      await this.repository.scheduleBatch(replay, webhook, matching);
      await this.repository.advance(replay, events.at(-1)!, matching.length);
    }
    if (events.length === BATCH_SIZE) return true;
    await this.store.transition(replay, 'finished', {}, { as: 'finished' });
    return false;
  }

  async #page(query: ReplayQuery, within?: { webhook_id: string }): Promise<Page<object>> {
    const page = await this.store.page(query, ReplayItem, within);
    return { ...page, data: page.data.map((replay) => shown(replay as unknown as Replay)) };
  }
}

/** A replay as it is shown. */
export const shown = (replay: Replay) => ({
  ...replay,
  replay_id: replay.id,
  from: replay.from_time,
  to: replay.to_time,
  ended_at: replay.status === 'running' ? null : replay.updated_at,
});
