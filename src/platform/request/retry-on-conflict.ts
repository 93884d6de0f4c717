import { ConcurrentChange } from '../database/unit-of-work.js';
import { conflict } from '../errors/api-error.js';
import { isUniqueRace } from './unique-violation.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const FOREIGN_KEY_VIOLATION = '23503';

/** Maximum attempts on serialization conflicts. */
const MAX_ATTEMPTS = 5;

/**
 * Runs work, and runs it again on the latest state where a concurrent request changed what it had read. The work begins and ends a
 * unit of work at each attempt; `again` says that one was lost before. Throws 409 after the last attempt.
 */
export async function retryOnConflict<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw conflict('Other requests changed the record at the same time. Try again.');
    }
  }
}

/**
 * Errors after which a retry may succeed, or fail with a proper message. A foreign key is violated if a referenced record was
 * deleted, or a deleted one was referenced, after the request had checked.
 */
function isConflict(error: unknown): boolean {
  const { code } = error as { code?: string };
  if (error instanceof ConcurrentChange || isUniqueRace(error)) return true;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || code === FOREIGN_KEY_VIOLATION;
}
