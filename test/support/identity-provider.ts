import { type ChildProcess, fork } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { SignJWT } from 'jose';
import { Browser, type Visit } from './browser.js';
import type { ProviderSettings } from './provider-process.js';
import type { Client, TestApp } from './test-app.js';

/** A person at a provider: the claims of their ID token beside `sub`. */
export type Person = { sub: string } & Record<string, unknown>;

/** An answer as it is sent. */
type Sent = [status: number, headers: object, body: string | Buffer];

/** What a test does to an answer of the provider on its way. */
type Tamper = (path: string, body: any) => unknown;

/**
 * An identity provider of a company: a real one (`oidc-provider`), in a process of its own. Its answers come by a server of the
 * test, which may change them on their way.
 */
export class CompanyProvider {
  /** Changes the JSON of its answers, to play a provider that is wrong. */
  tamper: Tamper | null = null;
  /** Answers a code that was used as it did the first time. */
  replays = false;
  #tokens: Sent | null = null;
  /** Answers nothing at all. */
  hangs = false;
  #keys: JsonWebKey[] = [];

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<CompanyProvider> {
    const process = fork(fileURLToPath(new URL('./provider-process.ts', import.meta.url)), { execArgv: [] });
    const [[{ port }], server] = await Promise.all([
      once(process, 'message') as Promise<[{ port: number }]>,
      listening(),
    ]);
    // Nothing waits for them at the end.
    server.unref();
    process.unref();
    process.channel!.unref();
    const address = server.address() as AddressInfo;
    const company = new CompanyProvider(`http://127.0.0.1:${address.port}`, server, process);
    server.on('request', (request, response) => {
      if (!company.hangs) company.#pass(request, response, port);
    });
    await company.turnKeys();
    return company;
  }

  /** Signs with a new key from now on; the one before is gone. */
  async turnKeys(): Promise<void> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#keys = [
      { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(4).toString('hex'), alg: 'RS256', use: 'sig' },
    ];
    await this.#configure();
  }

  readonly clients: ProviderSettings['clients'] = [];

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
    await this.#configure();
    return body;
  }

  /** Someone who works there. */
  person(claims: Record<string, unknown> = {}): Person {
    const sub = randomBytes(6).toString('hex');
    return { sub, email: `${sub}@example.com`, email_verified: true, ...claims };
  }

  /**
   * Takes a browser that was sent here through the provider, as a person who signs in there and agrees. Answers the path with which
   * it comes back.
   */
  async through(location: string, person: Person): Promise<string> {
    const login = Buffer.from(JSON.stringify(person)).toString('base64url');
    const cookies = new Map<string, string>();
    let next = new URL(location);
    for (let hops = 0; hops < 10; hops++) {
      if (next.origin !== this.issuer) return next.pathname + next.search;
      if (next.pathname.startsWith('/interaction/')) next.searchParams.set('login', login);
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
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
    const [key] = this.#keys;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: (key as { kid: string }).kid, ...(type && { typ: type }) })
      .sign(createPrivateKey({ key: key!, format: 'jwk' }));
  }

  /** Ends the process, as a crash does. */
  kill(): Promise<unknown> {
    const over = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    return over;
  }

  async close(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** Passes a request on to the process, and its answer back. */
  #pass(request: IncomingMessage, response: ServerResponse, port: number): void {
    const { method, url, headers } = request;
    const onward = send({ host: '127.0.0.1', port, method, path: url, headers }, async (answer) => {
      const { tamper } = this;
      const changes = tamper && String(answer.headers['content-type']).includes('json');
      const bytes = Buffer.concat(await answer.toArray());
      const changed = changes ? tamper(url!, JSON.parse(bytes.toString())) : bytes;
      const out = typeof changed === 'string' || Buffer.isBuffer(changed) ? changed : JSON.stringify(changed);
      const { 'transfer-encoding': _, ...kept } = answer.headers;
      const sent: Sent = [answer.statusCode!, { ...kept, 'content-length': Buffer.byteLength(out) }, out];
      const again = this.replays && url!.startsWith('/token') && answer.statusCode === 400 ? this.#tokens : null;
      if (url!.startsWith('/token') && answer.statusCode === 200) this.#tokens = sent;
      const [status, fields, text] = again ?? sent;
      response.writeHead(status, fields as Record<string, string>).end(text);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  async #configure(): Promise<void> {
    const ready = once(this.process, 'message');
    this.process.send({ issuer: this.issuer, clients: this.clients, keys: this.#keys } satisfies ProviderSettings);
    await ready;
  }
}

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
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
