import { afterAll, describe, expect, it } from 'vitest';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { newId } from '../../platform/fields/ids.js';
import {
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  CALLBACK,
  newProof,
  tokensOf,
  visit,
} from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { startTestApp } from '../../../test/support/test-app.js';
import { eventsAbout } from '../../../test/support/told.js';
import { oauthClientCommands } from './oauth-clients.cli.js';

// Without a worker, which would end grants of revoked clients as well.
const suite = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' });
afterAll(() => suite.close());

/** Runs a command beside the running server. */
async function cli(...args: string[]) {
  const { DATABASE_URL, SECRETS_KEY } = suite.settings;
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['oauth-client', ...args], {
    env: { DATABASE_URL, SECRETS_KEY },
    commands: [oauthClientCommands],
    application: (settings) => AppModule.with(settings),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function json(...args: string[]): Promise<any> {
  const { code, out, err } = await cli(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

const create = (...args: string[]) => ['create', '--workspace', suite.workspaceId, '--name', 'Notes', ...args];
const usual = ['--redirect-uri', CALLBACK, '--scopes', 'office:read,office:write'];

describe('oauth-client create', () => {
  it('registers a public client', async () => {
    expect(await json(...create(...usual))).toEqual({
      client_id: expect.stringMatching(/^cli_[0-9a-z]{26}$/),
      name: 'Notes',
      redirect_uris: [CALLBACK],
      scopes: ['office:read', 'office:write'],
      type: 'public',
      metadata_url: null,
      created_at: expect.any(String),
    });
  });

  it('registers a confidential one with several addresses, and shows its secret once', async () => {
    const more = ['--redirect-uri', 'http://localhost:4000/back', '--type', 'confidential'];
    const made = await json(...create(...usual, ...more));
    expect(made).toMatchObject({ redirect_uris: [CALLBACK, 'http://localhost:4000/back'], type: 'confidential' });
    expect(made.client_secret).toMatch(/^wsc_[\w-]{43}$/);
    const { data } = await json('list', '--workspace', suite.workspaceId);
    expect(data.find(({ client_id }: any) => client_id === made.client_id)).not.toHaveProperty('client_secret');
    const { rows } = await suite.database.execute('select row_to_json(c)::text as text from oauth_clients c');
    expect(rows.map(({ text }) => text).join()).not.toContain(made.client_secret);
  });

  it.each([
    ['an unknown workspace', ['create', '--workspace', 'ws_x', '--name', 'x', ...usual], /There is no workspace ws_x/],
    ['an unknown type', create(...usual, '--type', 'secret'), /--type must be one of/],
    ['a scope that does not exist', create('--redirect-uri', CALLBACK, '--scopes', 'office:fly'), /--scopes/],
    ['a convenience scope', create('--redirect-uri', CALLBACK, '--scopes', 'read:all'), /--scopes/],
    ['an address with a fragment', create('--redirect-uri', `${CALLBACK}#x`, '--scopes', 'office:read'), /fragment/],
    ['http elsewhere', create('--redirect-uri', 'http://app.example.com/', '--scopes', 'office:read'), /must be https/],
    [
      'an address that is too long',
      create('--redirect-uri', `${CALLBACK}?${'x'.repeat(2048)}`, '--scopes', 'office:read'),
      /at most 2048/,
    ],
  ])('refuses %s', async (_, args, message) => {
    const { code, err } = await cli(...args);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  });

  it('refuses what has no address at all', async () => {
    expect((await cli(...create('--scopes', 'office:read'))).code).toBe(2);
  });
});

describe('oauth-client revoke', () => {
  it('ends the client and its grants, beside the running server', async () => {
    const client = await json(...create(...usual));
    const browser = await browserOf(suite, await makeUser(suite, { roles: ['office:viewer'] }));
    const { access_token: key } = await tokensOf(suite, client, browser);
    const read = async () => (await suite.client.get('/v1/office/documents', { key })).status;
    expect(await read()).toBe(200);
    const { client_id, revoked_sessions } = await json('revoke', '--id', client.client_id);
    expect([client_id, revoked_sessions]).toEqual([client.client_id, 1]);
    await expect.poll(read).toBe(401);
    expect((await visit(suite, browser, authorizePath(client, newProof()))).status).toBe(400);
    const { data } = await json('list', '--workspace', suite.workspaceId);
    expect(data.map((listed: any) => listed.client_id)).not.toContain(client.client_id);
    expect((await json('revoke', '--id', client.client_id)).revoked_sessions).toBe(0);
  });

  it('ends however many grants, a batch at a time, and tells of each', async () => {
    const { client_id } = await json(...create(...usual));
    const person = await makeUser(suite);
    const ids = Array.from({ length: 450 }, () => newId('ses'));
    await suite.database.execute(
      `insert into sessions (workspace_id, id, user_id, auth_method, client_id, last_active_at, expires_at, created_at,
         updated_at, revision)
       select $1, id, $2, 'oauth', $3, now(), now() + interval '1 day', now(), now(), 1 from unnest($4::text[]) id`,
      [suite.workspaceId, person.id, client_id, ids],
    );
    expect((await json('revoke', '--id', client_id)).revoked_sessions).toBe(ids.length);
    const told = (await eventsAbout(suite.database, 'user_id', person.id)).filter(
      ({ type }) => type === 'access.session.revoked',
    );
    expect(told.map(({ payload }) => payload.session_id).toSorted()).toEqual(ids.toSorted());
    const { rows } = await suite.database.execute(
      `select max(n)::integer as largest from
         (select count(*) as n from sessions where client_id = $1 group by xmin::text) as transactions`,
      [client_id],
    );
    expect(rows).toEqual([{ largest: 200 }]);
  });

  it('says that a client does not exist', async () => {
    expect((await cli('revoke', '--id', 'cli_x')).err).toMatch(/There is no oauth client/);
  });
});
