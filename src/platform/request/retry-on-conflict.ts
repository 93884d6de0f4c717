import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrentChange } from '../database/unit-of-work.js';
import { conflict } from '../errors/api-error.js';
import { isUniqueRace } from './unique-violation.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const FOREIGN_KEY_VIOLATION = '23503';

/** Maximum attempts on serialization conflicts. */
const MAX_ATTEMPTS = 5;
/** Maximum random pause before the second attempt; it doubles with each further one. */
const PAUSE_MS = 5;

/**
 * Runs work, and runs it again on the latest state where a concurrent request changed what it had read. The work begins and ends a
 * unit of work at each attempt; `again` says that one was lost before. Throws 409 after the last attempt. A violated foreign key is
 * retried once: the second attempt has seen what the other request committed.
 */
export async function retryOnConflict<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (isForeignKeyViolation(error)) {
        if (attempt > 1) throw conflict(messageOf(error));
      } else if (attempt === MAX_ATTEMPTS) {
        throw conflict('Other requests changed the record at the same time. Try again.');
      }
      await sleep(randomInt(PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}

/**
 * Errors after which a retry may succeed, or fail with a proper message. A foreign key is violated if a referenced record was
 * deleted, or a deleted one was referenced, after the request had checked.
 */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: string };
  if (error instanceof ConcurrentChange || isUniqueRace(error)) return true;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isForeignKeyViolation(error);
}

const isForeignKeyViolation = (error: unknown) => (error as { code?: string }).code === FOREIGN_KEY_VIOLATION;

/** PostgreSQL's detail tells the two cases apart. */
const messageOf = (error: unknown) =>
  (error as { detail?: string }).detail?.includes('is still referenced')
    ? 'Other records still refer to this record.'
    : 'A record that the request refers to does not exist.';
