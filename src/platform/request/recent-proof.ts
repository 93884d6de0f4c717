import { currentContext } from '../context/request-context.js';
import { proofTooOld } from '../errors/api-error.js';

/** Seconds for which a proof of identity allows what hands out access (D-SIGN-5). */
export const PROOF_MAX_AGE_SECONDS = 15 * 60;

/**
 * 401 where a user's last proof of identity is older than 15 minutes. The step `prove` calls it for routes that declare
 * `recentProof: true`; rules call it where only some requests of a route need the proof. API keys pass.
 */
export function requireRecentProof(): void {
  const { credential, exchange } = currentContext();
  // The command line and background work have neither.
  if (!credential || !exchange) return;
  const { route, services } = exchange;
  if (!route.endpoint?.recentProof) throw new Error(`${route.name} asks for a recent proof, and does not declare it.`);
  const { proven_at } = credential;
  if (proven_at !== null && services.clock.now() - proven_at > PROOF_MAX_AGE_SECONDS * 1_000)
    throw proofTooOld(PROOF_MAX_AGE_SECONDS);
}
