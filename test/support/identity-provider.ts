import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { Browser, type Visit } from './browser.js';
import type { Client, TestApp } from './test-app.js';

/** A person at a provider: the claims of their ID token beside `sub`. */
export type Person = { sub: string } & Record<string, unknown>;

/** What a test does to an answer of the provider on its way. */
type Tamper = (path: string, body: any) => unknown;

/** An identity provider of a company: a real one (`oidc-provider`), on a port of its own. */
export class CompanyProvider {
  readonly people = new Map<string, Person>();
  /** Changes the JSON of its answers, to play a provider that is wrong. */
  tamper: Tamper | null = null;
  /** Answers nothing at all. */
  hangs = false;
  #keys: JsonWebKey[] = [];
  #handler!: ReturnType<Provider['callback']>;

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<CompanyProvider> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    // Nothing waits for it at the end.
    server.unref();
    const provider = new CompanyProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on('request', (request, response) => {
      if (provider.hangs) return;
      if (provider.tamper) {
        const chunks: Buffer[] = [];
        response.write = (chunk: any) => Boolean(chunks.push(Buffer.from(chunk)));
        const end = response.end.bind(response);
        response.end = ((chunk?: any) => {
          if (chunk) chunks.push(Buffer.from(chunk));
          let text = Buffer.concat(chunks).toString();
          if (String(response.getHeader('content-type')).includes('json')) {
            const changed = provider.tamper!(request.url!, JSON.parse(text));
            text = typeof changed === 'string' ? changed : JSON.stringify(changed);
            response.setHeader('Content-Length', Buffer.byteLength(text));
          }
          return end(text);
        }) as never;
      }
      void provider.#handler(request, response);
    });
    provider.turnKeys();
    return provider;
  }

  /** Signs with a new key from now on; the one before is gone. */
  turnKeys(): void {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#keys = [
      { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(4).toString('hex'), alg: 'RS256', use: 'sig' },
    ];
    this.#make();
  }

  clients: { client_id: string; client_secret: string; redirect_uris: string[] }[] = [];

  /** Registers a workspace of the application here and this provider there. Answers the provider as the API shows it. */
  async join(client: Client, facts: Record<string, unknown> = {}) {
    const client_id = `suite-${randomBytes(4).toString('hex')}`;
    const client_secret = randomBytes(24).toString('hex');
    const { status, body, text } = await client.post('/v1/access/identity-providers', {
      name: 'Acme',
      issuer: this.issuer,
      client_id,
      client_secret,
      domains: ['example.com'],
      ...facts,
    });
    if (status !== 201) throw new Error(`The provider was refused: ${text}`);
    this.clients.push({ client_id, client_secret, redirect_uris: [body.redirect_uri] });
    this.#make();
    return body;
  }

  /** Someone who works there. */
  person(claims: Record<string, unknown> = {}): Person {
    const sub = randomBytes(6).toString('hex');
    const person = { sub, email: `${sub}@example.com`, email_verified: true, ...claims };
    this.people.set(sub, person);
    return person;
  }

  /**
   * Takes a browser that was sent here through the provider, as a person who signs in there and agrees. Answers the path with which
   * it comes back.
   */
  async through(location: string, { sub }: Person): Promise<string> {
    const cookies = new Map<string, string>();
    let next = new URL(location);
    for (let hops = 0; hops < 10; hops++) {
      if (next.origin !== this.issuer) return next.pathname + next.search;
      const interaction = next.pathname.startsWith('/interaction/');
      const response = await fetch(next, {
        method: interaction ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(interaction && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(interaction && { body: await this.#answerTo(next, cookies, sub) }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        cookies.set(name!, value!);
      }
      const to = response.headers.get('location');
      if (to === null) throw new Error(`The provider answers ${response.status}: ${await response.text()}`);
      next = new URL(to, next);
    }
    throw new Error('The provider never sends the browser back.');
  }

  /** Signs a token with the provider's key. */
  async sign(claims: Record<string, unknown>, type?: string): Promise<string> {
    const { createPrivateKey } = await import('node:crypto');
    const [key] = this.#keys;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: (key as { kid: string }).kid, ...(type && { typ: type }) })
      .sign(createPrivateKey({ key: key!, format: 'jwk' }));
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }

  async #answerTo(interaction: URL, cookies: Map<string, string>, sub: string): Promise<string> {
    const response = await fetch(interaction, {
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? 'login';
    return new URLSearchParams({ prompt, login: sub, password: 'any' }).toString();
  }

  #make(): void {
    const provider = new Provider(this.issuer, {
      clients: this.clients.map((client) => ({
        ...client,
        id_token_signed_response_alg: 'RS256',
        require_auth_time: true,
      })),
      jwks: { keys: this.#keys as never },
      conformIdTokenClaims: false,
      claims: { openid: ['sub', 'sid', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: true } },
      cookies: { keys: ['a key of the cookies'] },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ ...(this.people.get(sub) ?? { sub }) }),
      }),
    });
    this.#handler = provider.callback();
  }
}

/** Sends a browser to sign in at a provider as a person, and answers where it ends. */
export async function signInAt(
  suite: TestApp,
  company: CompanyProvider,
  provider: { id: string },
  person: Person,
  browser = new Browser(suite.base),
  query = '',
): Promise<Visit> {
  const start = await fetchRedirect(browser, `/sign-in/providers/${provider.id}${query}`);
  return browser.get(await company.through(start, person));
}

/** Where a path redirects a browser to; its cookies are kept. */
export async function fetchRedirect(browser: Browser, path: string): Promise<string> {
  const still = new Browser(browser.base, browser.headers, false);
  for (const [name, value] of browser.cookies) still.cookies.set(name, value);
  const visit = await still.get(path);
  for (const [name, value] of still.cookies) browser.cookies.set(name, value);
  const location = visit.headers.get('location');
  if (location === null) throw new Error(`${path} answers ${visit.status}: ${visit.text}`);
  return location;
}
