import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { apiKeyCommands, oauthClientCommands, userCommands, workspaceCommands } from '../../access/index.js';
import { AppModule } from '../../app.module.js';
import { auditCommands, policyCommands } from '../../guard/index.js';
import { webhookCommands } from '../../webhooks/index.js';
import { backupCommands } from './backup.cli.js';
import { migrateCommand } from './migrate.cli.js';
import { queueCommands } from './queues.cli.js';
import { Client, createDatabase, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { type Actions, runCommandLine } from './command-line.js';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const COMMANDS = [
  workspaceCommands,
  apiKeyCommands,
  oauthClientCommands,
  queueCommands,
  migrateCommand,
  backupCommands,
];

const cli = (...args: string[]) => cliWith({}, ...args);

/** Runs a command beside the running server. */
async function cliWith(env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL, SECRETS_KEY } = server.settings;
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(args, {
    env: { DATABASE_URL, SECRETS_KEY, ...env },
    commands: COMMANDS,
    application: (settings) => AppModule.with(settings),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs a command and parses its JSON. */
async function json(...args: string[]): Promise<any> {
  const { code, out, err } = await cli(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

const create = (...args: string[]) => json('key', 'create', '--workspace', server.workspaceId, ...args);

describe('workspace', () => {
  it('create makes a workspace, its owner and a key with all twelve scopes', async () => {
    const made = await json('workspace', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com');
    expect(made).toEqual({
      workspace: { id: expect.stringMatching(/^ws_/), name: 'Acme' },
      owner: { id: expect.stringMatching(/^usr_/), email: 'ada@example.com' },
      api_key: expect.stringMatching(/^wsk_test_/),
    });
    const { body } = await new Client(server.base, made.api_key).get('/v1/access/api-keys');
    expect(body.data[0].scopes).toHaveLength(12);
  });

  it('list shows every workspace', async () => {
    const { data } = await json('workspace', 'list');
    expect(data).toContainEqual({ id: server.workspaceId, name: 'Default', created_at: expect.any(String) });
  });

  it('create refuses what is no address and no name', async () => {
    expect(await cli('workspace', 'create', '--name', ' ', '--owner-email', 'ada')).toEqual({
      code: 1,
      out: '',
      err: '--name must not be empty.\n--owner-email must be an e-mail address.',
    });
  });
});

describe('key', () => {
  it('create answers the record of a key that works', async () => {
    const made = await create('--name', 'CI', '--scopes', 'access:read', '--expires-at', '2999-01-01T00:00:00+01:00');
    expect(made).toMatchObject({
      name: 'CI',
      scopes: ['access:read'],
      status: 'active',
      created_by: server.ownerId,
      expires_at: '2998-12-31T23:00:00.000Z',
    });
    const { key, ...record } = made;
    const { status, body } = await new Client(server.base, key).get(`/v1/access/api-keys/${made.id}`);
    expect(status).toBe(200);
    expect({ ...body, last_used_at: null, last_used_ip: null }).toEqual(record);
  });

  it('create is in the audit trail, as done by the system', async () => {
    const { id } = await create('--name', 'Noted', '--scopes', 'office:read');
    const { body } = await server.client.get(`/v1/guard/audit-logs?resource_id=${id}`);
    expect(body.data).toMatchObject([{ action: 'access.api_key.created', actor: { type: 'system', id: null } }]);
  });

  it('list shows the keys of a workspace, more than a page of them', async () => {
    await Promise.all(Array.from({ length: 101 }, () => server.withScopes('office:read')));
    const { data } = await json('key', 'list', '--workspace', server.workspaceId);
    expect(data.length).toBeGreaterThan(101);
    expect(data[0]).not.toHaveProperty('key');
    expect(data[0]).not.toHaveProperty('hash');
  });

  it('revoke acts at once in a running server', async () => {
    const { id, key } = await create('--name', 'Short', '--scopes', 'access:read');
    const client = new Client(server.base, key);
    expect((await client.get('/v1/access/api-keys')).status).toBe(200);
    expect(await json('key', 'revoke', '--id', id)).toMatchObject({ id, status: 'revoked' });
    await eventually(async () => expect((await client.get('/v1/access/api-keys')).status).toBe(401));
    const { body } = await server.client.get(`/v1/guard/audit-logs?resource_id=${id}&action=access.api_key.revoked`);
    expect(body.data).toHaveLength(1);
  });

  it.each([
    [['create', '--name', 'x', '--scopes', 'office:rea'], /^--scopes must be one of office:read/],
    [
      ['create', '--name', 'x', '--scopes', 'office:read', '--expires-at', '2020-01-01T00:00:00Z'],
      /^--expires-at must be in the future\.$/,
    ],
    [
      ['create', '--name', 'x', '--scopes', 'office:read', '--expires-at', 'tomorrow'],
      /^--expires-at must be an ISO 8601/,
    ],
  ])('%j is refused in terms of its options', async ([verb, ...rest], message) => {
    const { code, err } = await cli('key', verb!, '--workspace', server.workspaceId, ...rest);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  it('says which of repeated options is wrong', async () => {
    const uris = ['https://notes.example.com/back', 'https://notes.example.com/#back'];
    const redirects = uris.flatMap((uri) => ['--redirect-uri', uri]);
    const given = ['--workspace', server.workspaceId, '--name', 'Notes', '--scopes', 'office:read', ...redirects];
    expect(await cli('oauth-client', 'create', ...given)).toMatchObject({
      code: 1,
      err: '--redirect-uri (number 2) must not have a fragment.',
    });
  });

  it('says when there is no such workspace or key', async () => {
    const gone = 'ws_01jz8k3m5n7p9q1r3s5t7v9w1x';
    const { code, err } = await cli('key', 'list', '--workspace', gone);
    expect({ code, err }).toEqual({ code: 1, err: `--workspace: There is no workspace ${gone}.` });
    expect(await cli('key', 'revoke', '--id', 'key_x')).toMatchObject({ code: 1, err: expect.stringContaining('key') });
  });
});

describe('queues', () => {
  it('shows counts, and lets failed jobs wait again', async () => {
    const { data } = await json('queues');
    for (const queue of data) {
      expect(queue).toEqual({
        queue: expect.any(String),
        waiting: expect.any(Number),
        active: expect.any(Number),
        delayed: expect.any(Number),
        failed: expect.any(Number),
      });
      expect(await json('queues', 'retry', queue.queue)).toEqual({ queue: queue.queue, retried: queue.failed });
    }
    expect(await cli('queues', 'retry', 'nothing')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no queue nothing/),
    });
  });
});

describe('migrate', () => {
  it('answers the migrations it ran', async () => {
    expect(await json('migrate')).toEqual({ migrations: [] });
  });

  describe('--down', () => {
    let own: Awaited<ReturnType<typeof createDatabase>>;
    let client: pg.Client;
    beforeAll(async () => {
      own = await createDatabase();
      client = new pg.Client({ connectionString: own.url });
      await client.connect();
    });
    afterAll(async () => {
      await client.end();
      await own.drop();
    });
    const migrate = (...args: string[]) => migrateWith({}, ...args);
    const migrateWith = (env: Record<string, string>, ...args: string[]) =>
      cliWith({ DATABASE_URL: own.url, ...env }, 'migrate', ...args);
    const migrations = async (): Promise<string[]> =>
      (await client.query('select name from migrations order by id')).rows.map(({ name }) => name);

    it('takes the last migrations back, which then run again, and tells one that was changed', async () => {
      const all = await migrations();
      const last = all.slice(-2);
      const taken = await migrate('--down', '2', '--json');
      expect(JSON.parse(taken.out)).toEqual({ taken_back: last.toReversed() });
      expect(await migrations()).toEqual(all.slice(0, -2));
      expect(JSON.parse((await migrate('--json')).out)).toEqual({ migrations: last });
      expect(JSON.parse((await migrate('--json')).out)).toEqual({ migrations: [] });

      await client.query(`update migration_hashes set hash = 'another' where name = $1`, [last[0]]);
      const { code, out } = await migrate('--json');
      expect([code, JSON.parse(out)]).toEqual([
        0,
        {
          migrations: [],
          warnings: [
            `product: the migration ${last[0]} was changed after it had run here; write another one, or take it back with cli migrate --down 2.`,
          ],
        },
      ]);
      const production = await migrateWith({ APP_ENV: 'production' }, '--json');
      expect(JSON.parse(production.out)).toEqual({ migrations: [] });
    });

    it.each(['0', '-1', '1.5', 'many', '1e1', '', '99999999999999999999'])('%j is no count', async (count) => {
      const before = await migrations();
      expect(await migrate('--down', count)).toEqual({
        code: 1,
        out: '',
        err: `--down must be a whole number of at least 1, and '${count}' is none.`,
      });
      expect(await migrations()).toEqual(before);
    });

    it('is refused in production, but with --force, and no hash is kept there', async () => {
      const before = await migrations();
      const production = { APP_ENV: 'production' };
      const refused = await migrateWith(production, '--down', '1');
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('APP_ENV is production') });
      expect(await migrations()).toEqual(before);
      const { code, out } = await migrateWith(production, '--down', '1', '--force', '--json');
      expect([code, JSON.parse(out)]).toEqual([0, { taken_back: before.slice(-1) }]);
      await migrateWith(production);
      expect(await migrations()).toEqual(before);
      const kept = await client.query('select from migration_hashes where name = $1', before.slice(-1));
      expect(kept.rows).toEqual([]);
    });

    it('names an extension that is not loaded, and options that belong to it', async () => {
      const unknown = await migrate('--down', '1', '--extension', 'stock');
      expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('The extension stock is not loaded') });
      for (const option of [['--extension', 'stock'], ['--force']])
        expect(await migrate(...option)).toEqual({
          code: 1,
          out: '',
          err: '--extension and --force belong to --down.',
        });
    });

    it('ends at a migration that cannot be taken back, and exits with 1', async () => {
      const before = await migrations();
      await client.query('create view of_another as select * from kept_rows');
      const { code, out } = await migrate('--down', String(before.length), '--json');
      await client.query('drop view of_another');
      const { taken_back, problem } = JSON.parse(out);
      expect(code).toBe(1);
      expect(problem).toContain('KeptRows1764319000000 was not taken back, and all of it remains');
      expect([...(await migrations()), ...taken_back.toReversed()]).toEqual(before);
    });

    it('says when nothing is left', async () => {
      const all = (await migrations()).length;
      expect(JSON.parse((await migrate('--down', String(all), '--json')).out)).toMatchObject({
        taken_back: { length: all },
      });
      expect(await migrate('--down', '1')).toMatchObject({
        code: 0,
        out: expect.stringContaining('There is nothing to take back.'),
      });
    });
  });
});

describe('usage', () => {
  it.each([[['nothing']], [['key', 'create', '--name', 'x']], [['key', 'list', '--nothing']], [[]]])(
    '%j is wrong and exits 2',
    async (args) => {
      const { code, out, err } = await cli(...args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('--help');
    },
  );

  it('--help says what there is', async () => {
    const { code, out } = await cli('--help');
    expect(code).toBe(0);
    for (const word of ['workspace', 'key', 'queues', 'migrate']) expect(out).toContain(word);
  });

  it('stands in the README, with each of its commands', () => {
    const program = new Command();
    const nothing = () => () => Promise.resolve();
    const actions: Actions = { inApplication: nothing, inDatabase: nothing, withSettings: nothing, alone: nothing };
    const apps = [userCommands, webhookCommands, policyCommands, auditCommands];
    for (const add of [...COMMANDS, ...apps]) add(program, actions);
    const named = ({ commands }: Command, before = ''): string[] =>
      commands.flatMap((each) =>
        each.commands.length ? named(each, `${before}${each.name()} `) : `${before}${each.name()}`,
      );
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(named(program).filter((name) => !readme.includes(`npm run -s cli -- ${name}`))).toEqual([]);
  });

  it('without --json it is text for people', async () => {
    const { out } = await cli('workspace', 'list');
    expect(out).toMatch(/^id +name +created_at\nws_/);
  });

  it('names every wrong setting', async () => {
    const { code, err } = await cliWith({ DATABASE_POOL: 'many', LOG_LEVEL: 'loud' }, 'workspace', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(/DATABASE_POOL[^]*LOG_LEVEL/);
  });

  it('says when PostgreSQL is away', async () => {
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const { code, err } = await cliWith(away, 'workspace', 'list');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('PostgreSQL cannot be reached') });
  });
});
