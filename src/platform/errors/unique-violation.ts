import { allResources } from '../resource/define.js';
import { ApiError, conflict } from './api-error.js';

/** The conflict that a violated unique constraint means (resources name theirs), or null for any other error. */
export function uniqueViolation(thrown: unknown): ApiError | null {
  const { code, constraint } = thrown as { code?: string; constraint?: string };
  if (code !== '23505' || !constraint) return null;
  for (const { constraints, errors } of allResources().values()) {
    const error = errors?.[constraints?.[constraint] ?? ''];
    if (error) return new ApiError(error.status, error.message);
  }
  return conflict('There is a record like this already.');
}
