import { currentContext, forbidden } from '../../platform/index.js';

/** The user who asks; 403 for an API key, which is nobody. */
export function signedInUser(): string {
  const { kind, user_id } = currentContext().credential!;
  if (kind === 'api_key') throw forbidden('This is for signed-in users; an API key is none.');
  return user_id;
}
