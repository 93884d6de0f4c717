import { allResources } from '../resource/define.js';
import { ApiError } from '../errors/api-error.js';

/** A violated unique constraint. */
export class NotUnique extends ApiError {
  constructor(message: string) {
    super(409, message);
  }
}

/** The unique constraint that a statement violated. */
function violated(thrown: unknown): string | undefined {
  const { code, constraint } = thrown as { code?: string; constraint?: string };
  return code === '23505' ? constraint : undefined;
}

/** Whether a violated constraint is a lost race to be retried (`races` of a resource). */
export function isUniqueRace(thrown: unknown): boolean {
  const constraint = violated(thrown);
  return constraint !== undefined && [...allResources().values()].some(({ races }) => races?.includes(constraint));
}

/** Maps a unique violation to the error that its resource declares; null for other errors. */
export function uniqueViolation(thrown: unknown): NotUnique | null {
  const constraint = violated(thrown);
  if (!constraint || isUniqueRace(thrown)) return null;
  for (const { constraints, errors } of allResources().values()) {
    const error = errors?.[constraints?.[constraint] ?? ''];
    if (error) return new NotUnique(error.message);
  }
  return new NotUnique('A record with these values already exists.');
}
