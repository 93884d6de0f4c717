import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize, browserOf, CALLBACK, type RegisteredClient, registerClient } from '../../../test/support/oauth.js';
import type { Browser } from '../../../test/support/browser.js';
import { makeUser } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let browser: Browser;
beforeAll(async () => {
  suite = await startTestApp();
  browser = await browserOf(suite, await makeUser(suite, { roles: ['office:editor', 'sales:viewer'] }));
});
afterAll(() => suite.close());

/** The library finds out everything from the metadata. */
async function discover(client: RegisteredClient, authentication?: oauth.ClientAuth): Promise<oauth.Configuration> {
  const base = suite.settings.BASE_URL;
  // The application listens on another port than its address says.
  const reach: oauth.CustomFetch = (url, options) => fetch(url.replace(base, suite.base), options as RequestInit);
  return oauth.discovery(new URL(base), client.client_id, client.client_secret, authentication, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
    [oauth.customFetch]: reach,
  });
}

const clients = {
  'a public client': { type: 'public', authentication: () => oauth.None() },
  'a confidential client, in the body': { type: 'confidential', authentication: () => undefined },
  'a confidential client, in the header': {
    type: 'confidential',
    authentication: (client: RegisteredClient) => oauth.ClientSecretBasic(client.client_secret!),
  },
} as const;

describe.each(Object.entries(clients))('openid-client as %s', (_, { type, authentication }) => {
  it('walks the whole flow: discovery, PKCE, code, API, refresh, revocation', async () => {
    const client = await registerClient(suite, { type, scopes: ['office:read', 'office:write', 'sales:write'] });
    const config = await discover(client, authentication(client));
    const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
    const address = oauth.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: client.scopes.join(' '),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const back = await authorize(suite, browser, address.pathname + address.search);
    const tokens = await oauth.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'office:read office:write' });

    const documents = new URL('/v1/office/documents', suite.settings.BASE_URL);
    const read = async (token: string) => {
      const answer = await oauth.fetchProtectedResource(config, token, documents, 'GET');
      return answer.json();
    };
    expect(await read(tokens.access_token)).toHaveProperty('data');

    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token!);
    expect(next.scope).toBe('office:read office:write');
    await oauth.tokenRevocation(config, next.access_token);
    await expect(read(next.access_token)).rejects.toMatchObject({ status: 401 });
    expect(await read(tokens.access_token)).toHaveProperty('data');
    await oauth.tokenRevocation(config, next.refresh_token!);
    await expect(read(tokens.access_token)).rejects.toMatchObject({ status: 401 });
    await expect(oauth.refreshTokenGrant(config, next.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

it('openid-client notices an answer of another authorization server', async () => {
  const client = await registerClient(suite);
  const config = await discover(client, oauth.None());
  const verifier = oauth.randomPKCECodeVerifier();
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'office:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await authorize(suite, browser, address.pathname + address.search);
  const otherIssuer = { cause: { message: expect.stringContaining('"iss"') } };
  back.searchParams.set('iss', 'https://evil.example');
  await expect(oauth.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier })).rejects.toMatchObject(
    otherIssuer,
  );
  back.searchParams.delete('iss');
  await expect(oauth.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier })).rejects.toMatchObject(
    otherIssuer,
  );
});

it('GET /.well-known/oauth-authorization-server names what there is, and nothing else', async () => {
  const { status, headers, body } = await suite.client.get('/.well-known/oauth-authorization-server', { key: null });
  const base = suite.settings.BASE_URL;
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(body).toEqual({
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    revocation_endpoint: `${base}/oauth/revoke`,
    scopes_supported: expect.toSatisfy((scopes: string[]) => scopes.length === 12),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${base}/docs`,
  });
});
