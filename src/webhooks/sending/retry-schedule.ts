const RETRIES = 5;
const FACTOR = 5.8;
const WINDOW_MS = 24 * 60 * 60 * 1000;

export interface FailedAttempt {
  /** Number of automatic attempts so far, including this one: 1 after the first failure. */
  attempt: number;
  firstAttemptAt: Date;
  now: Date;
  /** Seconds before the first retry. */
  baseSeconds: number;
  /** The receiver's answer, if there was one. */
  answer?: { status: number; retryAfter?: string };
  random?: () => number;
}

/**
 * Backoff in seconds after attempt number `attempt`: base × 5.8^(attempt-1), with up to 10 % of random jitter, because
 * receivers that failed together should not be retried together. Null when all five retries are used up. With a base of 60 s
 * the retries spread over at most 22 h 47 min.
 */
export function retryDelaySeconds(attempt: number, baseSeconds: number, random = Math.random): number | null {
  if (attempt > RETRIES) return null;
  return baseSeconds * FACTOR ** (attempt - 1) * (0.9 + 0.1 * random());
}

/**
 * Time of the next retry, or null when the delivery has finally failed: five retries were made, or the next one would be later
 * than 24 h after the first attempt. `Retry-After` of a 429 or 503 is honoured if it is later than the backoff and still within
 * the 24 h.
 */
export function nextRetryAt({ attempt, firstAttemptAt, now, baseSeconds, answer, random }: FailedAttempt): Date | null {
  const delay = retryDelaySeconds(attempt, baseSeconds, random);
  if (delay === null) return null;
  const end = firstAttemptAt.getTime() + WINDOW_MS;
  const own = now.getTime() + delay * 1000;
  const retryAfter = answer?.status === 429 || answer?.status === 503 ? retryAfterTime(answer.retryAfter, now) : null;
  const next = retryAfter !== null && retryAfter > own && retryAfter <= end ? retryAfter : own;
  return next <= end ? new Date(next) : null;
}

/** The time that a Retry-After header names, as seconds from now or as an HTTP date; null for anything else. */
function retryAfterTime(header: string | undefined, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return now.getTime() + Number(value) * 1000;
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return null;
  // HTTP has three date formats, all in GMT. The oldest one (asctime) does not say so.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? null : time;
}
