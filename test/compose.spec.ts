import { getMetadataStorage } from 'class-validator';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { prepareSchema } from '../src/platform/cli/schema.js';
import { anyFreePort } from '../src/platform/database/embedded/free-port.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { readSettings, SECRET_SETTINGS } from '../src/platform/config/read-settings.js';
import { Settings } from '../src/platform/config/settings.js';
import { isMissing } from './support/programs.js';
import { startTestApp } from './support/test-app.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFile(join(root, name), 'utf8');

interface Service {
  image: string;
  build?: string;
  user?: string;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  networks: string[];
  volumes: string[];
  deploy?: { replicas: number };
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  [setting: string]: unknown;
}

const text = await read('docker-compose.yml');
const compose: { services: Record<string, Service>; networks: Record<string, { internal?: boolean } | null> } = parse(
  text,
  { merge: true },
);
const { proxy, api, worker, postgres, redis, s3 } = compose.services as Record<
  'proxy' | 'api' | 'worker' | 'postgres' | 'redis' | 's3',
  Service
>;
const services = Object.entries(compose.services);

/** Values of the variables without which Compose refuses the file. */
const SECRETS = {
  SECRETS_KEY: 'x'.repeat(32),
  POSTGRES_PASSWORD: 'abc123',
  POSTGRES_OWNER_PASSWORD: 'abc124',
  POSTGRES_SERVING_PASSWORD: 'abc125',
  REDIS_PASSWORD: 'abc126',
  S3_SECRET_ACCESS_KEY: 'def456',
  S3_ROOT_SECRET_ACCESS_KEY: 'def457',
};

const settings = [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(Settings, '', false, false)
      .map((m) => m.propertyName),
  ),
];

/** Settings of other deployments: backups by schedule are of the embedded PostgreSQL, and one Redis has no Sentinels. */
const OF_OTHERS = /^(BACKUP|REDIS_SENTINEL)/;

describe('docker-compose.yml', () => {
  it('runs two API processes, a worker, their servers and a proxy', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['api', 'postgres', 'proxy', 'redis', 's3', 'worker']);
    expect(api.environment).toMatchObject({ ROLE: 'api', APP_ENV: 'production', MIGRATE: 'off' });
    expect(api.deploy).toEqual({ replicas: 2 });
    const { DATABASE_OWNER_URL, ...shared } = worker.environment!;
    expect(DATABASE_OWNER_URL).toMatch(/^postgres:\/\/suite_owner:/);
    expect(shared).toEqual({ ...api.environment, ROLE: 'worker', MIGRATE: '${MIGRATE:-}' });
    expect(api.image).toBe(worker.image);
    expect(postgres.image).toBe('postgres:18');
    expect(redis.image).toBe('redis:8');
  });

  it('gives the application settings that it knows, and hands on every one that is not settled here', () => {
    const given = Object.keys(worker.environment!);
    expect(given.filter((name) => !settings.includes(name))).toEqual([]);
    const settledByImage = ['DATA_DIR', 'HOST', 'PORT'];
    const missing = settings.filter((name) => !given.includes(name) && !OF_OTHERS.test(name));
    expect(missing.sort()).toEqual(settledByImage);
  });

  it('gives settings that the application accepts', () => {
    const interpolate = (value: string) =>
      value.replace(
        /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
        (_, name: string, fallback = '') => SECRETS[name as keyof typeof SECRETS] ?? fallback,
      );
    const env = Object.fromEntries(
      Object.entries(worker.environment!).map(([name, value]) => [name, interpolate(value)]),
    );
    expect(readSettings(env)).toMatchObject({
      APP_ENV: 'production',
      TRUST_PROXY: '1',
      MIGRATE: 'on',
      RATE_LIMIT: 600,
      S3_BUCKET: 'suite-files',
      MAX_FILE_BYTES: 50 * 2 ** 30,
    });
  });

  it('keeps files in the store beside it, whose links lead through the proxy', async () => {
    expect(api.environment).toMatchObject({
      S3_ENDPOINT: 'http://s3:9000',
      S3_PUBLIC_ENDPOINT: '${BASE_URL:-http://localhost}',
      S3_BUCKET: s3.environment!.S3_BUCKET,
      S3_ACCESS_KEY_ID: s3.environment!.S3_ACCESS_KEY_ID,
      S3_REGION: s3.environment!.VGW_REGION,
    });
    expect(proxy.environment!.S3_BUCKET).toBe(s3.environment!.S3_BUCKET);
    expect(await read('deploy/Caddyfile')).toContain('path /{$S3_BUCKET:suite-files}/*');
  });

  it('hands on what the application compressed, and compresses nothing that it did not', async () => {
    // Answers that mix secrets with input are not compressed (docs/security.md).
    expect(await read('deploy/Caddyfile')).not.toMatch(/^\s*encode\b/m);
  });

  it('lets only the proxy be reached, and keeps the servers off the outside', () => {
    expect(services.filter(([, service]) => service.ports).map(([name]) => name)).toEqual(['proxy']);
    expect([compose.networks.inside, compose.networks.files]).toEqual([{ internal: true }, { internal: true }]);
    expect([proxy.networks, s3.networks]).toEqual([['outside', 'files'], ['files']]);
    expect([postgres.networks, redis.networks]).toEqual([['inside'], ['inside']]);
  });

  it('starts the application once its servers are there, and the proxy once the application is', () => {
    const healthy = { condition: 'service_healthy' };
    expect([api.depends_on, worker.depends_on]).toEqual([
      { postgres: healthy, redis: healthy, s3: healthy, worker: healthy },
      { postgres: healthy, redis: healthy, s3: healthy },
    ]);
    expect(proxy.depends_on).toEqual({ api: healthy });
    expect([postgres.healthcheck, redis.healthcheck, s3.healthcheck]).not.toContain(undefined);
  });

  it('keeps what Redis acknowledged, and lets it refuse rather than forget', async () => {
    expect(await read('deploy/redis.sh')).toContain(' --appendonly yes --maxmemory-policy noeviction ');
    expect(redis.volumes).toEqual(['redis:/data', './deploy/redis.sh:/suite/redis.sh:ro']);
  });

  it.each(services)('%s restarts, has no rights it does not need and a log that ends', (name, service) => {
    expect(service).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    });
    expect(service.cap_add).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined);
    expect(service.stop_grace_period).toBeDefined();
    expect(service.privileged).toBeUndefined();
  });

  it('gives the application longer to stop than it takes', () => {
    expect([api.stop_grace_period, worker.stop_grace_period]).toEqual(['40s', '40s']);
  });
});

describe('deploy/compose.files.yml', async () => {
  const files = parse(await read('deploy/compose.files.yml'), { merge: true });

  it('has a file for each secret of the application, and gives every service the files that it names', () => {
    const { api: serving, worker: working, ...servers } = files.services;
    // The name of the user of the bucket is no secret.
    const expected = SECRET_SETTINGS.filter((name) => name !== 'S3_ACCESS_KEY_ID' && !OF_OTHERS.test(name));
    const fileOf = (name: string) => [name, ''] as const;
    expect(working.environment).toEqual(
      Object.fromEntries(
        expected.flatMap((name) => [fileOf(name), [`${name}_FILE`, `/run/secrets/${name.toLowerCase()}`]]),
      ),
    );
    const { DATABASE_OWNER_URL: _, DATABASE_OWNER_URL_FILE: _file, ...shared } = working.environment;
    expect(serving.environment).toEqual(shared);
    for (const { environment, secrets } of [serving, working, ...(Object.values(servers) as any[])]) {
      const named = Object.values(environment as Record<string, string>).filter(Boolean);
      expect(named.map((path) => path.replace('/run/secrets/', '')).toSorted()).toEqual(secrets.toSorted());
      for (const secret of secrets) expect(files.secrets[secret]).toEqual({ file: `./secrets/${secret}` });
    }
  });
});

const composer = [['docker', 'compose'], ['docker-compose']].find(
  ([name, ...args]) => spawnSync(name!, [...args, 'version']).status === 0,
);

describe.skipIf(isMissing('docker-compose', composer !== undefined))('docker-compose.yml for Compose itself', () => {
  // No container engine is needed: `config` checks the file against Compose's own schema and puts the variables in.
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'suite-compose-'));
    for (const name of ['docker-compose.yml', 'deploy'])
      await cp(join(root, name), join(directory, name), { recursive: true });
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function config(env: Record<string, string>, ...files: string[]): Promise<string> {
    const [name, ...args] = composer!;
    const { PATH, HOME } = process.env;
    const options = { cwd: directory, env: { PATH, HOME, ...env } };
    return (await promisify(execFile)(name!, [...args, ...files.flatMap((file) => ['-f', file]), 'config'], options))
      .stdout;
  }

  it('is valid', async () => {
    const { api, worker } = parse(await config(SECRETS)).services;
    for (const { environment } of [api, worker])
      expect(environment.DATABASE_URL).toBe('postgres://suite:abc125@postgres:5432/suite');
    expect(worker.environment.DATABASE_OWNER_URL).toBe('postgres://suite_owner:abc124@postgres:5432/suite');
    expect(api.environment.DATABASE_OWNER_URL).toBeUndefined();
  });

  it('takes every secret from a file as well', async () => {
    const { services } = parse(await config(SECRETS, 'docker-compose.yml', 'deploy/compose.files.yml'));
    const { environment } = services.worker;
    for (const name of ['SECRETS_KEY', 'DATABASE_OWNER_URL', 'SMTP_URL', 'METRICS_TOKEN'])
      expect([environment[name], environment[`${name}_FILE`]]).toEqual(['', `/run/secrets/${name.toLowerCase()}`]);
    expect(services.redis.environment.REDIS_PASSWORD_FILE).toBe('/run/secrets/redis_password');
  });

  it.each(Object.keys(SECRETS) as (keyof typeof SECRETS)[])('is refused without %s, saying so', async (name) => {
    const { [name]: _, ...rest } = SECRETS;
    await expect(config(rest)).rejects.toThrow(`set ${name} in .env`);
    await expect(config({ ...SECRETS, [name]: '' })).rejects.toThrow(`set ${name} in .env`);
  });
});

describe('deploy/Caddyfile', async () => {
  const caddyfile = await read('deploy/Caddyfile');

  it('leaves versions, ciphers and certificates to Caddy, whose defaults are TLS 1.2 and 1.3 and public certificates', () => {
    // https://caddyserver.com/docs/caddyfile/directives/tls: weaker ones, or an authority of its own, need one of these words.
    expect(caddyfile).not.toMatch(/^\s*(tls|protocols|ciphers|curves|local_certs|acme_ca|skip_install_trust)\b/m);
  });

  it('redirects plain HTTP for pages, and refuses it where credentials come', () => {
    expect(caddyfile).toContain('auto_https disable_redirects');
    const plain = /^http:\/\/ \{\n([\s\S]*?)^\}/m.exec(caddyfile)![1]!;
    expect(plain).toContain('@credentials path /v1 /v1/* /oauth/token /mcp /mcp/*');
    expect(plain).toMatch(/handle @credentials \{[^}]*respond `[^`]*` 403\s+\}/);
    expect(plain).toMatch(/handle \{\s+redir https:\/\/\{host\}\{uri\} 308\s+\}/);
    expect(plain).not.toContain('reverse_proxy');
  });
});

const lacks = (program: string) => isMissing(program, spawnSync(program, ['--version']).status === 0);

describe.skipIf(lacks('redis-server'))('deploy/redis.sh', () => {
  it('starts a Redis whose one user works queues, and cannot administer it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'suite-redis-'));
    const port = String(await anyFreePort());
    const env = { PATH: process.env.PATH, TMPDIR: directory, REDIS_PASSWORD: 'abc126' };
    const args = [join(root, 'deploy/redis.sh'), '--port', port, '--dir', directory];
    const server = spawn('sh', args, { env, stdio: 'ignore' });
    onTestFinished(async () => {
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
      await rm(directory, { recursive: true, force: true });
    });
    const ask = (...command: string[]) =>
      spawnSync('redis-cli', ['-p', port, '--no-auth-warning', '--user', 'suite', ...command], {
        env: { ...env, REDISCLI_AUTH: 'abc126' },
        encoding: 'utf8',
      }).stdout.trim();
    await expect.poll(() => ask('ping')).toBe('PONG');
    expect(ask('set', 'bull:x', '1')).toBe('OK');
    expect(ask('info', 'server')).toContain('redis_version');
    for (const command of [['config', 'get', '*'], ['flushall'], ['acl', 'list'], ['shutdown']])
      expect(ask(...command), command[0]).toMatch(/^NOPERM/);
    const suite = await startTestApp({ REDIS_URL: `redis://suite:abc126@127.0.0.1:${port}`, RATE_LIMIT: '600' });
    onTestFinished(() => suite.close());
    const { body } = await suite.client.post('/v1/guard/audit-logs/export', { format: 'csv' });
    const status = async () => (await suite.client.get(`/v1/guard/exports/${body.job_id}`)).body.status;
    await expect.poll(status).toBe('completed');
    expect((await suite.client.get('/v1/operations/queues')).status).toBe(200);
    const anybody = spawnSync('redis-cli', ['-p', port, 'ping'], { env, encoding: 'utf8' });
    expect(anybody.stdout + anybody.stderr).toMatch(/NOAUTH/);
  });
});

describe.skipIf(lacks('psql'))('deploy/postgres.sh', () => {
  it('makes an owner and a role that serves, neither of them a superuser', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'suite-roles-'));
    const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
    onTestFinished(async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const { username, password, hostname, port, pathname } = new URL(postgres.url);
    const database = pathname.slice(1);
    const env = {
      PATH: process.env.PATH,
      PGHOST: hostname,
      PGPORT: port,
      PGPASSWORD: decodeURIComponent(password),
      POSTGRES_USER: username,
      POSTGRES_DB: database,
      POSTGRES_OWNER_PASSWORD: 'abc124',
      POSTGRES_SERVING_PASSWORD: 'abc125',
    };
    await promisify(execFile)('sh', [join(root, 'deploy/postgres.sh')], { env });
    const url = (role: string, secret: string) => `postgres://${role}:${secret}@${hostname}:${port}/${database}`;
    const settings = { DATABASE_URL: url('suite', 'abc125'), DATABASE_OWNER_URL: url('suite_owner', 'abc124') };
    expect(await prepareSchema(readSettings(settings))).not.toEqual([]);
    const client = new pg.Client(settings.DATABASE_URL);
    await client.connect();
    onTestFinished(() => client.end());
    expect((await client.query('select count(*)::int as n from workspaces')).rows).toEqual([{ n: 0 }]);
    for (const sql of ['delete from audit_entries', 'create table mine (id int)'])
      await expect(client.query(sql)).rejects.toThrow('permission denied');
    const { rows } = await client.query(`select rolname from pg_roles where rolname like 'suite%' and rolsuper`);
    expect(rows).toEqual([]);
  });
});

describe('.env.example', async () => {
  const example = await read('.env.example');
  const named = [...example.matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name!);

  it('names every setting, and every variable of docker-compose.yml', () => {
    expect(settings.filter((name) => !named.includes(name))).toEqual([]);
    const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    expect(variables.filter((name) => !named.includes(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('has defaults that the application accepts, and no secret', () => {
    const values = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const);
    const env = Object.fromEntries(values.filter(([name]) => settings.includes(name)));
    expect([env.SECRETS_KEY, env.S3_SECRET_ACCESS_KEY]).toEqual(['', '']);
    env.S3_SECRET_ACCESS_KEY = 'given';
    expect(() => readSettings({ ...env, APP_ENV: 'production' })).toThrow('SECRETS_KEY must be set');
    expect(readSettings(env)).toMatchObject({ RATE_LIMIT: 600, LOG_LEVEL: 'info' });
  });
});

describe('Dockerfile', async () => {
  const dockerfile = await read('Dockerfile');
  const instructions = dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  const stages = instructions
    .join('\n')
    .split(/^(?=FROM )/m)
    .map((stage) => stage.trim().split('\n'));
  const last = stages.at(-1)!;

  it('builds in stages, all on the Node that development uses', async () => {
    expect(stages.length).toBeGreaterThan(1);
    const { dependencies } = JSON.parse(await read('package.json'));
    const major = /\d+/.exec(dependencies.node)![0];
    for (const [from] of stages) expect(from).toMatch(new RegExp(`^FROM node:${major}-slim( AS \\w+)?$`));
  });

  it('brings neither development dependencies nor install scripts into the image', () => {
    const copied = last.filter((line) => line.includes('node_modules'));
    expect(copied).toEqual(['COPY --from=dependencies /app/node_modules node_modules']);
    const dependencies = stages.find(([from]) => from!.endsWith(' AS dependencies'))!.join('\n');
    expect(dependencies).toContain('npm ci --omit=dev --ignore-scripts');
    expect(dependencies).not.toContain('--omit=optional');
    expect(last.filter((line) => line.includes('npm '))).toEqual([]);
  });

  it('runs the entry as a user without rights, and stops and reports as the application does', () => {
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(last).toContain('STOPSIGNAL SIGTERM');
    expect(last.at(-1)).toBe('CMD ["node", "--max-semi-space-size=16", "dist/src/main.js"]');
    expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toContain('/health/ready');
  });

  it('copies only what .dockerignore lets through', async () => {
    const ignore = (await read('.dockerignore')).split('\n');
    expect(ignore).toContain('*');
    const sources = instructions
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    for (const source of sources) expect(ignore).toContain(`!${source}`);
  });
});
