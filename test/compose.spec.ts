import { getMetadataStorage } from 'class-validator';
import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings, Settings } from '../src/platform/config/settings.js';

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

const settings = [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(Settings, '', false, false)
      .map((m) => m.propertyName),
  ),
];

describe('docker-compose.yml', () => {
  it('runs two API processes, a worker, their servers and a proxy', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['api', 'postgres', 'proxy', 'redis', 's3', 'worker']);
    expect(api.environment).toMatchObject({ ROLE: 'api', APP_ENV: 'production' });
    expect(api.deploy).toEqual({ replicas: 2 });
    expect(worker.environment).toEqual({ ...api.environment, ROLE: 'worker' });
    expect(api.image).toBe(worker.image);
    expect(postgres.image).toBe('postgres:18');
    expect(redis.image).toBe('redis:8');
  });

  it('gives the application settings that it knows, and hands on every one that is not settled here', () => {
    const given = Object.keys(api.environment!);
    expect(given.filter((name) => !settings.includes(name))).toEqual([]);
    const settledByImage = ['DATA_DIR', 'HOST', 'PORT'];
    expect(settings.filter((name) => !given.includes(name)).sort()).toEqual(settledByImage);
  });

  it('gives settings that the application accepts', () => {
    const secrets: Record<string, string> = {
      SECRETS_KEY: 'x'.repeat(32),
      POSTGRES_PASSWORD: 'abc123',
      S3_SECRET_ACCESS_KEY: 'def456',
    };
    const interpolate = (value: string) =>
      value.replace(
        /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
        (_, name: string, fallback = '') => secrets[name] ?? fallback,
      );
    const env = Object.fromEntries(Object.entries(api.environment!).map(([name, value]) => [name, interpolate(value)]));
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
      S3_ACCESS_KEY_ID: s3.environment!.ROOT_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: s3.environment!.ROOT_SECRET_ACCESS_KEY,
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
      { postgres: healthy, redis: healthy, s3: healthy },
      { postgres: healthy, redis: healthy, s3: healthy },
    ]);
    expect(proxy.depends_on).toEqual({ api: healthy });
    expect([postgres.healthcheck, redis.healthcheck, s3.healthcheck]).not.toContain(undefined);
  });

  it('keeps what Redis acknowledged, and lets it refuse rather than forget', () => {
    expect(redis.command?.join(' ')).toBe('redis-server --appendonly yes --maxmemory-policy noeviction');
    expect(redis.volumes).toEqual(['redis:/data']);
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

const composer = [['docker', 'compose'], ['docker-compose']].find(
  ([name, ...args]) => spawnSync(name!, [...args, 'version']).status === 0,
);

describe.skipIf(!composer)('docker-compose.yml for Compose itself', () => {
  // No container engine is needed: `config` checks the file against Compose's own schema and puts the variables in.
  const secrets = { SECRETS_KEY: 'x'.repeat(32), POSTGRES_PASSWORD: 'abc123', S3_SECRET_ACCESS_KEY: 'def456' };
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'suite-compose-'));
    await cp(join(root, 'docker-compose.yml'), join(directory, 'docker-compose.yml'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function config(env: Record<string, string>): Promise<string> {
    const [name, ...args] = composer!;
    const { PATH, HOME } = process.env;
    const options = { cwd: directory, env: { PATH, HOME, ...env } };
    return (await promisify(execFile)(name!, [...args, 'config'], options)).stdout;
  }

  it('is valid', async () => {
    const resolved = parse(await config(secrets));
    expect(resolved.services.worker.environment.DATABASE_URL).toBe('postgres://suite:abc123@postgres:5432/suite');
  });

  it.each(['SECRETS_KEY', 'POSTGRES_PASSWORD', 'S3_SECRET_ACCESS_KEY'] as const)(
    'is refused without %s, saying so',
    async (name) => {
      const { [name]: _, ...rest } = secrets;
      await expect(config(rest)).rejects.toThrow(`set ${name} in .env`);
      await expect(config({ ...secrets, [name]: '' })).rejects.toThrow(`set ${name} in .env`);
    },
  );
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
    expect(last.at(-1)).toBe('CMD ["node", "dist/src/main.js"]');
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
