import type { Webhook } from './webhook.entity.js';

/** A webhook is paused when nothing but failures came of so many attempts over so many hours (D-WH-4). */
export const MIN_FAILURES = 10;
export const FAILING_HOURS = 120;

/** Whether every attempt of the last days has failed. The first and the last failure count, not what time it is now. */
export const isFailing = ({ consecutive_failures, failing_since, last_failure_at }: Webhook): boolean =>
  consecutive_failures >= MIN_FAILURES &&
  Date.parse(last_failure_at!) - Date.parse(failing_since!) >= FAILING_HOURS * 3_600_000;
