import type { Entry } from './matching.js';
import type { AlertRule } from './alert-rule.entity.js';

/** Sliding window of a rule and group. Holds at most `threshold` entries, whatever its length. */
export interface Window {
  /** Milliseconds since 1970, ascending. */
  times: readonly number[];
  /** Ids of the last ones. */
  ids: readonly string[];
}

type Measure = Pick<AlertRule, 'threshold' | 'window_minutes'>;

export const EMPTY: Window = { times: [], ids: [] };

/** Maximum entries listed in an alert. */
export const SAMPLES = 10;

const MINUTE_MS = 60_000;

/** Adds an entry and drops expired ones. */
export function count(
  window: Window,
  entry: Pick<Entry, 'id' | 'timestamp'>,
  { threshold, window_minutes }: Measure,
): Window {
  // Sorted, because entries arrive by sequence, which nearly follows their times.
  const all = [...window.times, Date.parse(entry.timestamp)].toSorted((a, b) => a - b);
  const oldest = all.at(-1)! - window_minutes * MINUTE_MS;
  const times = all.filter((time) => time > oldest).slice(-threshold);
  return { times, ids: [...window.ids, entry.id].slice(-Math.min(SAMPLES, times.length)) };
}

export const isReached = ({ times }: Window, { threshold }: Measure): boolean => times.length >= threshold;
