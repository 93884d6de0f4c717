import { aboutOf, appsOf, matchesAny, typesOf } from '../../events/index.js';
import { currentContext, forbidden, refuseDenied, type Scope, type StoredEvent } from '../../platform/index.js';

/** Whether a webhook receives an event: it subscribes to the type, and may see the event if that is private. */
export const isFor = (
  { type, private_to }: Pick<StoredEvent, 'type' | 'private_to'>,
  { events, sees_private }: { events: readonly string[]; sees_private: readonly string[] },
): boolean => matchesAny(events, type) && (!private_to || sees_private.includes(type.split('.')[0]!));

/** Throws 403 unless the caller has read access to the apps of all these events (H12) and no policy denies it. */
export function mustRead(events: readonly string[]): void {
  const { credential } = currentContext();
  const missing = appsOf(events)
    .map((app): Scope => `${app}:read`)
    .filter((scope) => credential && !credential.scopes.has(scope));
  if (missing.length) throw forbidden(`These events need the scope ${missing.join(', ')}.`);
  for (const type of typesOf(events)) refuseDenied(aboutOf(type), 'read');
}
