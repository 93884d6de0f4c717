// An identity provider in a process of its own: the library `oidc-provider`. Its parent says by messages whom it knows, and
// sees to its address (`identity-provider.ts`). Node runs this file as it is, so it imports nothing of ours.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AdapterPayload, Provider } from 'oidc-provider';

/** The settings of the provider. */
export interface ProviderSettings {
  issuer: string;
  clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
  keys: object[];
}

const stored = new Map<string, AdapterPayload>();
/** Claims of those who have signed in, by `sub`. */
const people = new Map<string, { sub: string }>();

class Storage {
  readonly model: string;
  constructor(model: string) {
    this.model = model;
  }
  async upsert(id: string, payload: AdapterPayload) {
    stored.set(`${this.model} ${id}`, payload);
  }
  async find(id: string) {
    return stored.get(`${this.model} ${id}`);
  }
  async findByUid(uid: string) {
    return [...stored].find(([key, payload]) => key.startsWith('Session ') && payload.uid === uid)?.[1];
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id: string) {
    stored.get(`${this.model} ${id}`)!.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string) {
    stored.delete(`${this.model} ${id}`);
  }
  async revokeByGrantId(grantId: string) {
    for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
  }
}

const makeProvider = ({ issuer, clients, keys }: ProviderSettings) =>
  new Provider(issuer, {
    adapter: Storage,
    clients: clients.map((client) => ({ ...client, id_token_signed_response_alg: 'RS256', require_auth_time: true })),
    jwks: { keys: keys as never },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'sid', 'groups'], email: ['email', 'email_verified'], profile: ['name', 'locale'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the cookies'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
  });

let provider: Provider;
let handle: ReturnType<Provider['callback']>;

/** Signs in whoever `login` names, with all their claims, and agrees in their name. */
async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const answer: Record<string, object> = {};
  if (prompt.name === 'login') {
    const login = new URL(request.url!, 'http://provider').searchParams.get('login')!;
    const person = JSON.parse(Buffer.from(login, 'base64url').toString()) as { sub: string };
    people.set(person.sub, person);
    answer.login = { accountId: person.sub };
  } else {
    const grant = new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    answer.consent = { grantId: await grant.save() };
  }
  await provider.interactionFinished(request, response, answer, { mergeWithLastSubmission: true });
}

const server = createServer((request, response) => {
  const work = request.url!.startsWith('/interaction/') ? interact(request, response) : handle(request, response);
  work.catch((error: Error) => response.writeHead(500).end(error.stack));
}).listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));

process.on('message', (settings: ProviderSettings) => {
  provider = makeProvider(settings);
  handle = provider.callback();
  process.send!({ ready: true });
});
process.on('disconnect', () => process.exit());
