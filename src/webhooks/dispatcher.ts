import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Settings } from '../platform/config/settings.js';
import { asSystem } from '../platform/context/request-context.js';
import { Clock } from '../platform/database/clock.js';
import { Database } from '../platform/database/database.js';
import type { StoredEvent } from '../platform/events/event-listener.js';
import { type OutgoingAnswer, OutgoingError, OutgoingHttp } from '../platform/http/outgoing.js';
import { Secrets } from '../platform/security/secrets.js';
import { type Attempt, type Claim, DeliveryLog, isTaken, type Outcome, type Receiver } from './delivery-log.js';
import { type DrainJob, type Lane, Lanes } from './lanes.js';
import { nextRetryAt } from './retry-schedule.js';
import { signatureHeaders } from './signatures.js';
import { WebhooksService } from './webhooks.service.js';

/** Requests to one receiver at a time. */
const AT_ONCE = 8;
/** Milliseconds after which a job gives its place to others, even if more is due. */
const TURN = 10_000;
/** Milliseconds between two looks at what is due while requests run. */
const LOOK = 500;
/** An answer that took longer (milliseconds) makes its receiver a slow one. */
const SLOW = 1_000;
/** A claim outlives the longest attempt by so many seconds. */
const CLAIM_MARGIN = 20;
/** Milliseconds between two looks at what is due; wakes that are further away need no job. */
export const SWEEP = 5_000;
/** Bytes of an answer that are kept. */
const KEPT_BODY = 2_048;

const GONE = 410;

/** Sends what is due to one webhook, and sees to it that what remains will be sent. */
@Injectable()
export class Dispatcher implements OnModuleDestroy {
  readonly #logger = new Logger('Webhooks');
  #stopping = false;

  constructor(
    private readonly deliveries: DeliveryLog,
    private readonly lanes: Lanes,
    private readonly webhooks: WebhooksService,
    private readonly http: OutgoingHttp,
    private readonly secrets: Secrets,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  onModuleDestroy(): void {
    this.#stopping = true;
  }

  /** Works a webhook's due deliveries off, for one turn. The fast lane is left as soon as the receiver makes trouble. */
  async drain({ workspace_id, webhook_id }: DrainJob, lane: Lane): Promise<void> {
    const end = performance.now() + TURN;
    const seconds = this.settings.WEBHOOK_TIMEOUT_SECONDS + CLAIM_MARGIN;
    const running = new Set<Promise<unknown>>();
    let troubled: boolean | null = null;
    do {
      const goesOn = !this.#stopping && performance.now() < end && !(troubled && lane === 'fast');
      // Not one by one: half of the places must be free before more is claimed.
      if (goesOn && running.size <= AT_ONCE / 2) {
        for (const claim of await this.deliveries.claim(workspace_id, webhook_id, AT_ONCE - running.size, seconds)) {
          const delivered = this.#deliver(claim)
            .then((trouble) => (troubled = trouble))
            .finally(() => running.delete(delivered));
          running.add(delivered);
        }
      }
      // What becomes due while every running request hangs is not left waiting for them.
      if (running.size) await Promise.race([...running, setTimeout(LOOK, null, { ref: false })]);
    } while (running.size);
    const slow = troubled ?? lane === 'slow';
    if (slow !== (lane === 'slow')) await this.#changeLane(workspace_id, webhook_id, slow);
    if (!this.#stopping) await this.#wakeAgain({ workspace_id, id: webhook_id, slow }, troubled !== null);
  }

  /** Wakes every webhook with something due that nobody is at: after a crash, a lost queue, a retry far away. */
  async sweep(): Promise<void> {
    await this.deliveries.expireHeld();
    for (const webhook of await this.deliveries.due()) await this.lanes.wake(webhook);
  }

  /** `worked`: a turn that could claim nothing leaves what is due to the sweep instead of turning in circles. */
  async #wakeAgain(webhook: Receiver, worked: boolean): Promise<void> {
    const due = await this.deliveries.nextDue(webhook.workspace_id, webhook.id);
    if (due === null) return;
    const delay = Date.parse(due) - this.clock.now();
    if (delay <= 0 && worked) await this.lanes.wake(webhook);
    else if (delay > 0 && delay < SWEEP) await this.lanes.wakeAt(due, webhook, delay);
  }

  async #changeLane(workspaceId: string, webhookId: string, slow: boolean): Promise<void> {
    await this.database.query(
      'update webhooks set slow = $3 where workspace_id = $1 and id = $2 and slow is distinct from $3',
      [workspaceId, webhookId, slow],
    );
  }

  /** Makes one attempt and keeps what came of it. Answers whether the receiver failed or was slow. */
  async #deliver(claim: Claim): Promise<boolean> {
    const started = this.clock.now();
    const begin = performance.now();
    let answer: OutgoingAnswer | null = null;
    let error: string | null = null;
    try {
      answer = await this.#send(claim, new Date(started));
    } catch (thrown) {
      if (thrown instanceof OutgoingError && thrown.code === 'aborted') {
        await this.deliveries.release(claim);
        return false;
      }
      if (!(thrown instanceof OutgoingError)) this.#logger.error(thrown, `Delivery ${claim.delivery_id}`);
      error = thrown instanceof OutgoingError ? thrown.message : 'The request could not be made.';
    }
    const duration = Math.round(performance.now() - begin);
    const attempt: Attempt = {
      started_at: new Date(started).toISOString(),
      duration_ms: duration,
      response_status: answer?.status ?? null,
      response_body: answer?.body ?? null,
      error,
    };
    const outcome = this.#outcome(claim, answer);
    if (answer?.status === GONE) await this.#giveUp(claim, attempt);
    else await this.deliveries.record(claim, attempt, outcome);
    return !isTaken(attempt) || duration > SLOW;
  }

  #send({ event, delivery_id, ...webhook }: Claim, timestamp: Date): Promise<OutgoingAnswer> {
    const body = envelope(event);
    const { previous_secret: previous, previous_secret_expires_at: previousEnd } = webhook;
    const headers = signatureHeaders({
      secret: this.secrets.decrypt(webhook.secret),
      previousSecret:
        previous && Date.parse(previousEnd!) > timestamp.getTime() ? this.secrets.decrypt(previous) : null,
      eventId: event.id,
      deliveryId: delivery_id,
      eventType: event.type,
      timestamp,
      body,
    });
    const timeoutMs = this.settings.WEBHOOK_TIMEOUT_SECONDS * 1000;
    return this.http.post(webhook.url, { headers, body, timeoutMs, maxBodyBytes: KEPT_BODY });
  }

  #outcome(claim: Claim, answer: OutgoingAnswer | null): Outcome {
    if (isTaken({ response_status: answer?.status ?? null })) return { status: 'succeeded' };
    if (claim.manual) return asBefore(claim);
    const next = nextRetryAt({
      attempt: claim.automatic_count + 1,
      firstAttemptAt: new Date(claim.first_attempt_at),
      now: new Date(this.clock.now()),
      baseSeconds: this.settings.WEBHOOK_RETRY_BASE_SECONDS,
      answer: answer ? { status: answer.status, retryAfter: answer.headers.retryAfter } : undefined,
    });
    return next ? { status: 'pending', next_attempt_at: next.toISOString() } : { status: 'failed' };
  }

  /** The receiver says that it is gone for good: this delivery has failed, and no other one is tried. */
  #giveUp(claim: Claim, attempt: Attempt): Promise<void> {
    const { workspace_id } = claim.event;
    return asSystem(workspace_id, () =>
      this.database.transaction(async (unit) => {
        await unit.open();
        await this.deliveries.record(claim, attempt, asBefore({ ...claim, retry_at: null }));
        await this.webhooks.pauseGone(claim.webhook_id);
      }),
    );
  }
}

/** An attempt by hand that fails changes nothing: what was delivered stays so, what will be retried is retried. */
function asBefore({ status, retry_at }: Claim): Outcome {
  if (retry_at) return { status: 'pending', next_attempt_at: retry_at };
  return { status: status === 'succeeded' ? 'succeeded' : 'failed' };
}

/** What is sent, to the byte: the stored event never changes, so every attempt sends the same. */
export function envelope({ id, type, workspace_id, timestamp, actor_type, actor_id, payload, sequence }: StoredEvent) {
  const actor = { type: actor_type, id: actor_id };
  return Buffer.from(JSON.stringify({ id, type, workspace_id, timestamp, actor, payload, sequence }));
}
