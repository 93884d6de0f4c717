import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestReceiver } from '../../../test/support/receiver.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { AppModule } from '../../app.module.js';
import { asSystem } from '../context/request-context.js';
import { runCommandLine } from '../cli/command-line.js';
import { secretsCommands } from '../cli/secrets.cli.js';
import { readSettings } from '../config/read-settings.js';
import { Mail } from '../mail/mail.js';
import { Secrets } from './secrets.js';
import { SecretsRotation } from './secrets-rotation.js';

const [OLD, NEW, LOST] = ['old', 'new', 'lost'].map((name) => `${name} key of a deployment, long enough to be one`);
const KEY_PATH = '/v1/guard/audit-logs/checkpoints/key';

const keyIdOf = (key: string) => new Secrets(readSettings({ SECRETS_KEY: key })).keyIds[0]!;

describe('a ciphertext', () => {
  const of = (SECRETS_KEY: string, previous?: string) =>
    new Secrets(readSettings({ SECRETS_KEY, SECRETS_KEY_PREVIOUS: previous }));

  it('names its key, and is read with this one as the current or the previous one only', () => {
    const sealed = of(OLD!).encrypt('secret');
    expect(sealed.split('.').slice(0, 2)).toEqual(['v2', keyIdOf(OLD!)]);
    expect(of(OLD!).decrypt(sealed)).toBe('secret');
    expect(of(NEW!, OLD).decrypt(sealed)).toBe('secret');
    expect(of(NEW!, OLD).encrypt('secret').split('.')[1]).toBe(keyIdOf(NEW!));
    expect(() => of(NEW!).decrypt(sealed)).toThrow('encrypted with a key that is neither');
  });

  it('has keys of 256 bits, one for each purpose', () => {
    const keys = ['links', 'cookies', 'cursors'].map((purpose) => of(OLD!).derive(purpose));
    expect(keys.map(({ length }) => length)).toEqual([32, 32, 32]);
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
  });

  it('is refused where a byte of it was changed', () => {
    const sealed = of(OLD!).encrypt('secret');
    const [version, id, text] = sealed.split('.');
    const bytes = Buffer.from(text!, 'base64url');
    bytes[30]! ^= 1;
    expect(() => of(OLD!).decrypt(`${version}.${id}.${bytes.toString('base64url')}`)).toThrow();
  });
});

describe('a rotation of SECRETS_KEY', () => {
  let suite: TestApp;
  let receiver: TestReceiver;
  beforeAll(async () => {
    // Without a worker: one that has only the old key could not send what the new one encrypts.
    suite = await startTestApp({ SECRETS_KEY: OLD!, ROLE: 'api' });
    receiver = await TestReceiver.start();
  });
  afterAll(async () => {
    await suite.close();
    await receiver.close();
  });

  /** All texts of the database that begin so, by table and column, whether anything declares them or not. */
  async function textsWith(prefix: string): Promise<string[]> {
    const { rows } = await suite.database.execute(
      `select c.table_name as t, c.column_name as c from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'`,
    );
    expect(rows.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (const { t, c } of rows) {
      const { count } = await suite.database.execute(`select 1 from ${t} where starts_with(${c}, $1)`, [prefix]);
      if (count) found.push(`${t}.${c}`);
    }
    return found.toSorted();
  }

  async function cli(env: Record<string, string>, ...args: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCommandLine(['secrets', ...args, '--json'], {
      env: { DATABASE_URL: suite.settings.DATABASE_URL, ...env },
      commands: [secretsCommands],
      application: (settings) => AppModule.with(settings),
      out: (text) => out.push(text),
      err: (text) => err.push(text),
    });
    return { code, data: out.length ? JSON.parse(out.join('\n')).data : null, err: err.join('\n') };
  }

  it('leaves nothing under the old key, while a process with both serves', async () => {
    const { client } = suite;
    const webhook = await client.post('/v1/webhooks', { url: receiver.url, events: ['office.document.created'] });
    expect(webhook.status).toBe(201);
    await client.post(`/v1/webhooks/${webhook.body.id}/rotate-secret`);
    const headers = { 'Idempotency-Key': 'once' };
    const body = { name: 'Kept', scopes: ['office:read'] };
    const key = await client.post('/v1/access/api-keys', body, { headers });
    const publicKey = (await client.get(KEY_PATH)).body;
    const later = { at: suite.clock.iso(86_400) };
    await asSystem(suite.workspaceId, () =>
      suite.database.transaction(() =>
        suite.app
          .get(Mail)
          .send({ to: 'ada@example.com', subject: 'Later', letter: { lines: [] }, language: 'en' }, later),
      ),
    );
    await suite.database.execute(
      `with factor as (
         insert into factors (workspace_id, id, user_id, type, name, secret, created_at, updated_at, revision)
         values ($1, 'factor', $2, 'totp', 'App', $3, now(), now(), 1)
       )
       insert into identity_providers (workspace_id, id, name, issuer, client_id, client_secret, domains, status, provisioning,
         default_roles, group_map, enforced, created_at, updated_at, revision)
       values ($1, 'provider', 'Provider', 'https://id.example.com', 'suite', $3, '{}', 'inactive', 'off', '{}', '{}', false,
         now(), now(), 1)`,
      [suite.workspaceId, suite.ownerId, suite.app.get(Secrets).encrypt('secret')],
    );
    const sealed = [
      'audit_keys.private_key',
      'audit_keys.public_key',
      'factors.secret',
      'idempotency_keys.body',
      'identity_providers.client_secret',
      'mails.message',
      'webhooks.previous_secret',
      'webhooks.secret',
    ];
    const [old, current] = [`v2.${keyIdOf(OLD!)}.`, `v2.${keyIdOf(NEW!)}.`];
    expect(await textsWith(old)).toEqual(sealed);

    // Of an extension that is not loaded.
    for (const table of ['vault_migrations (name text)', 'vault_items (name text, pin text)'])
      await suite.database.execute(`create table ${table}`);
    await suite.database.execute(`insert into vault_items values ('Safe', $1), ('v2.', null)`, [
      suite.app.get(Secrets).encrypt('1234'),
    ]);

    const next = await startTestApp({ SECRETS_KEY: NEW!, SECRETS_KEY_PREVIOUS: OLD! }, { beside: suite });
    onTestFinished(() => next.close());
    const page = await client.get('/v1/access/roles?limit=1');
    const { code, data, err } = await cli({ SECRETS_KEY: NEW!, SECRETS_KEY_PREVIOUS: OLD! }, 'rotate');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(data).toContainEqual({ column: 'webhooks.secret', encrypted: 1, unreadable: 0 });
    expect(data.filter(({ waiting }: any) => waiting)).toEqual([
      { column: 'vault_items.pin', encrypted: 0, unreadable: 0, waiting: 1 },
    ]);
    expect(await textsWith(old)).toEqual(['vault_items.pin']);
    expect(await textsWith(current)).toEqual(sealed);
    await suite.database.execute('drop table vault_migrations, vault_items');

    expect((await next.client.get(KEY_PATH)).body).toEqual(publicKey);
    const again = await next.client.post('/v1/access/api-keys', body, { headers });
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', key.body]);
    const more = `/v1/access/roles?limit=1&cursor=${page.body.meta.next_cursor}`;
    expect((await next.client.get(more)).status).toBe(200);
    await next.client.post('/v1/office/documents', { title: 'After' });
    await receiver.received(1);
  });

  it('counts what no key reads, and gives it up when told to', async () => {
    const stray = new Secrets(readSettings({ SECRETS_KEY: LOST! })).encrypt('secret');
    const { rows } = await suite.database.execute('update webhooks set previous_secret = $1 returning id', [stray]);
    const { data } = await cli({ SECRETS_KEY: NEW! }, 'rotate');
    expect(data).toContainEqual({ column: 'webhooks.previous_secret', encrypted: 0, unreadable: rows.length });
    expect(await cli({ SECRETS_KEY: LOST! }, 'give-up', '--key', keyIdOf(LOST!))).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not lost'),
    });
    const done = await cli({ SECRETS_KEY: NEW! }, 'give-up', '--key', keyIdOf(LOST!));
    expect(done.data).toContainEqual({ column: 'webhooks.previous_secret', given_up: rows.length });
    expect(await textsWith(`v2.${keyIdOf(LOST!)}.`)).toEqual([]);
  });

  it('lets no start with a key that fits nothing, until what it cannot read is given up', async () => {
    const wrong = await startTestApp({ SECRETS_KEY: LOST! }, { beside: suite });
    onTestFinished(() => wrong.close());
    const check = () => wrong.app.get(SecretsRotation).check();
    await expect(check()).rejects.toThrow(
      new RegExp(
        `SECRETS_KEY does not fit[^]*${keyIdOf(NEW!)}[^]*SECRETS_KEY_PREVIOUS[^]*give-up --key ${keyIdOf(NEW!)}`,
      ),
    );
    expect((await cli({ SECRETS_KEY: LOST! }, 'give-up', '--key', keyIdOf(NEW!))).code).toBe(0);
    await check();
    // Signatures go on with a new key; a webhook needs a new secret.
    expect((await wrong.client.get(KEY_PATH)).body.keys).toHaveLength(1);
    const verified = await wrong.client.get('/v1/guard/audit-logs/verify');
    expect(verified.status).toBe(200);
  });
});
