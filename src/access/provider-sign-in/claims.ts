import type { IDToken } from 'openid-client';
import { ApiError, deferred, Email, type Language, preferredLanguage, read } from '../../platform/index.js';
import type { IdentityProvider } from '../identity-providers/identity-provider.entity.js';
import { domainOf } from '../identity-providers/identity-providers.service.js';
import { isClaim, ProviderRefusal } from '../identity-providers/provider-client.js';

const MAX_TEXT = 255;
const MAX_METHOD = 20;
const MAX_METHODS = 10;

const NO_ADDRESS = 'its claim email is not an e-mail address';

class Address {
  @Email() email: string;
}

/** The claim `sub`, exactly as sent, because spaces count. */
export function subjectIn({ sub }: IDToken): string {
  if (!isClaim(sub)) throw new ProviderRefusal('its claim sub is not a text of 1 to 255 characters');
  return sub;
}

/** The session at the provider (claim `sid`), or null. */
export function sessionIn({ sid }: IDToken): string | null {
  if (sid === undefined || sid === null) return null;
  if (!isClaim(sid)) throw new ProviderRefusal('its claim sid is not a text of 1 to 255 characters');
  return sid;
}

/** The address of a person, if it is verified and in a domain of the provider. */
export function verifiedEmailIn({ domains }: IdentityProvider, claims: IDToken): string {
  const { email_verified, xms_edov } = claims;
  if (typeof claims.email !== 'string') throw new ProviderRefusal(deferred('it did not tell your e-mail address'));
  const email = addressIn(claims.email);
  // In Entra ID, xms_edov means that the domain owner verified it.
  const verified = [true, 'true', 1, '1'];
  if (!verified.includes(email_verified as never) && !verified.includes(xms_edov as never))
    throw new ProviderRefusal(deferred('your e-mail address is not verified there'));
  if (!domains.includes(domainOf(email)))
    throw new ProviderRefusal(deferred('your e-mail address is of a domain that it does not speak for'));
  return email;
}

/** Validated as an address of the API is. */
function addressIn(email: string): string {
  if (!isClaim(email)) throw new ProviderRefusal(NO_ADDRESS);
  try {
    return read(Address, { email }).email;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ProviderRefusal(NO_ADDRESS);
  }
}

/** A name of a person; undefined if the claim has none that can be stored. */
export function nameIn(claims: IDToken, claim: string): string | undefined {
  const value = claims[claim];
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return undefined;
  return [...value.trim()].slice(0, MAX_TEXT).join('').trim() || undefined;
}

/** The language of the claim `locale`, such as `de-AT`, or `de_AT`, which many send. Null if it is none of ours. */
export const languageIn = ({ locale }: IDToken): Language | null =>
  isClaim(locale) ? preferredLanguage(locale.replaceAll('_', '-')) : null;

/** The values of the groups claim. */
export const groupsIn = (claim: unknown): Set<string> =>
  new Set(
    [claim ?? []].flat().flatMap((value) => (['string', 'number'].includes(typeof value) ? [String(value)] : [])),
  );

/** Authentication methods of the provider, limited for storage. */
export const methodsIn = ({ amr }: IDToken): string[] =>
  [(amr as unknown) ?? []]
    .flat()
    .filter((method) => isClaim(method, MAX_METHOD))
    .slice(0, MAX_METHODS);

/** The time of authentication at the provider (ISO 8601), or null without a plausible one. */
export const proofTimeIn = ({ auth_time }: IDToken): string | null =>
  typeof auth_time === 'number' && auth_time > 0 && auth_time < 1e11 ? new Date(auth_time * 1_000).toISOString() : null;
