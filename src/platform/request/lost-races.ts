import { ConcurrentChange } from '../database/unit-of-work.js';
import { conflict } from '../errors/api-error.js';
import { isUniqueRace } from './unique-violation.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const FOREIGN_KEY_VIOLATION = '23503';

/** Maximum attempts on serialization conflicts. */
const MAX_ATTEMPTS = 5;

/**
 * Does work that others may overtake, again on the state that they left: it looks, and then writes what is only right where
 * nothing has changed since. A unit of work is begun and ended by each try; \`again\` says that one was lost before.
 */
export async function untilWon<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!isLostRace(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw conflict('Other requests changed the record at the same time. Try again.');
    }
  }
}

/**
 * Errors after which the same request may succeed, or is told why not, on the state that won. A foreign key is violated
 * where what a record names was deleted, or what is deleted was named, after the request had looked.
 */
function isLostRace(error: unknown): boolean {
  const { code } = error as { code?: string };
  if (error instanceof ConcurrentChange || isUniqueRace(error)) return true;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || code === FOREIGN_KEY_VIOLATION;
}
