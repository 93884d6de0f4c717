import { getMetadataStorage } from 'class-validator';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings, SECRET_SETTINGS, SettingsError } from './read-settings.js';
import { Settings } from './settings.js';

const NAMES = [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(Settings, '', true, false)
      .map(({ propertyName }) => propertyName),
  ),
] as (keyof Settings)[];

const LIVE_KEY = `wsk_live_${'a'.repeat(36)}`;
const TEST_KEY = `wsk_test_${'a'.repeat(36)}`;
const SECRETS_KEY = 'thirty-two characters or more of it';

/** The variables that a set of settings is refused for. */
function refused(env: NodeJS.ProcessEnv): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    const { problems, message } = error as SettingsError;
    for (const problem of problems) expect(message).toContain(problem);
    return problems.map((problem) => NAMES.find((name) => problem.split(/\W/, 1)[0] === name) ?? `unnamed: ${problem}`);
  }
}

const DEFAULTS: Record<string, unknown> = {
  APP_ENV: 'development',
  ROLE: 'all',
  HOST: '0.0.0.0',
  PORT: 3000,
  BASE_URL: 'http://localhost:3000',
  DATA_DIR: resolve('.data'),
  DATABASE_URL: undefined,
  DATABASE_DIRECT_URL: undefined,
  DATABASE_OWNER_URL: undefined,
  FILES_URL: undefined,
  VIRUS_SCAN: undefined,
  DATABASE_REPLICA_URL: undefined,
  DATABASE_PREPARED: undefined,
  DATABASE_POOL: 10,
  DATABASE_WAIT_SECONDS: 5,
  REDIS_URL: undefined,
  REDIS_SENTINELS: undefined,
  REDIS_SENTINEL_PASSWORD: undefined,
  SECRETS_KEY: undefined,
  SECRETS_KEY_PREVIOUS: undefined,
  BOOTSTRAP_API_KEY: undefined,
  RATE_LIMIT: 600,
  WORKSPACE_RATE_LIMIT: undefined,
  APP_WRITES_PER_HOUR: 500,
  STREAMS_MAX: 2_000,
  WORKSPACE_STORAGE_BYTES: 100 * 2 ** 30,
  WEBHOOK_ALLOW_CIDRS: undefined,
  DNS_SERVERS: undefined,
  EXTENSIONS: [],
  EXTENSIONS_OPTIONAL: [],
  WEBHOOK_RETRY_BASE_SECONDS: 60,
  WEBHOOK_TIMEOUT_SECONDS: 10,
  WEBHOOK_MAX_PER_SECOND: 0,
  SMTP_URL: undefined,
  SMTP_ALLOW_PLAIN: 'off',
  BREACHED_PASSWORDS_URL: undefined,
  MAIL_FROM: undefined,
  S3_BUCKET: undefined,
  S3_ENDPOINT: undefined,
  S3_PUBLIC_ENDPOINT: undefined,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: undefined,
  S3_SECRET_ACCESS_KEY: undefined,
  S3_FORCE_PATH_STYLE: undefined,
  BACKUP_SCHEDULE: [],
  BACKUP_KEEP: 14,
  BACKUP_S3_BUCKET: undefined,
  BACKUP_S3_ENDPOINT: undefined,
  BACKUP_S3_REGION: 'us-east-1',
  BACKUP_S3_ACCESS_KEY_ID: undefined,
  BACKUP_S3_SECRET_ACCESS_KEY: undefined,
  MAX_FILE_BYTES: 50 * 2 ** 30,
  BODY_MEMORY_BYTES: 256 * 2 ** 20,
  TRUST_PROXY: undefined,
  CORS_ORIGINS: [],
  MIGRATE: 'on',
  LOG_LEVEL: 'info',
  METRICS_TOKEN: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_HEADERS: [],
  OTEL_SERVICE_NAME: 'workspace-suite',
  OTEL_TRACES_SAMPLER_ARG: 1,
  AUDIT_CHECKPOINT_SECONDS: 3600,
};

const GOOD: [keyof Settings, text: string, value?: unknown][] = [
  ['APP_ENV', 'sandbox'],
  ['APP_ENV', 'staging'],
  ['ROLE', 'api'],
  ['ROLE', 'worker'],
  ['HOST', '::1'],
  ['PORT', '0', 0],
  ['PORT', '65535', 65535],
  ['BASE_URL', 'https://suite.example.com'],
  ['BASE_URL', 'https://suite.example.com/', 'https://suite.example.com'],
  ['BASE_URL', 'http://localhost:8080'],
  ['DATA_DIR', '/var/lib/suite'],
  ['DATA_DIR', 'data', resolve('data')],
  ['DATABASE_URL', 'postgres://me@db/suite'],
  ['DATABASE_URL', 'postgresql://me@db/suite'],
  ['DATABASE_DIRECT_URL', 'postgres://me@db/suite'],
  ['DATABASE_OWNER_URL', 'postgres://owner@db/suite'],
  ['FILES_URL', 'https://files.example.com'],
  ['VIRUS_SCAN', 'clamd://scanner:3310'],
  ['DATABASE_REPLICA_URL', 'postgres://me@replica/suite'],
  ['DATABASE_PREPARED', 'off'],
  ['DATABASE_POOL', '4', 4],
  ['DATABASE_POOL', '500', 500],
  ['DATABASE_WAIT_SECONDS', '30', 30],
  ['REDIS_URL', 'redis://cache:6379'],
  ['REDIS_URL', 'rediss://cache:6379/1'],
  ['REDIS_SENTINELS', 'sentinel-1:26379, 10.0.0.2,[::1]:5000', ['sentinel-1:26379', '10.0.0.2', '[::1]:5000']],
  ['REDIS_SENTINEL_PASSWORD', 'secret'],
  ['SECRETS_KEY', 'x'.repeat(32)],
  ['SECRETS_KEY_PREVIOUS', 'x'.repeat(32)],
  ['SMTP_ALLOW_PLAIN', 'on'],
  ['BOOTSTRAP_API_KEY', TEST_KEY],
  ['RATE_LIMIT', 'off', 0],
  ['RATE_LIMIT', '1', 1],
  ['WORKSPACE_RATE_LIMIT', 'off', 0],
  ['WORKSPACE_RATE_LIMIT', '1', 1],
  ['APP_WRITES_PER_HOUR', 'off', 0],
  ['STREAMS_MAX', '10', 10],
  ['WORKSPACE_STORAGE_BYTES', '1', 1],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ['EXTENSIONS', 'suite-stock, @acme/suite-rooms', ['suite-stock', '@acme/suite-rooms']],
  ['EXTENSIONS_OPTIONAL', 'suite-stock', ['suite-stock']],
  ['DNS_SERVERS', '127.0.0.1:5353, ::1, [::1]:53', ['127.0.0.1:5353', '::1', '[::1]:53']],
  ['WEBHOOK_RETRY_BASE_SECONDS', '0.001', 0.001],
  ['WEBHOOK_RETRY_BASE_SECONDS', '86400', 86400],
  ['WEBHOOK_TIMEOUT_SECONDS', '0.1', 0.1],
  ['WEBHOOK_TIMEOUT_SECONDS', '60', 60],
  ['WEBHOOK_MAX_PER_SECOND', 'off', 0],
  ['WEBHOOK_MAX_PER_SECOND', '0.5', 0.5],
  ['BREACHED_PASSWORDS_URL', 'https://api.pwnedpasswords.com/range'],
  ['SMTP_URL', 'smtp://mail:25'],
  ['SMTP_URL', 'smtps://me:secret@mail.example.com'],
  ['MAIL_FROM', 'suite@example.com'],
  ['MAIL_FROM', 'The Suite <suite@example.com>'],
  ['S3_BUCKET', 'suite-files'],
  ['S3_ENDPOINT', 'http://s3:9000'],
  ['S3_PUBLIC_ENDPOINT', 'https://files.example.com'],
  ['S3_REGION', 'eu-central-1'],
  ['S3_ACCESS_KEY_ID', 'suite'],
  ['S3_SECRET_ACCESS_KEY', 'secret'],
  ['S3_FORCE_PATH_STYLE', 'on'],
  ['MAX_FILE_BYTES', '1', 1],
  ['MAX_FILE_BYTES', '1048576000000', 10_000 * 100 * 2 ** 20],
  ['BODY_MEMORY_BYTES', '67108864', 2 ** 26],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8, 192.0.2.1'],
  ['CORS_ORIGINS', 'https://a.example, http://localhost:5173', ['https://a.example', 'http://localhost:5173']],
  ['MIGRATE', 'off'],
  ['LOG_LEVEL', 'silent'],
  ['METRICS_TOKEN', 'anything'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer a=b,x-team=ops', ['authorization=Bearer a=b', 'x-team=ops']],
  ['BACKUP_SCHEDULE', '02:30,14:00', ['02:30', '14:00']],
  ['BACKUP_KEEP', '3', 3],
  ['BACKUP_S3_BUCKET', 'suite-backups'],
  ['BACKUP_S3_ENDPOINT', 'https://s3.example.com'],
  ['BACKUP_S3_REGION', 'eu-west-1'],
  ['BACKUP_S3_ACCESS_KEY_ID', 'suite'],
  ['BACKUP_S3_SECRET_ACCESS_KEY', 'secret'],
  ['OTEL_SERVICE_NAME', 'suite'],
  ['OTEL_TRACES_SAMPLER_ARG', '0.1', 0.1],
  ['AUDIT_CHECKPOINT_SECONDS', '60', 60],
];

const WRONG: [keyof Settings, ...texts: string[]][] = [
  ['APP_ENV', 'prod', 'Production'],
  ['ROLE', 'web'],
  ['PORT', '-1', '65536', '80.5', 'http'],
  [
    'BASE_URL',
    'localhost:3000',
    'ftp://suite.example.com',
    'https://',
    'https://x.example/?a',
    'https://x.example/#a',
    'https://a@x.example',
  ],
  ['DATABASE_URL', 'mysql://db/suite', 'db'],
  ['DATABASE_DIRECT_URL', 'mysql://db/suite', 'db'],
  ['DATABASE_OWNER_URL', 'mysql://db/suite', 'db'],
  ['FILES_URL', 'https://files.example.com/path', '/path'],
  ['VIRUS_SCAN', 'http://scanner', 'http'],
  ['DATABASE_REPLICA_URL', 'mysql://db/suite', 'db'],
  ['DATABASE_PREPARED', 'true'],
  ['DATABASE_POOL', '1', '3', '501', '2.5', 'many'],
  ['DATABASE_WAIT_SECONDS', '0', '301', '1.5', 'long'],
  ['REDIS_URL', 'http://cache:6379'],
  ['REDIS_SENTINELS', 'redis://sentinel', 'sentinel:99999', 'a@sentinel', 'sentinel/1'],
  ['SECRETS_KEY', 'x'.repeat(31)],
  ['SECRETS_KEY_PREVIOUS', 'x'.repeat(31)],
  ['BOOTSTRAP_API_KEY', 'secret', `${TEST_KEY}a`, LIVE_KEY],
  ['RATE_LIMIT', '-1', '1.5', 'on'],
  ['WORKSPACE_RATE_LIMIT', '-1', '1.5', 'on'],
  ['APP_WRITES_PER_HOUR', '-1', '1.5', 'on'],
  ['STREAMS_MAX', '0', '100001', '1.5', 'many'],
  ['WORKSPACE_STORAGE_BYTES', '0', '1.5', 'much'],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/33', '10.0.0.1', 'intranet'],
  ['EXTENSIONS', '../stock', 'Stock', 'suite-stock@1.0.0', 'https://example.com/stock.tgz'],
  ['EXTENSIONS_OPTIONAL', '../stock'],
  ['DNS_SERVERS', 'ns.example.com', '127.0.0.1:99999', '[127.0.0.1]:53', '127.0.0.1:x'],
  ['WEBHOOK_RETRY_BASE_SECONDS', '0', '86401', 'soon'],
  ['WEBHOOK_TIMEOUT_SECONDS', '0', '61', 'soon'],
  ['WEBHOOK_MAX_PER_SECOND', '-1', '1001', 'on'],
  ['AUDIT_CHECKPOINT_SECONDS', '0', '86401', '1.5', 'hourly'],
  ['BREACHED_PASSWORDS_URL', 'pwned', 'ftp://pwned.example.com'],
  ['SMTP_ALLOW_PLAIN', 'yes'],
  ['SMTP_URL', 'mail.example.com:25', 'http://mail', 'smtp://'],
  ['MAIL_FROM', 'suite', 'The Suite', 'a@example.com, b@example.com', 'A <a@example.com>\nBcc: b@example.com'],
  ['S3_BUCKET', 'x', 'Suite', 'a/b'],
  ['S3_ENDPOINT', 's3:9000', 'ftp://s3'],
  ['S3_PUBLIC_ENDPOINT', 'files.example.com'],
  ['S3_FORCE_PATH_STYLE', 'true'],
  ['BACKUP_SCHEDULE', '24:00', '2:30', '02:30,noon', '0 2 * * *'],
  ['BACKUP_KEEP', '0', '1001', '1.5', 'all'],
  ['BACKUP_S3_BUCKET', 'x', 'Suite', 'a/b'],
  ['BACKUP_S3_ENDPOINT', 's3:9000', 'ftp://s3'],
  ['MAX_FILE_BYTES', '0', '1.5', '1048576000001', 'much'],
  ['BODY_MEMORY_BYTES', '67108863', '4e7.5', 'much'],
  ['TRUST_PROXY', 'false', 'nginx', '10.0.0.0/33'],
  ['CORS_ORIGINS', '*', 'a.example', 'https://a.example/', 'https://a.example,nonsense'],
  ['MIGRATE', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
];

/** Any text will do for these. */
const FREE: (keyof Settings)[] = [
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'HOST',
  'DATA_DIR',
  'METRICS_TOKEN',
  'OTEL_SERVICE_NAME',
  'REDIS_SENTINEL_PASSWORD',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

/** Settings that make sense with these only. */
const S3 = { S3_BUCKET: 'suite-files', S3_ACCESS_KEY_ID: 'suite', S3_SECRET_ACCESS_KEY: 'secret' };
const BACKUP_S3 = Object.fromEntries(Object.entries(S3).map(([name, value]) => [`BACKUP_${name}`, value]));
const together = (name: string) => {
  if (name.startsWith('S3_')) return S3;
  if (name.startsWith('BACKUP_')) return BACKUP_S3;
  return name === 'REDIS_SENTINELS' ? { REDIS_URL: 'redis://primary' } : {};
};

describe('readSettings', () => {
  it('has a tested default, good and wrong values for every variable', () => {
    expect(Object.keys(DEFAULTS).toSorted()).toEqual(NAMES.toSorted());
    expect(WRONG.map(([name]) => name).toSorted()).toEqual(NAMES.filter((name) => !FREE.includes(name)).toSorted());
    expect(NAMES.filter((name) => !GOOD.some(([good]) => good === name))).toEqual([]);
  });

  it.each(Object.entries(DEFAULTS))('%s is %j when it is not set', (name, value) => {
    expect(readSettings({})[name as keyof Settings]).toEqual(value);
  });

  it.each(GOOD)('%s may be %j', (name, text, value = text) => {
    expect(readSettings({ ...together(name), [name]: text })[name]).toEqual(value);
  });

  it.each(WRONG.flatMap(([name, ...texts]) => texts.map((text) => [name, text] as const)))(
    '%s must not be %j, and the message names it',
    (name, text) => {
      expect(new Set(refused({ ...together(name), [name]: text }))).toEqual(new Set([name]));
    },
  );

  it('names every wrong variable at once', () => {
    const env = Object.fromEntries(WRONG.filter(([name]) => name !== 'BOOTSTRAP_API_KEY'));
    expect(new Set(refused(env))).toEqual(new Set(Object.keys(env)));
  });

  it('takes an empty variable for one that is not set', () => {
    const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  it('ignores variables that it does not know, whatever they are called', () => {
    const others = { HOME: '/root', keyEnvironment: 'live', servesHttp: 'no', constructor: 'x', toString: 'x' };
    const settings = readSettings(others as unknown as NodeJS.ProcessEnv);
    expect(settings.keyEnvironment).toBe('test');
    expect(settings.servesHttp).toBe(true);
  });

  it('follows PORT with the default of BASE_URL', () => {
    expect(readSettings({ PORT: '8080' }).BASE_URL).toBe('http://localhost:8080');
  });
});

describe('the store of files', () => {
  it('needs its bucket, and both halves of its key', () => {
    expect(refused({ S3_ENDPOINT: 'http://s3:9000' })).toEqual(['S3_BUCKET']);
    expect(refused({ ...S3, S3_SECRET_ACCESS_KEY: '' })).toEqual(['S3_ACCESS_KEY_ID']);
    expect(refused({ ...S3, S3_ACCESS_KEY_ID: '' })).toEqual(['S3_ACCESS_KEY_ID']);
    expect(refused({ S3_BUCKET: 'suite-files' })).toEqual([]);
  });

  it('needs the same for backups by schedule', () => {
    expect(refused({ BACKUP_SCHEDULE: '02:30' })).toEqual(['BACKUP_S3_BUCKET']);
    expect(refused({ ...BACKUP_S3, BACKUP_S3_ACCESS_KEY_ID: '' })).toEqual(['BACKUP_S3_ACCESS_KEY_ID']);
    expect(refused({ BACKUP_SCHEDULE: '02:30', ...BACKUP_S3 })).toEqual([]);
  });
});

it('Sentinels need the name of the primary', () => {
  expect(refused({ REDIS_SENTINELS: 'sentinel-1' })).toEqual(['REDIS_URL']);
});

describe('the connections', () => {
  it.each([4, 5, 10, 100])('queues in PostgreSQL are inside of DATABASE_POOL=%i', (pool) => {
    const { requestConnections, queueConnections, longConnections } = readSettings({ DATABASE_POOL: `${pool}` });
    expect(requestConnections + queueConnections).toBe(pool);
    expect(Math.min(requestConnections, queueConnections)).toBeGreaterThanOrEqual(2);
    expect(requestConnections - longConnections).toBeGreaterThanOrEqual(1);
    expect(longConnections).toBeGreaterThanOrEqual(1);
  });

  it('queues in Redis leave all of them to requests', () => {
    const settings = readSettings({ DATABASE_POOL: '2', REDIS_URL: 'redis://cache' });
    expect(settings.requestConnections).toBe(2);
  });
});

describe('the environment', () => {
  it('production needs https, but on the machine itself', () => {
    const problems = (BASE_URL: string, APP_ENV = 'production') => refused({ APP_ENV, SECRETS_KEY, BASE_URL });
    for (const url of ['http://suite.example', 'http://10.0.0.7:3000', 'http://localhost.example'])
      expect(problems(url)).toEqual(['BASE_URL']);
    for (const url of ['https://suite.example', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
      expect(problems(url)).toEqual([]);
    expect(problems('http://suite.example', 'staging')).toEqual([]);
  });

  it('reads each secret from a file as well', () => {
    const directory = mkdtempSync(join(tmpdir(), 'suite-settings-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'key');
    writeFileSync(file, `${SECRETS_KEY}\n`);
    expect(readSettings({ SECRETS_KEY_FILE: file }).SECRETS_KEY).toBe(SECRETS_KEY);
    expect(refused({ SECRETS_KEY_FILE: file, SECRETS_KEY })).toEqual(['SECRETS_KEY']);
    for (const name of SECRET_SETTINGS) {
      expect(NAMES).toContain(name);
      expect(() => readSettings({ [`${name}_FILE`]: join(directory, 'none') })).toThrow(`${name}_FILE: `);
    }
    writeFileSync(file, '');
    for (const name of ['SECRETS_KEY', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'REDIS_URL', 'S3_SECRET_ACCESS_KEY'])
      expect(() => readSettings({ [`${name}_FILE`]: file })).toThrow('is empty');
    for (const name of ['SMTP_URL', 'SECRETS_KEY_PREVIOUS', 'METRICS_TOKEN', 'BOOTSTRAP_API_KEY'] as const)
      expect(readSettings({ [`${name}_FILE`]: file })[name]).toBeUndefined();
  });

  it('production needs SECRETS_KEY', () => {
    expect(refused({ APP_ENV: 'production' })).toEqual(['SECRETS_KEY']);
    expect(refused({ APP_ENV: 'production', SECRETS_KEY: '' })).toEqual(['SECRETS_KEY']);
    expect(refused({ APP_ENV: 'production', SECRETS_KEY })).toEqual([]);
  });

  it.each([
    ['production', LIVE_KEY, TEST_KEY, 'live'],
    ['staging', TEST_KEY, LIVE_KEY, 'test'],
    ['sandbox', TEST_KEY, LIVE_KEY, 'test'],
    ['development', TEST_KEY, LIVE_KEY, 'test'],
  ])('%s takes a bootstrap key of its own kind only', (APP_ENV, own, foreign, kind) => {
    expect(readSettings({ APP_ENV, SECRETS_KEY, BOOTSTRAP_API_KEY: own }).keyEnvironment).toBe(kind);
    expect(refused({ APP_ENV, SECRETS_KEY, BOOTSTRAP_API_KEY: foreign })).toEqual(['BOOTSTRAP_API_KEY']);
  });

  it('lets webhooks reach loopback in development only, unless it is told otherwise', () => {
    expect(readSettings({}).webhookAllowCidrs).toEqual(['127.0.0.0/8', '::1/128']);
    expect(readSettings({ APP_ENV: 'staging' }).webhookAllowCidrs).toEqual([]);
    expect(readSettings({ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' }).webhookAllowCidrs).toEqual(['10.0.0.0/8']);
  });

  it('lets mail come from the host of BASE_URL, unless it is told otherwise', () => {
    expect(readSettings({}).mailFrom).toBe('Workspace Suite <no-reply@localhost>');
    expect(readSettings({ BASE_URL: 'https://suite.example:8443' }).mailFrom).toContain('<no-reply@suite.example>');
    expect(readSettings({ MAIL_FROM: 'me@example.com' }).mailFrom).toBe('me@example.com');
  });

  it.each([
    ['all', true, true],
    ['api', true, false],
    ['worker', false, true],
  ])('ROLE %s', (ROLE, servesHttp, worksQueues) => {
    expect(readSettings({ ROLE })).toMatchObject({ servesHttp, worksQueues });
  });
});

describe('the table in README.md', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)` *\|([^|]*)\|/gm)].map(([, name, cell]) => [name!, cell!.trim()]);

  it('has every variable once', () => {
    expect(rows.map(([name]) => name).toSorted()).toEqual(NAMES.toSorted());
  });

  it.each(rows)('%s: %s', (name, cell) => {
    const value = readSettings({})[name as keyof Settings];
    const code = /^`(.*)`$/.exec(cell!)?.[1]?.replace('PORT', '3000');
    // A default in words, or none, stands where the value is decided elsewhere.
    if (code === undefined) expect(value ?? []).toEqual([]);
    else expect(isAbsolute(String(value)) ? resolve(code) : code).toBe(String(value));
  });
});
