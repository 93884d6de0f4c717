import { createHash, randomBytes } from 'node:crypto';
import { OAuthClientsService } from '../../src/access/oauth/oauth-clients.service.js';
import type { User } from '../../src/access/users/user.entity.js';
import { asSystem } from '../../src/platform/context/request-context.js';
import { Browser, type Visit } from './browser.js';
import { PASSWORD } from './people.js';
import { type Answer, appOf, Client, type SignedInClient, type TestApp } from './test-app.js';

/** Settings of an application whose token endpoint believes the addresses that `tokens` makes up. */
export const BEHIND_PROXY = { TRUST_PROXY: 'true' };

export const CALLBACK = 'https://app.example.com/callback';

export interface RegisteredClient {
  client_id: string;
  client_secret?: string;
  name: string;
  redirect_uris: string[];
  scopes: string[];
}

/** A new OAuth client: a public one for reading and writing documents, unless told otherwise. */
export function registerClient(
  suite: TestApp,
  facts: { name?: string; type?: 'public' | 'confidential'; redirect_uris?: string[]; scopes?: string[] } = {},
  workspaceId = suite.workspaceId,
): Promise<RegisteredClient> {
  const {
    name = 'Notes',
    type = 'public',
    redirect_uris = [CALLBACK],
    scopes = ['office:read', 'office:write'],
  } = facts;
  return asSystem(workspaceId, () =>
    suite.database.transaction(() => suite.app.get(OAuthClientsService).create({ name, type, redirect_uris, scopes })),
  );
}

export interface Proof {
  verifier: string;
  challenge: string;
}

export function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The path that a client sends users to; null takes a parameter out. */
export function authorizePath(
  client: RegisteredClient,
  proof: Proof,
  changes: Record<string, string | string[] | null> = {},
): string {
  const parameters: Record<string, string | string[] | null> = {
    client_id: client.client_id,
    redirect_uri: client.redirect_uris[0]!,
    response_type: 'code',
    scope: client.scopes.join(' '),
    state: 'a state',
    code_challenge: proof.challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters))
    for (const value of [values ?? []].flat()) query.append(name, value);
  return `/oauth/authorize?${query}`;
}

/** A browser without script in which a user is signed in. */
export async function browserOf(suite: TestApp, user: User): Promise<Browser> {
  const browser = new Browser(suite.base, { Accept: 'text/html' }, false);
  const { status } = await browser.submit(`/sign-in?workspace=${user.workspace_id}`, {
    email: user.email,
    password: PASSWORD,
  });
  if (status !== 303) throw new Error(`Signing in answers ${status}.`);
  return browser;
}

/** Follows redirects until there is a page, or they lead to another host or to the console: then that is the `left`. */
export async function follow(suite: TestApp, browser: Browser, visit: Visit): Promise<Visit & { left: URL | null }> {
  for (;;) {
    const location = visit.headers.get('location');
    if (location === null) return { ...visit, left: null };
    const url = new URL(location, suite.settings.BASE_URL);
    const isOurs = url.origin === new URL(suite.settings.BASE_URL).origin;
    if (!isOurs || url.pathname === '/console/') return { ...visit, left: url };
    visit = await browser.get(url.pathname + url.search);
  }
}

/** Opens a path and follows it. */
export const visit = async (suite: TestApp, browser: Browser, path: string) =>
  follow(suite, browser, await browser.get(path));

/** Sends the browser to ask for access, approves, and answers what the client gets back. */
export async function authorize(suite: TestApp, browser: Browser, path: string): Promise<URL> {
  let now = await visit(suite, browser, path);
  if (!now.left) now = await follow(suite, browser, await browser.fill(now, { decision: 'approve' }));
  if (!now.left) throw new Error(`There is a page (${now.status}) instead of a way back to the client: ${now.text}`);
  return now.left;
}

/** A user with these roles who acts through an app, in the workspace of a client: without the flow, which other specs try. */
export async function signedInThrough(
  { client_id }: Pick<RegisteredClient, 'client_id'>,
  client: Client,
  ...roles: string[]
): Promise<SignedInClient> {
  const made = await client.signedIn(...roles);
  const { database } = appOf(client);
  await database.execute('update sessions set client_id = $2 where id = $1', [made.sessionId, client_id]);
  return made;
}

let addresses = 0;

/** POST to an endpoint for clients, as a form; each time from another address unless told otherwise. */
export function askAsClient(
  suite: Pick<TestApp, 'base'>,
  path: '/oauth/token' | '/oauth/revoke',
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const address = `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  return new Client(suite.base, null).post(path, new URLSearchParams(fields).toString(), {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': address, ...headers },
  });
}

/** The fields that authenticate the client. */
export const identityOf = ({ client_id, client_secret }: RegisteredClient): Record<string, string> => ({
  client_id,
  ...(client_secret !== undefined && { client_secret }),
});

/** Redeems a code. */
export const redeem = (
  suite: Pick<TestApp, 'base'>,
  client: RegisteredClient,
  code: string,
  proof: Proof,
  changes: Record<string, string> = {},
): Promise<Answer> =>
  askAsClient(suite, '/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirect_uris[0]!,
    code_verifier: proof.verifier,
    ...identityOf(client),
    ...changes,
  });

/** Redeems a refresh token. */
export const refresh = (
  suite: Pick<TestApp, 'base'>,
  client: RegisteredClient,
  refresh_token: string,
  changes: Record<string, string> = {},
): Promise<Answer> =>
  askAsClient(suite, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token,
    ...identityOf(client),
    ...changes,
  });

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** The whole flow: the tokens that a client gets from a user. */
export async function tokensOf(suite: TestApp, client: RegisteredClient, browser: Browser): Promise<Tokens> {
  const proof = newProof();
  const back = await authorize(suite, browser, authorizePath(client, proof));
  const { status, body, text } = await redeem(suite, client, back.searchParams.get('code')!, proof);
  if (status !== 200) throw new Error(`The token endpoint answers ${status}: ${text}`);
  return body;
}
