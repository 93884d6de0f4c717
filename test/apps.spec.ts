import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declareApp } from '../src/platform/security/apps.js';
import type { Client, TestApp } from './support/test-app.js';

const stock = {
  name: 'stock',
  title: 'Stock "A&B"',
  about: 'Goods and where they lie',
  read: 'Read goods',
  write: 'Change goods',
};
declareApp(stock, 'suite-stock');
const { Client: KeyClient, startTestApp } = await import('./support/test-app.js');

const KEYS = '/v1/access/api-keys';
const PRODUCT = ['office', 'access', 'sales', 'careers', 'project', 'guard'];

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

/** A key with `read:all` and `write:all` from before the extension was installed. */
async function oldKey() {
  const { body } = await suite.client.post(KEYS, { name: 'Old', scopes: ['read:all', 'write:all'] });
  await suite.database.execute(`update api_keys set scopes = '{read:all,write:all}' where id = $1`, [body.id]);
  return body as { id: string; key: string };
}
const newKey = async (scopes: string[], by: Client = suite.client) => by.post(KEYS, { name: 'New', scopes });

describe('an app of an extension', () => {
  it('has four roles, of which owners have the rights', async () => {
    const { data } = (await suite.client.get('/v1/access/roles?limit=100')).body;
    const scopesOf = (name: string) => data.find((role: { name: string }) => role.name === name)?.scopes;
    expect(scopesOf('stock:viewer')).toEqual(['stock:read']);
    for (const level of ['member', 'editor', 'admin'])
      expect(scopesOf(`stock:${level}`)).toEqual(['stock:read', 'stock:write']);
    expect(scopesOf('workspace:owner')).toHaveLength(14);
  });

  it('has its scopes in the contract, and its words on the console', async () => {
    const { components, info } = (await suite.client.get('/openapi.json', { described: false })).body;
    const { scopes } = components.securitySchemes.OAuth2.flows.authorizationCode;
    expect(scopes).toMatchObject({ 'stock:read': 'Read goods', 'stock:write': 'Change goods' });
    expect(info.description).toMatch(/^Seven apps in one workspace: .* guard and stock\./);
    const page = await (await fetch(`${suite.base}/console/`)).text();
    const { about: _, ...words } = stock;
    const escaped = JSON.stringify([words]).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    expect(page).toContain(`<meta name="apps" content="${escaped}" />`);
  });

  it('gives an alert rule of a new workspace its admins', async () => {
    const { data } = (await suite.client.get('/v1/guard/alert-rules?limit=100')).body;
    const rule = data.find((each: { name: string }) => each.name === 'A role of an admin was given');
    expect(rule.condition.change.to).toContain('stock:admin');
  });
});

describe('a key with read:all and write:all', () => {
  it('from before the extension has none of its scopes, and remains one of an owner', async () => {
    const { key } = await oldKey();
    expect((await newKey(['stock:read'], keyClient(key))).status).toBe(403);
    expect((await newKey(['access:write', 'sales:write'], keyClient(key))).status).toBe(201);
    const { status } = await newKey(
      PRODUCT.flatMap((app) => [`${app}:read`, `${app}:write`]),
      keyClient(key),
    );
    expect(status).toBe(201);
  });

  it('gets them from somebody who has them: when it is created, changed or rotated', async () => {
    const both = ['read:all', 'write:all', 'stock:read', 'stock:write'];
    expect((await newKey(['read:all', 'write:all'])).body.scopes).toEqual(both);
    expect((await newKey(['read:all'])).body.scopes).toEqual(['read:all', 'stock:read']);
    const old = await oldKey();
    const changed = await suite.client.patch(`${KEYS}/${old.id}`, { scopes: ['read:all', 'write:all'] });
    expect(changed.body.scopes).toEqual(both);
    const { id } = await oldKey();
    expect((await suite.client.post(`${KEYS}/${id}/rotate`, {})).body.scopes).toEqual(both);
  });

  it('does not get them from a key or an admin without them', async () => {
    const old = await oldKey();
    const product = ['read:all', 'write:all'];
    expect((await newKey(product, keyClient(old.key))).body.scopes).toEqual(product);
    expect((await keyClient(old.key).post(`${KEYS}/${old.id}/rotate`, {})).body.scopes).toEqual(product);
    const admin = await suite.signedIn(...PRODUCT.map((app) => `${app}:admin`));
    expect((await newKey(['read:all'], admin.client)).body.scopes).toEqual(['read:all']);
    const viewer = await suite.signedIn('stock:viewer', ...PRODUCT.map((app) => `${app}:admin`));
    expect((await newKey(['read:all'], viewer.client)).body.scopes).toEqual(['read:all']);
  });

  const keyClient = (key: string): Client => new KeyClient(suite.base, key);
});

describe('a declaration is refused', () => {
  it.each([
    [{ name: 'stock' }, "The name 'stock' is taken"],
    [{ name: 'office' }, "The name 'office' is taken"],
    [{ name: 'events' }, "The name 'events' is taken"],
    [{ name: 'Stock-2' }, 'has 2 to 20 lower-case letters'],
    [{ name: 'later' }, 'is declared after the application was loaded'],
  ])('%j', (differing, message) => {
    expect(() => declareApp({ ...stock, ...differing })).toThrow(message);
  });
});
