import { currentContext, forbidden } from '../../platform/index.js';

/** The user who asks; 403 for an API key, which is nobody. */
export function signedInUser(): string {
  const { kind, user_id } = currentContext().credential!;
  if (kind === 'api_key') throw forbidden('Only signed-in users have access, not API keys.');
  return user_id;
}
