import type { Entry } from './matching.js';
import type { AlertRule } from './alert-rule.entity.js';

/** The newest entries that count for a rule and a group: no more than make an alert, however long the window is. */
export interface Window {
  /** Milliseconds since 1970, ascending. */
  times: readonly number[];
  /** Of the last ones of them. */
  ids: readonly string[];
}

type Measure = Pick<AlertRule, 'threshold' | 'window_minutes'>;

export const EMPTY: Window = { times: [], ids: [] };

/** So many entries an alert names. */
export const SAMPLES = 10;

const MINUTE_MS = 60_000;

/** A window with one more entry, and without those that it makes too old. */
export function count(
  window: Window,
  entry: Pick<Entry, 'id' | 'timestamp'>,
  { threshold, window_minutes }: Measure,
): Window {
  // Entries come in the order of their sequence, which is nearly that of their times.
  const all = [...window.times, Date.parse(entry.timestamp)].toSorted((a, b) => a - b);
  const oldest = all.at(-1)! - window_minutes * MINUTE_MS;
  const times = all.filter((time) => time > oldest).slice(-threshold);
  return { times, ids: [...window.ids, entry.id].slice(-Math.min(SAMPLES, times.length)) };
}

export const isReached = ({ times }: Window, { threshold }: Measure): boolean => times.length >= threshold;
