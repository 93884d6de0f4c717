import { SuiteError } from './suite-error.js';

export interface SignInOptions {
  /** Where the server is. */
  baseUrl: string;
  /** Of a public OAuth client. */
  clientId: string;
  /** The page that people come back to, letter by letter as the client has it. */
  redirectUri: string;
  /** The scopes that the application requests, among the scopes of the client. */
  scopes: readonly string[];
}

/** Wishes of an authorization request beside the scopes. */
export interface AuthorizationOptions {
  /** Seconds; people whose last proof of identity is older sign in again (see `SuiteError.code` REAUTHENTICATION_REQUIRED). */
  maxAge?: number;
  /** Their e-mail address, for the sign-in page. */
  loginHint?: string;
  /** `none`: the answer is an error where people would have to do something. */
  prompt?: 'none';
}

interface Tokens {
  access: string;
  refresh: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** So long before its end an access token is exchanged for a new one. */
const EARLY_MS = 30_000;

/** Key of the state that is stored while the person is on the sign-in page. The state is worthless without the code. */
const KEPT = 'workspace-suite.sign-in';

/**
 * Signs people in from a page in the browser (OAuth 2.0 with PKCE). Tokens are only in memory: after a reload, `start` brings
 * people back without a password, as long as they are signed in at the server.
 *
 * @example
 * const signIn = new SignIn({ baseUrl, clientId, redirectUri, scopes: ['office:read'] });
 * if (!(await signIn.finish())) await signIn.start();
 * const suite = new Suite({ baseUrl, accessToken: () => signIn.accessToken() });
 */
export class SignIn {
  #tokens: Tokens | null = null;
  #refreshing: Promise<Tokens> | null = null;

  constructor(private readonly options: SignInOptions) {}

  get signedIn(): boolean {
    return this.#tokens !== null;
  }

  /** Leaves the page for the sign-in page of the server. `state` comes back with `finish`: where people were, mostly. */
  async start(state = '', options: AuthorizationOptions = {}): Promise<void> {
    location.assign(await this.address(state, options));
  }

  /** Where signing in begins, for a page that opens it in a window of its own and hands the answer on to `finish`. */
  async address(state = '', { maxAge, loginHint, prompt }: AuthorizationOptions = {}): Promise<string> {
    const verifier = randomText();
    const nonce = randomText();
    sessionStorage.setItem(KEPT, JSON.stringify({ verifier, nonce, state }));
    const { baseUrl, clientId, redirectUri, scopes } = this.options;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const query = new URLSearchParams({
      response_type: 'code',
      scope: scopes.join(' '),
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
      state: nonce,
      ...(maxAge !== undefined && { max_age: String(maxAge) }),
      ...(loginHint !== undefined && { login_hint: loginHint }),
      ...(prompt !== undefined && { prompt }),
    });
    return `${baseUrl}/oauth/authorize?${query}`;
  }

  /**
   * Signs in without leaving the page, if the browser is signed in at the server and nobody has to consent. False: call `start`.
   * Only for pages of the server's own origin, because other ones may not read where the answer leads.
   */
  async silently(): Promise<boolean> {
    try {
      const { url } = await fetch(await this.address('', { prompt: 'none' }));
      return (await this.finish(new URL(url).search)) !== null;
    } catch {
      // `start` says what is wrong.
      return false;
    }
  }

  /**
   * On the page that people come back to: takes the answer from its address, or from the one that another window came back
   * to. Null where there is none; else the state.
   */
  async finish(search = location.search): Promise<{ state: string } | null> {
    const answer = new URLSearchParams(search);
    const kept = sessionStorage.getItem(KEPT);
    if (kept === null || !(answer.has('code') || answer.has('error'))) return null;
    const { verifier, nonce, state } = JSON.parse(kept) as Record<'verifier' | 'nonce' | 'state', string>;
    // An answer that was not asked for here is somebody else's (RFC 6749, 10.12).
    if (answer.get('state') !== nonce) return null;
    sessionStorage.removeItem(KEPT);
    if (search === location.search) history.replaceState(history.state, '', location.pathname);
    const refused = answer.get('error');
    if (refused) throw new SuiteError(answer.get('error_description') ?? refused, 400, refused, '', [], null);
    const { redirectUri: redirect_uri } = this.options;
    const code = answer.get('code')!;
    this.#tokens = await this.#ask({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier });
    return { state };
  }

  /** A token that works now. Throws a 401 where people must sign in again. */
  async accessToken(): Promise<string> {
    if (!this.#tokens) throw signedOut();
    if (this.#tokens.expiresAt - Date.now() > EARLY_MS) return this.#tokens.access;
    this.#refreshing ??= this.#refresh(this.#tokens).finally(() => (this.#refreshing = null));
    return (await this.#refreshing).access;
  }

  /** Ends what this page may do. People stay signed in at the server. */
  async end(): Promise<void> {
    const tokens = this.#tokens;
    this.#tokens = null;
    if (tokens) await this.#send('revoke', { token: tokens.refresh ?? tokens.access });
  }

  async #refresh({ refresh }: Tokens): Promise<Tokens> {
    if (refresh === null) throw signedOut();
    try {
      return (this.#tokens = await this.#ask({ grant_type: 'refresh_token', refresh_token: refresh }));
    } catch (error) {
      // The grant has ended; anything else may pass.
      if (error instanceof SuiteError && error.status === 400) this.#tokens = null;
      throw error;
    }
  }

  async #ask(fields: Record<string, string>): Promise<Tokens> {
    const { access_token, refresh_token, expires_in } = await (await this.#send('token', fields)).json();
    return { access: access_token, refresh: refresh_token ?? null, expiresAt: Date.now() + expires_in * 1000 };
  }

  async #send(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ ...fields, client_id: this.options.clientId });
    const response = await fetch(`${this.options.baseUrl}/oauth/${path}`, { method: 'POST', body });
    if (!response.ok) throw await SuiteError.of(response);
    return response;
  }
}

const signedOut = () => new SuiteError('Sign in again.', 401, 'UNAUTHORIZED', '', [], null);

/** 256 random bits. */
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
