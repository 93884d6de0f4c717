const RETRIES = 5;
const FACTOR = 5.8;
const WINDOW_MS = 24 * 60 * 60 * 1000;

export interface FailedAttempt {
  /** How many automatic attempts were made, this one included: 1 after the first failure. */
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
 * Seconds between failed attempt number `attempt` and its retry: base × 5.8^(attempt-1), shortened at random by a tenth
 * at most so that receivers which failed together are not called together. Null when no retry is left (five were made).
 * With 60 s the five retries are spread over 22 h 47 min at most.
 */
export function retryDelaySeconds(attempt: number, baseSeconds: number, random = Math.random): number | null {
  if (attempt > RETRIES) return null;
  return baseSeconds * FACTOR ** (attempt - 1) * (0.9 + 0.1 * random());
}

/**
 * When to retry a failed delivery, or null when it has failed for good: five retries were made, or the next would come
 * later than 24 h after the first attempt. A `Retry-After` of a 429 or 503 counts if it asks for a longer wait that
 * still ends inside the 24 h.
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
  // The oldest of the three date forms has no zone; all three mean GMT.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? null : time;
}
