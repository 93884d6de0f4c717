import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AdapterPayload, Provider } from 'oidc-provider';
import { afterEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../platform/security/hash.js';
import type { SignedInBrowser } from '../pages/browser-session.js';
import { patchLibrary } from './library-patches.js';

const ISSUER = 'https://suite.example.com';
const PRIVATE = 'com.example.app:/callback';
const CURRENT = 'secret-of-today';
const PREVIOUS = 'secret-of-yesterday';

/** Clients by id, as an adapter stores them. */
const CLIENTS: Record<string, AdapterPayload> = {
  app: { client_id: 'app', redirect_uris: ['https://app.example.com/callback'], token_endpoint_auth_method: 'none' },
  private: { client_id: 'private', redirect_uris: [PRIVATE], token_endpoint_auth_method: 'none' },
  confidential: {
    client_id: 'confidential',
    redirect_uris: ['https://app.example.com/callback'],
    client_secret: `${hashOf(CURRENT)} ${hashOf(PREVIOUS)}`,
  },
};

/** Finds the clients, and forgets what it is told to store. */
const adapter = (model: string) => ({
  find: async (id: string) => (model === 'Client' ? CLIENTS[id] : undefined),
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  upsert: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
});

/** The browser of a request with the header `authorization`; any other is not signed in. */
const browsers = {
  current: async ({ headers }: { headers: { authorization?: string } }) =>
    headers.authorization
      ? ({ user: { id: 'usr_1', workspace_id: 'wsp_1' }, session: { id: 'ses_1' } } as SignedInBrowser)
      : null,
  proofAge: () => 60,
};

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

function make({ patched }: { patched: boolean }): Provider {
  const provider = new Provider(ISSUER, {
    adapter,
    clientDefaults: { application_type: 'native', grant_types: ['authorization_code', 'refresh_token'] },
    pkce: { required: () => false },
    cookies: { keys: ['a key of the cookies'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    ttl: { AccessToken: 600, RefreshToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (ctx) => `/interaction?prompt=${ctx.oidc.prompts.size}&user=${ctx.oidc.session!.accountId}` },
  });
  if (patched) patchLibrary(provider, { browsers, grants: { rolesOf: async () => ['office:editor'] } });
  return provider;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Asks the library as a client or a browser does. */
async function ask(provider: Provider, path: string, options: RequestInit = {}): Promise<Response> {
  const server = createServer(provider.callback() as never).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fetch(base + path, { redirect: 'manual', ...options });
}

const AUTHORIZE = '/auth?response_type=code&scope=openid&redirect_uri=https://app.example.com/callback&client_id=app';

describe('a URL that the library writes', () => {
  const endpointOf = async (patched: boolean) => {
    const answer = await ask(make({ patched }), '/.well-known/openid-configuration');
    return ((await answer.json()) as { token_endpoint: string }).token_endpoint;
  };

  it('begins with the configured address, whatever the Host header says', async () => {
    expect(await endpointOf(true)).toBe(`${ISSUER}/token`);
    expect(await endpointOf(false)).toContain('127.0.0.1');
  });
});

describe('a redirect URI with a private scheme', () => {
  it('is accepted, which the library alone does not', async () => {
    expect((await make({ patched: true }).Client.find('private'))!.redirectUris).toEqual([PRIVATE]);
    CLIENTS.web = { ...CLIENTS.private!, client_id: 'web', application_type: 'web' };
    expect((await make({ patched: true }).Client.find('web'))!.redirectUris).toEqual([PRIVATE]);
    await expect(make({ patched: false }).Client.find('web')).rejects.toThrow('invalid_redirect_uri');
  });
});

describe('the secret of a client', () => {
  const statusOf = async (secret: string, patched = true) => {
    const body = new URLSearchParams({ token: 'unknown' });
    const authorization = `Basic ${btoa(`confidential:${secret}`)}`;
    const headers = { authorization, 'x-forwarded-proto': 'https' };
    return (await ask(make({ patched }), '/token/revocation', { method: 'POST', body, headers })).status;
  };

  it('is compared with the hashes of the current and the previous one', async () => {
    expect([await statusOf(CURRENT), await statusOf(PREVIOUS), await statusOf('wrong')]).toEqual([200, 200, 401]);
  });

  it('is compared with the text that is stored, by the library alone', async () => {
    expect([
      await statusOf(CURRENT, false),
      await statusOf(String(CLIENTS.confidential!.client_secret), false),
    ]).toEqual([401, 200]);
  });
});

describe('a token', () => {
  it.each([
    ['AccessToken', 'wsa_'],
    ['RefreshToken', 'wsr_'],
  ] as const)('of the class %s begins with %s', async (kind, prefix) => {
    const save = async (patched: boolean) => {
      const provider = make({ patched });
      const client = (await provider.Client.find('app'))!;
      return new provider[kind]({
        client,
        accountId: 'usr_1',
        grantId: 'grt_1',
        gty: 'authorization_code',
        scope: '',
      }).save();
    };
    expect(await save(true)).toMatch(new RegExp(`^${prefix}[\\w-]{20,}$`));
    expect(await save(false)).not.toContain(prefix);
  });
});

describe('the session that the library sees', () => {
  const userOf = async (headers: Record<string, string>, patched = true) => {
    const answer = await ask(make({ patched }), AUTHORIZE, { headers });
    return {
      user: /user=(\w+)/.exec(answer.headers.get('location') ?? '')?.[1],
      isStored: answer.headers.getSetCookie().some((cookie) => cookie.startsWith('_session')),
    };
  };

  it('is that of the browser, and no cookie keeps it', async () => {
    expect(await userOf({ authorization: 'signed in' })).toEqual({ user: 'usr_1', isStored: false });
    expect(await userOf({})).toEqual({ user: 'undefined', isStored: false });
  });

  it('is its own without the patch', async () => {
    expect(await userOf({ authorization: 'signed in' }, false)).toMatchObject({ user: 'undefined' });
  });
});
