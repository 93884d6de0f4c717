import { currentContext, forbidden } from '../../platform/index.js';

/** The signed-in user; 403 for API keys. */
export function signedInUser(): string {
  const { kind, user_id } = currentContext().credential!;
  if (kind === 'api_key') throw forbidden('Only signed-in users have access, not API keys.');
  return user_id;
}
