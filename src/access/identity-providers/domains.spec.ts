import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import { NameServer } from '../../../test/support/name-server.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { domainCommands } from './domains.cli.js';

const PATH = '/v1/access/identity-providers';
const TRAIL = '/v1/guard/audit-logs?outcome=success';
const type = 'access.identity_provider';

let names: NameServer;
let suite: TestApp;
beforeAll(async () => {
  names = await NameServer.start();
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1', DNS_SERVERS: names.address });
});
afterEach(() => {
  names.texts.clear();
  names.silent = false;
});
afterAll(async () => {
  await suite.close();
  await names.close();
});

let last = 0;
const newDomain = () => `company${++last}.example`;
const newBrowser = () => new Browser(suite.base, { 'X-Forwarded-For': `198.51.100.${++last % 250}` });

/** A workspace with a provider for a domain. */
async function claim(domain: string, facts: Record<string, unknown> = {}) {
  const { id, client } = await suite.workspace();
  const { status, body, text } = await client.post(PATH, {
    name: 'Acme',
    issuer: 'https://login.acme.example/realms/staff',
    client_id: 'suite',
    domains: [domain],
    ...facts,
  });
  expect(status, text).toBe(201);
  return { id, client, provider: body };
}

const verify = (client: Client, provider: any, domain: string) =>
  client.post(`${PATH}/${provider.id}/verify-domain`, { domain });

/** Sets the record that the API shows. */
function publish({ domain_proofs }: any): void {
  for (const { record_name, record_value } of domain_proofs) {
    const others = names.texts.get(record_name) ?? [];
    names.texts.set(record_name, [...others, ['v=spf1 -all'], [record_value.slice(0, 10), record_value.slice(10)]]);
  }
}

/** A workspace with a provider for a domain that is proved. */
async function owner(domain: string, facts: Record<string, unknown> = {}) {
  const claimed = await claim(domain, facts);
  publish(claimed.provider);
  const { status, text } = await verify(claimed.client, claimed.provider, domain);
  expect(status, text).toBe(200);
  return claimed;
}

const cli = async (...args: string[]) => {
  const { DATABASE_URL, SECRETS_KEY } = suite.settings;
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['domain', ...args], {
    env: { DATABASE_URL, SECRETS_KEY },
    commands: [domainCommands],
    application: (settings) => AppModule.with(settings),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};

describe('The common sign-in page', () => {
  it('leads nobody to the provider of a workspace that merely claims their domain', async () => {
    const domain = newDomain();
    const ours = await owner(domain, { enforced: true });
    const theirs = await claim(domain, { name: 'Evil', enforced: true, issuer: 'https://evil.example' });
    const user = await makeUser(suite, { email: `ada@${domain}` }, ours.id);
    const page = await newBrowser().submit('/sign-in', { email: user.email });
    expect(page.text).toContain(`/sign-in/providers/${ours.provider.id}`);
    expect(page.text).not.toContain(theirs.provider.id);
    // Enforcement holds on the common page, as it does on that of the workspace.
    const tried = await newBrowser().submit('/sign-in?method=password', { email: user.email, password: PASSWORD });
    expect(tried.text).toContain('The e-mail address or the password is wrong.');
    const own = await newBrowser().submit(`/sign-in?workspace=${ours.id}`, { email: user.email });
    expect(own.text).toContain(`content="0; url=/sign-in/providers/${ours.provider.id}`);
  });

  it('forwards nobody: its button names the workspace and the host of the issuer', async () => {
    const domain = newDomain();
    const { provider } = await owner(domain, { enforced: true });
    const page = await newBrowser().submit('/sign-in', { email: `ada@${domain}` });
    expect(page.text).not.toContain('http-equiv="refresh"');
    expect(page.text.replace(/\s+/g, ' ')).toContain('Continue with Acme (Other, login.acme.example)');
    expect(page.text).toContain(`href="/sign-in/providers/${provider.id}?login_hint=`);
  });

  it('knows no provider of an unproved domain, which works at the address of its workspace', async () => {
    const domain = newDomain();
    const { id, provider } = await claim(domain, { enforced: true });
    expect((await newBrowser().submit('/sign-in', { email: `ada@${domain}` })).text).not.toContain(provider.id);
    const own = await newBrowser().submit(`/sign-in?workspace=${id}`, { email: `ada@${domain}` });
    expect(own.text).toContain(provider.id);
  });
});

describe('A domain of an identity provider', () => {
  it('is proved by a TXT record with the value that the API shows', async () => {
    const domain = newDomain();
    const { client, provider } = await claim(domain.toUpperCase());
    const [proof] = provider.domain_proofs;
    expect(proof).toEqual({
      domain,
      status: 'unproved',
      proved_at: null,
      proved_by: null,
      record_name: `_workspace-suite.${domain}`,
      record_value: expect.stringMatching(/^workspace-suite=[0-9a-f]{40}$/),
    });
    const missing = await verify(client, provider, domain);
    expect([missing.status, missing.body.error.message]).toEqual([409, expect.stringContaining('no TXT record')]);
    names.texts.set(proof.record_name, [[`${proof.record_value}0`], [proof.record_value.slice(1)]]);
    expect((await verify(client, provider, domain)).status).toBe(409);
    names.texts.set(domain, [[proof.record_value]]);
    expect((await verify(client, provider, domain)).status).toBe(409);
    publish(provider);
    const proved = { domain, status: 'proved', proved_by: 'dns', proved_at: expect.any(String) };
    expect(await verify(client, provider, domain.toUpperCase())).toMatchObject({
      status: 200,
      body: { id: provider.id, domain_proofs: [proved] },
    });
    // It stays proved without the record.
    names.texts.clear();
    expect((await verify(client, provider, domain)).status).toBe(200);
    expect((await client.get(`${PATH}/${provider.id}`)).body.domain_proofs).toMatchObject([proved]);
    const { body } = await client.get(`${TRAIL}&resource_id=${provider.id}&action=${type}.domain_proved`);
    expect(body.data).toMatchObject([{ changes: { domain: { from: null, to: domain } } }]);
  });

  it('is proved by no record of another workspace', async () => {
    const domain = newDomain();
    const [ours, theirs] = [await claim(domain), await claim(domain)];
    publish(ours.provider);
    expect((await verify(theirs.client, theirs.provider, domain)).status).toBe(409);
    expect(theirs.provider.domain_proofs[0].record_value).not.toBe(ours.provider.domain_proofs[0].record_value);
  });

  it('belongs to one workspace once it is proved, of two that prove it at once too', async () => {
    const domain = newDomain();
    const both = [await claim(domain), await claim(domain)];
    for (const { provider } of both) publish(provider);
    const answers = await Promise.all(both.map(({ client, provider }) => verify(client, provider, domain)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error.message).toContain('Another workspace has proved this domain');
  });

  it('is free for others when its workspace has no provider for it any more', async () => {
    for (const leave of [
      ({ client, provider }: any) => client.patch(`${PATH}/${provider.id}`, { domains: [newDomain()] }),
      ({ client, provider }: any) => client.delete(`${PATH}/${provider.id}`),
    ]) {
      const domain = newDomain();
      const first = await owner(domain);
      const second = await claim(domain);
      publish(second.provider);
      expect((await verify(second.client, second.provider, domain)).status).toBe(409);
      await leave(first);
      expect((await verify(second.client, second.provider, domain)).status).toBe(200);
    }
  });

  it('is never a public mail domain', async () => {
    const { client } = await suite.workspace();
    const facts = { name: 'Evil', issuer: 'https://evil.example', client_id: 'suite' };
    for (const domain of ['gmail.com', 'Outlook.COM', 'yahoo.co.uk', 'web.de', 'qq.com', 'proton.me']) {
      const { status, body } = await client.post(PATH, { ...facts, domains: [newDomain(), domain] });
      expect([status, body.error?.details[0].field], domain).toEqual([400, 'domains[1]']);
    }
  });

  it('stays public if it was claimed before that was refused', async () => {
    const { id, client, provider } = await claim(newDomain());
    await suite.database.execute(`update identity_providers set domains = '{gmail.com}' where id = $1`, [provider.id]);
    publish((await client.get(`${PATH}/${provider.id}`)).body);
    const refused = await verify(client, provider, 'gmail.com');
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('Anybody can get')]);
    expect((await cli('prove', '--workspace', id, '--domain', 'gmail.com')).code).toBe(1);
  });

  it('is verified by owners, one of the domains of the provider at a time', async () => {
    const domain = newDomain();
    const { client, provider } = await claim(domain);
    publish(provider);
    const { client: admin } = await client.signedIn('access:admin');
    expect((await verify(admin, provider, domain)).status).toBe(403);
    const other = await verify(client, provider, newDomain());
    expect([other.status, other.body.error.details[0].field]).toEqual([400, 'domain']);
  });

  it('stays unproved where the name servers do not answer', async () => {
    const domain = newDomain();
    const { client, provider } = await claim(domain);
    names.silent = true;
    const { status, body } = await verify(client, provider, domain);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('did not answer')]);
  });

  it('is proved and released by the operator', async () => {
    const domain = newDomain();
    const { id, client, provider } = await claim(domain);
    expect(await cli('prove', '--workspace', id, '--domain', newDomain())).toMatchObject({
      code: 1,
      err: expect.stringContaining('No identity provider of this workspace'),
    });
    expect((await cli('prove', '--workspace', id, '--domain', domain.toUpperCase())).code).toBe(0);
    const proofs = async () => (await client.get(`${PATH}/${provider.id}`)).body.domain_proofs;
    expect(await proofs()).toMatchObject([{ status: 'proved', proved_by: 'operator' }]);
    const second = await claim(domain);
    expect(await cli('prove', '--workspace', second.id, '--domain', domain)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another workspace has proved'),
    });
    expect((await cli('release', '--domain', domain)).code).toBe(0);
    expect(await proofs()).toMatchObject([{ status: 'unproved' }]);
    for (const verb of ['domain_proved', 'domain_released']) {
      const { body } = await client.get(`${TRAIL}&action=${type}.${verb}`);
      expect(body.data, verb).toMatchObject([{ actor: { type: 'system' } }]);
    }
    expect((await cli('release', '--domain', domain)).err).toContain('No workspace has proved the domain');
  });
});
