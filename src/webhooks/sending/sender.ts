import { Injectable, Logger } from '@nestjs/common';
import { envelopeOf, matchesAny, recordOf } from '../../events/index.js';
import {
  Clock,
  isDatabaseFailure,
  type OutgoingAnswer,
  OutgoingError,
  OutgoingHttp,
  RecordPolicies,
  Secrets,
  Settings,
  inSpan,
  type StoredEvent,
  traceHeaders,
} from '../../platform/index.js';
import { signatureHeaders } from '../webhooks/signatures.js';
import { nextRetryAt } from './retry-schedule.js';
import { type Attempt, type Claim, isAccepted, type Outcome, type Target } from './sending.repository.js';

const KEPT_ANSWER_BYTES = 2_048;
/** Status of a receiver that wants no more deliveries: 410 Gone. */
const GONE = 410;
/** Capacity of the cache of decrypted secrets. */
const MAX_DECRYPTED = 1_000;

/** An attempt and its outcome. */
export interface Result {
  attempt: Attempt;
  outcome: Outcome;
  /** The receiver wants no more deliveries. */
  gone: boolean;
}

/** The request cannot be made because of our own state. The message is shown to users. */
class Unsendable extends Error {
  constructor(
    message: string,
    /** Whether a retry may succeed. */
    readonly retryable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Sends deliveries over HTTP. */
@Injectable()
export class Sender {
  readonly #logger = new Logger('Webhooks');
  readonly #decryptedSecrets = new Map<string, string>();

  constructor(
    private readonly http: OutgoingHttp,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly policies: RecordPolicies,
  ) {}

  /** Makes one attempt; failures of the receiver are part of the result. Null when the process stops before the request is sent. */
  async attempt(claim: Claim, target: Target): Promise<Result | null> {
    const started = this.clock.now();
    const begin = performance.now();
    let answer: OutgoingAnswer | null = null;
    let problem: Error | null = null;
    try {
      answer = await this.#send(claim, target, new Date(started));
    } catch (thrown) {
      problem = thrown as Error;
      if (problem instanceof OutgoingError && problem.code === 'aborted') return null;
      // Our own failure is no attempt of the receiver: the drain stops, and the delivery stays due.
      if (isDatabaseFailure(problem)) throw problem;
      if (!(problem instanceof OutgoingError)) this.#logger.error(problem, `Delivery ${claim.delivery_id}`);
    }
    const shown = problem instanceof OutgoingError || problem instanceof Unsendable;
    const attempt: Attempt = {
      started_at: new Date(started).toISOString(),
      duration_ms: Math.round(performance.now() - begin),
      response_status: answer?.status ?? null,
      response_body: answer?.body ?? null,
      error: problem && (shown ? problem.message : 'The request could not be made.'),
    };
    const permanent = problem instanceof Unsendable && !problem.retryable;
    const gone = attempt.response_status === GONE;
    return { attempt, outcome: this.#outcome(claim, attempt, answer, permanent || gone), gone };
  }

  async #send({ event, delivery_id, manual, test }: Claim, target: Target, timestamp: Date): Promise<OutgoingAnswer> {
    if (!event) throw new Unsendable('The event is no longer kept.', false);
    // A user who may change the URL does not always have the right to read the events of an earlier subscription (H12).
    if (!manual && !matchesAny(target.events, event.type)) {
      throw new Unsendable('The webhook no longer subscribes to this event.', false);
    }
    const maker = `user:${target.created_by}`;
    const [type, id] = recordOf(event);
    if (!test && (await this.policies.refusalTo(maker, event.workspace_id, type, id, target.made_through)))
      throw new Unsendable('A policy denies the user who made the webhook to read this.', false);
    const body = envelope(event);
    const { previous_secret: previous, previous_secret_expires_at: previousEnd } = target;
    const headers = signatureHeaders({
      secret: this.#decrypted(target.secret),
      previousSecret: previous && Date.parse(previousEnd!) > timestamp.getTime() ? this.#decrypted(previous) : null,
      eventId: event.id,
      deliveryId: delivery_id,
      eventType: event.type,
      timestamp,
      body,
    });
    const timeoutMs = this.settings.WEBHOOK_TIMEOUT_SECONDS * 1000;
    return await inSpan({ name: 'webhook delivery', kind: 'client', facts: { 'suite.event_type': event.type } }, () =>
      this.http.post(target.url, {
        headers: { ...headers, ...traceHeaders() },
        body,
        timeoutMs,
        maxBodyBytes: KEPT_ANSWER_BYTES,
      }),
    );
  }

  /** Cached, because decrypting costs more than signing. */
  #decrypted(sealed: string): string {
    let secret = this.#decryptedSecrets.get(sealed);
    if (secret !== undefined) return secret;
    try {
      secret = this.secrets.decrypt(sealed);
    } catch (cause) {
      throw new Unsendable('The signing secret cannot be read. Rotate it.', true, { cause });
    }
    if (this.#decryptedSecrets.size >= MAX_DECRYPTED) this.#decryptedSecrets.clear();
    this.#decryptedSecrets.set(sealed, secret);
    return secret;
  }

  #outcome(claim: Claim, attempt: Attempt, answer: OutgoingAnswer | null, final: boolean): Outcome {
    if (isAccepted(attempt)) return { status: 'succeeded' };
    // A failed manual attempt leaves the delivery as it was: succeeded, or waiting for its automatic retry.
    if (claim.manual && claim.status === 'succeeded') return { status: 'succeeded' };
    if (final) return { status: 'failed' };
    const next = claim.manual ? claim.retry_at : this.#retryAt(claim, attempt, answer);
    return next ? { status: 'pending', next_attempt_at: next } : { status: 'failed' };
  }

  #retryAt(claim: Claim, attempt: Attempt, answer: OutgoingAnswer | null): string | undefined {
    const next = nextRetryAt({
      attempt: claim.automatic_count + 1,
      firstAttemptAt: new Date(claim.first_attempt_at ?? attempt.started_at),
      now: new Date(this.clock.now()),
      baseSeconds: this.settings.WEBHOOK_RETRY_BASE_SECONDS,
      answer: answer ? { status: answer.status, retryAfter: answer.headers.retryAfter } : undefined,
    });
    return next?.toISOString();
  }
}

/** The bytes of a delivery. The stored event never changes, so every attempt sends the same. */
const envelope = (event: StoredEvent): Buffer => Buffer.from(JSON.stringify(envelopeOf(event)));
