import { useSyncExternalStore } from 'react';
import { LANGUAGE } from '../languages/index.js';
import { t } from './language.js';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** One clock for the whole page. */
let now = Date.now();
const watchers = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const watcher of watchers) watcher();
}, 20_000);
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** A month after or before, the date says more than the distance. */
const FAR_SECONDS = 30 * 86_400;

/** `3 minutes ago`, `in 2 days`, or the date. */
export function ago(iso: string, at = Date.now()): string {
  const seconds = (Date.parse(iso) - at) / 1000;
  if (Math.abs(seconds) > FAR_SECONDS) return day.format(new Date(iso));
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return unit === 'second'
    ? seconds > 0
      ? t('in a moment')
      : t('just now')
    : relative.format(Math.round(seconds / length), unit);
}

/** A point in time as people say it; the exact one, in the reader's zone, shows on hover. */
export function When({ at, none = t('never') }: { at: string | null | undefined; none?: string }) {
  const clock = useSyncExternalStore(watch, () => now);
  if (!at) return <span className="soft">{none}</span>;
  return (
    <time dateTime={at} title={`${exact.format(new Date(at))}\n${at}`}>
      {ago(at, Math.max(clock, Date.now()))}
    </time>
  );
}

/** The exact point in time, in the reader's zone. */
export const Exact = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {exact.format(new Date(at))}
  </time>
);
