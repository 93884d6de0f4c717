import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import type { Configuration, CustomFetch, IDToken, ServerMetadata } from 'openid-client';
import {
  Clock,
  isLoopback,
  type OutgoingAnswer,
  OutgoingError,
  OutgoingHttp,
  Secrets,
  Settings,
} from '../../platform/index.js';
import type { IdentityProvider } from './identity-provider.entity.js';

/** Timeout of a request to a provider. */
const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Cache lifetime of provider metadata. */
const CACHE_MS = 3_600_000;
const MAX_CACHED = 500;

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a logout token in seconds, as recommended by OpenID Connect Back-Channel Logout 1.0. */
const MAX_LOGOUT_AGE = 120;
/** Tolerated difference of clocks in seconds. */
const CLOCK_TOLERANCE = 10;

/** Expected values in the response of a provider. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Diagnosis of a provider, for administrators. */
export interface Inspection {
  /** Status and truncated body; null without a response. */
  answer: { status: number; body: string } | null;
  metadata: ServerMetadata | null;
  /** Number of signing keys. */
  keys: number | null;
  /** Why it cannot be used. */
  problem: string | null;
}

/** Back-channel logout of one session or of all sessions of a user. `id`: claim `jti`. `at`: seconds since 1970. */
export interface ProviderLogout {
  id: string;
  subject: string | null;
  session: string | null;
  at: number;
}

/** The provider is unreachable or its response is not trustworthy. The message is shown to users. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
}

/** OpenID Connect client (library `openid-client`) on top of the SSRF-safe HTTP client. */
@Injectable()
export class ProviderClient {
  /** Keys being fetched, by their address. */
  readonly #fetching = new Map<string, Promise<JSONWebKeySet>>();
  readonly #known = new Map<string, { until: number; configuration: Promise<Configuration> }>();

  constructor(
    private readonly http: OutgoingHttp,
    private readonly secrets: Secrets,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Fetches metadata and keys, bypassing the cache. */
  async inspect(provider: IdentityProvider): Promise<Inspection> {
    this.#known.delete(keyOf(provider));
    const found: Inspection = { answer: null, metadata: null, keys: null, problem: null };
    const note = ({ status, body }: OutgoingAnswer) => (found.answer = { status, body });
    try {
      found.metadata = (await this.#configurationOf(provider, note)).serverMetadata();
      found.keys = (await this.#keysOf(found.metadata)).keys.length;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      found.problem = error.message;
    }
    return found;
  }

  /** Authorization URL. */
  async authorizationUrl(
    provider: IdentityProvider,
    { state, nonce, verifier }: Checks,
    parameters: Record<string, string>,
  ): Promise<string> {
    const client = await import('openid-client');
    const configuration = await this.#configurationOf(provider);
    // Okta includes groups only if the scope is requested.
    const asksGroups =
      provider.groups_claim !== null && configuration.serverMetadata().scopes_supported?.includes('groups');
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri(provider),
      scope: `openid email profile${asksGroups ? ' groups' : ''}`,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    }).href;
  }

  /** Exchanges the code for an ID token and returns its claims. `search`: query of the redirect. */
  async redeem(provider: IdentityProvider, search: string, { state, nonce, verifier }: Checks): Promise<IDToken> {
    const client = await import('openid-client');
    const configuration = await this.#configurationOf(provider);
    const address = new URL(`${this.redirectUri(provider)}${search}`);
    const tokens = await client
      .authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      .catch(refused);
    const { alg } = JSON.parse(Buffer.from(tokens.id_token!.split('.')[0]!, 'base64url').toString()) as { alg: string };
    if (!ALGORITHMS.includes(alg)) throw new ProviderRefusal('the ID token has an algorithm that is not accepted');
    return tokens.claims()!;
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0). Its claims are checked first, so that nobody makes this server
   * fetch keys with a token that would be refused anyway.
   */
  async readLogoutToken(provider: IdentityProvider, token: string): Promise<ProviderLogout> {
    const { createLocalJWKSet, jwtVerify } = await import('jose');
    const logout = await this.#logoutIn(provider, token);
    const metadata = (await this.#configurationOf(provider)).serverMetadata();
    const keys = createLocalJWKSet(await this.#keysOf(metadata));
    await jwtVerify(token, keys, { algorithms: ALGORITHMS, currentDate: new Date(this.clock.now()) }).catch((cause) => {
      throw new ProviderRefusal('the logout token is not valid', { cause });
    });
    return logout;
  }

  /** The valid claims of a logout token whose signature has not been checked. */
  async #logoutIn({ issuer, client_id }: IdentityProvider, token: string): Promise<ProviderLogout> {
    const { decodeJwt, decodeProtectedHeader } = await import('jose');
    let payload: JWTPayload;
    let alg: unknown;
    try {
      payload = decodeJwt(token);
      ({ alg } = decodeProtectedHeader(token));
    } catch (cause) {
      throw new ProviderRefusal('the logout token is not valid', { cause });
    }
    const { iss, aud, sub, sid, events, nonce, iat, exp, jti } = payload;
    const now = this.clock.now() / 1_000;
    const holds =
      ALGORITHMS.includes(String(alg)) &&
      isSameIssuer(iss, issuer) &&
      [aud].flat().includes(client_id) &&
      typeof iat === 'number' &&
      Math.abs(now - iat - MAX_LOGOUT_AGE / 2) <= MAX_LOGOUT_AGE / 2 + CLOCK_TOLERANCE &&
      (exp === undefined || (typeof exp === 'number' && exp > now - CLOCK_TOLERANCE));
    if (!holds) throw new ProviderRefusal('the logout token is not valid');
    const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
    if (!isLogout || nonce !== undefined || !isClaim(jti) || (!isClaim(sub) && !isClaim(sid)))
      throw new ProviderRefusal('the token is no logout token');
    return { id: jti, subject: isClaim(sub) ? sub : null, session: isClaim(sid) ? sid : null, at: iat };
  }

  redirectUri({ id }: IdentityProvider): string {
    return `${this.settings.BASE_URL}/sign-in/providers/${id}/callback`;
  }

  backchannelLogoutUri({ id }: IdentityProvider): string {
    return `${this.settings.BASE_URL}/sign-in/providers/${id}/backchannel-logout`;
  }

  /** Concurrent requests share one fetch. */
  #keysOf({ jwks_uri }: ServerMetadata): Promise<JSONWebKeySet> {
    const running = this.#fetching.get(jwks_uri!);
    if (running) return running;
    const fetching = this.#fetchKeys(jwks_uri!).finally(() => this.#fetching.delete(jwks_uri!));
    this.#fetching.set(jwks_uri!, fetching);
    return fetching;
  }

  async #fetchKeys(jwks_uri: string): Promise<JSONWebKeySet> {
    const request = { headers: {}, timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_ANSWER_BYTES };
    const { status, body } = await this.http.get(jwks_uri, request).catch(refused);
    try {
      const { keys } = JSON.parse(body) as JSONWebKeySet;
      if (Array.isArray(keys) && keys.length) return { keys };
    } catch {
      // Treated like a response without keys.
    }
    throw new ProviderRefusal(`there are no keys at its jwks_uri, which answers ${status}`);
  }

  /** `note` receives each response that is not cached. */
  #configurationOf(provider: IdentityProvider, note?: (answer: OutgoingAnswer) => void): Promise<Configuration> {
    const key = keyOf(provider);
    const known = this.#known.get(key);
    if (known && known.until > this.clock.now()) return known.configuration;
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    const configuration = this.#discover(provider, note).catch((error: unknown) => {
      this.#known.delete(key);
      return refused(error);
    });
    this.#known.set(key, { until: this.clock.now() + CACHE_MS, configuration });
    return configuration;
  }

  async #discover(
    { issuer, client_id, client_secret }: IdentityProvider,
    note?: (answer: OutgoingAnswer) => void,
  ): Promise<Configuration> {
    const client = await import('openid-client');
    const secret = client_secret === null ? null : this.secrets.decrypt(client_secret);
    const plain = issuer.startsWith('http:') && mayBePlain(issuer, this.settings);
    const configuration = await client.discovery(
      new URL(issuer),
      client_id,
      undefined,
      secret === null ? client.None() : client.ClientSecretBasic(secret),
      { [client.customFetch]: this.#fetch(note), ...(plain && { execute: [client.allowInsecureRequests] }) },
    );
    configuration[client.customFetch] = this.#fetch();
    client.enableNonRepudiationChecks(configuration);
    const { issuer: told, token_endpoint, authorization_endpoint, jwks_uri } = configuration.serverMetadata();
    // The library makes exceptions for Microsoft, whose issuer of all directories speaks for everybody.
    if (!isSameIssuer(told, issuer)) throw new ProviderRefusal('its metadata are those of another issuer');
    if (!token_endpoint || !authorization_endpoint || !jwks_uri)
      throw new ProviderRefusal('its metadata lack authorization_endpoint, token_endpoint or jwks_uri');
    return configuration;
  }

  #fetch =
    (note?: (answer: OutgoingAnswer) => void): CustomFetch =>
    async (url, { method, headers, body, signal }) => {
      const request = { headers, timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_ANSWER_BYTES, signal };
      const answer =
        method === 'POST'
          ? await this.http.post(url, { ...request, body: String(body) })
          : await this.http.get(url, request);
      note?.(answer);
      const { contentType } = answer.headers;
      const empty = [101, 204, 205, 304].includes(answer.status);
      return new Response(empty ? null : answer.body, {
        status: answer.status,
        headers: contentType === undefined ? {} : { 'Content-Type': contentType },
      });
    };
}

/** Cache key; includes the revision, so that a changed provider is fetched again. */
const keyOf = ({ id, revision }: IdentityProvider) => `${id} ${revision}`;

function refused(error: unknown): never {
  if (error instanceof ProviderRefusal) throw error;
  const outgoing = [error, (error as Error).cause].find((each) => each instanceof OutgoingError);
  if (outgoing) throw new ProviderRefusal(`it cannot be reached. ${outgoing.message}`, { cause: error });
  const { error: code, error_description, message } = error as Error & Partial<Record<string, string>>;
  const reason = [code, error_description ?? message].filter(Boolean).join(': ');
  // The provider, or whoever sends the browser back, writes the reason.
  throw new ProviderRefusal([...reason.toWellFormed().replace(/\p{Cc}+/gu, ' ')].slice(0, 300).join(''), {
    cause: error,
  });
}

/** Whether an issuer may use http: on the machine itself, in development. */
export const mayBePlain = (issuer: string, { APP_ENV }: Pick<Settings, 'APP_ENV'>): boolean =>
  APP_ENV === 'development' && isLoopback(URL.parse(issuer)?.hostname ?? '');

/** Issuers are compared letter by letter, except for a slash at the end. */
const isSameIssuer = (told: unknown, issuer: string): boolean =>
  typeof told === 'string' && told.replace(/\/$/, '') === issuer.replace(/\/$/, '');

/** Whether a claim is a text that the database can store. */
export const isClaim = (claim: unknown, max = 255): claim is string =>
  typeof claim === 'string' && claim !== '' && claim.length <= max && !claim.includes('\0') && claim.isWellFormed();
