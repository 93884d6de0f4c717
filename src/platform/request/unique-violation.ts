import { allResources } from '../resource/define.js';
import { ApiError } from '../errors/api-error.js';

/** What should be there once would be there twice. */
export class NotUnique extends ApiError {
  constructor(message: string) {
    super(409, message);
  }
}

/** The conflict that a violated unique constraint means (resources name theirs), or null for any other error. */
export function uniqueViolation(thrown: unknown): NotUnique | null {
  const { code, constraint } = thrown as { code?: string; constraint?: string };
  if (code !== '23505' || !constraint) return null;
  for (const { constraints, errors } of allResources().values()) {
    const error = errors?.[constraints?.[constraint] ?? ''];
    if (error) return new NotUnique(error.message);
  }
  return new NotUnique('There is a record like this already.');
}
