import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';
import { newToken } from '../src/access/api-keys/api-key.token.js';
import { QUOTA } from './bounds.js';
import type { Cluster } from './cluster.js';
import { Member } from './member.js';
import { freePort, kill9, postgresPids } from './processes.js';
import type { Random } from './random.js';

/** The processes that can be killed, and how. */
export type Blow =
  | 'api'
  | 'worker'
  | 'postgres'
  | 'postgres backend'
  | 'postgres owner'
  | 'redis'
  | 'redis, data lost'
  | 'redis emptied'
  | 'all at once';

/** Runs of `secrets rotate` after which it is not the kills that make it fail. */
const MAX_ROTATIONS = 20;
/** Milliseconds that one of them may take. */
const ROTATION_MS = 30_000;

export type Shape = 'parts' | 'whole';

export interface StageOptions {
  /** Data, logs and journal lie below. */
  directory: string;
  redis: boolean;
  workers: number;
  random: Random;
  /** The database, where it is not the embedded one. */
  cluster: Cluster | null;
  /** The root of a release that runs beside this one. */
  beside: string | null;
}

/**
 * The installation under test, in one of two shapes on the same data: `parts` has every part as processes of its own,
 * `whole` is the default, one process with its own PostgreSQL.
 */
export class Stage {
  readonly kills: Partial<Record<Blow, number>> = {};
  readonly key = newToken('test', 'ws_of_this_run');
  readonly #directory: string;
  readonly #victims: Random;
  readonly #pauses: Random;
  readonly #ports: Record<string, number>;
  readonly #parts: Member[];
  /** Those of the parts that are of the other release. */
  readonly #others: Member[];
  readonly #whole: Member;
  readonly #redis: Member | null;
  readonly #cluster: Cluster | null;
  readonly #env: Record<string, string>;
  #running: Member[] = [];
  /** How often `secrets rotate` was run. */
  rotations = 0;

  static async open(options: StageOptions): Promise<Stage> {
    const names = ['postgres', 'redis', 'api-1', 'api-2', 'worker-1', 'worker-2'];
    const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()])));
    return new Stage(options, ports);
  }

  private constructor(
    { directory, redis, workers, random, cluster, beside }: StageOptions,
    ports: Record<string, number>,
  ) {
    this.#directory = directory;
    this.#cluster = cluster;
    this.#victims = random.stream('victims');
    this.#pauses = random.stream('pauses');
    this.#ports = ports;
    mkdirSync(join(directory, 'logs'), { recursive: true });
    mkdirSync(join(directory, 'redis'), { recursive: true });
    const { PATH, HOME, TMPDIR } = process.env;
    this.#env = {
      ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined)),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATA_DIR: join(directory, 'data'),
      BOOTSTRAP_API_KEY: this.key,
      SECRETS_KEY: 'a secret that only the drill knows, long enough',
      RATE_LIMIT: 'off',
      WORKSPACE_STORAGE_BYTES: String(QUOTA),
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      // All five retries within ten seconds.
      WEBHOOK_RETRY_BASE_SECONDS: '0.008',
      WEBHOOK_TIMEOUT_SECONDS: '1',
    };
    const owner = pathOf('./postgres.js');
    const postgres = this.#member('postgres', [process.execPath, owner], () => this.#postgresAnswers());
    this.#redis = redis ? this.#member('redis', this.#redisCommand(), () => this.#redisAnswers()) : null;
    const servers = ['api-1', 'api-2', ...Array.from({ length: workers }, (_, n) => `worker-${n + 1}`)];
    const others = beside ? ['api-2', 'worker-2'] : [];
    this.#others = others.map((name) => this.#app(name, name.split('-')[0]!, beside!));
    this.#parts = [
      ...(cluster ? [] : [postgres]),
      ...(this.#redis ? [this.#redis] : []),
      ...servers.filter((name) => !others.includes(name)).map((name) => this.#app(name, name.split('-')[0]!)),
    ];
    this.#whole = this.#app('whole', 'all');
  }

  /** Only known once the database has been made. */
  get databaseUrl(): string {
    if (this.#cluster) return this.#cluster.url;
    const password = readFileSync(join(this.#env.DATA_DIR!, 'postgres', 'password'), 'utf8').trim();
    return `postgres://workspace:${password}@127.0.0.1:${this.#ports.postgres}/postgres`;
  }

  /** The addresses of the servers of `parts`, as variables. */
  get servers(): Record<string, string> {
    return {
      DATABASE_URL: this.databaseUrl,
      DATABASE_OWNER_URL: this.#cluster?.ownerUrl ?? '',
      REDIS_URL: this.#redis ? `redis://127.0.0.1:${this.#ports.redis}` : '',
    };
  }

  /** Kills all that runs, and starts the given shape on the same data, everything ready; answers the addresses of the API. */
  async take(shape: Shape): Promise<string[]> {
    await this.stop();
    await this.#start(shape === 'parts' ? this.#parts : [this.#whole]);
    const port = (name: string) => `http://127.0.0.1:${this.#ports[name]}`;
    return shape === 'parts' && !this.#others.length ? [port('api-1'), port('api-2')] : [port('api-1')];
  }

  /** Starts the other release alone; answers the addresses of its API. */
  async takeOther(): Promise<string[]> {
    const isServer = ({ name }: Member) => /^(api|worker)/.test(name);
    await this.#start([...this.#parts.filter((member) => !isServer(member)), ...this.#others]);
    return [`http://127.0.0.1:${this.#ports['api-2']}`];
  }

  /** Starts this release beside the other one, so that it migrates; answers the addresses of both. */
  async upgrade(): Promise<string[]> {
    const more = this.#parts.filter((member) => !this.#running.includes(member));
    this.#running = [...this.#running, ...more];
    for (const member of more) member.start();
    await this.whenReady();
    return ['api-1', 'api-2'].map((name) => `http://127.0.0.1:${this.#ports[name]}`);
  }

  async #start(members: Member[]): Promise<void> {
    this.#running = members;
    const [first, ...others] = this.#running;
    await this.#cluster?.start();
    first!.start();
    // The address of the database is in the environment of the others.
    await first!.whenReady();
    for (const member of others) member.start();
    await Promise.all(others.map((member) => member.whenReady()));
  }

  /** From the next start on there is another `SECRETS_KEY`, and this one is the key before. */
  changeKey(): void {
    this.#env.SECRETS_KEY_PREVIOUS = this.#env.SECRETS_KEY!;
    this.#env.SECRETS_KEY = randomBytes(32).toString('base64');
  }

  /**
   * Encrypts all secrets anew (`cli secrets rotate`) while the processes serve, as often as it takes when the database is killed. From
   * the next start on there is no key before.
   */
  async rotateSecrets(): Promise<void> {
    const env = { DATABASE_URL: this.databaseUrl, MIGRATE: 'off' };
    for (let fault: string | null = ''; fault !== null;) {
      // One whose database was killed may wait for it.
      fault = await this.cli(['secrets', 'rotate'], env, ROTATION_MS);
      this.rotations++;
      if (fault !== null && this.rotations > MAX_ROTATIONS) throw new Error(`secrets rotate fails: ${fault}`);
      if (fault !== null) await sleep(500);
    }
    delete this.#env.SECRETS_KEY_PREVIOUS;
  }

  /** Runs a command in the environment of the processes, for at most so many milliseconds. Null, or what it said as it failed. */
  cli(args: readonly string[], env: Record<string, string>, timeout: number): Promise<string | null> {
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [pathOf('../src/cli.js'), ...args],
        { env: { ...this.#env, ...env }, timeout, killSignal: 'SIGKILL' },
        (error, _, stderr) => resolve(error && (stderr || error.message)),
      );
    });
  }

  /** Resolves when every process does its work. */
  async whenReady(): Promise<void> {
    await Promise.all(this.#running.map((member) => member.whenReady()));
  }

  /** Kills everything and leaves it so. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.map((member) => member.stop()));
    this.#postgresPids().forEach(kill9);
    await this.#cluster?.stop();
    this.#running = [];
  }

  /** Faults of the processes. */
  get faults(): string[] {
    const path = join(this.#directory, 'logs', 'postgres.log');
    const log = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // Killed by us is 9.
    const crashes = log.match(/^.*was terminated by signal (?!9\b)\d+.*\n.*$/gm) ?? [];
    return [...crashes, ...[...this.#parts, ...this.#others, this.#whole].flatMap((member) => member.faults)];
  }

  /** The blows that a shape can take, some more often than others. */
  blows(shape: Shape): Blow[] {
    if (shape === 'whole') return ['all at once', 'all at once', 'postgres', 'postgres backend'];
    const redis: Blow[] = this.#redis ? ['redis', 'redis, data lost', 'redis emptied'] : [];
    return [
      'api',
      'api',
      'worker',
      'worker',
      'postgres',
      'postgres backend',
      'postgres owner',
      'all at once',
      ...redis,
    ];
  }

  async strike(blow: Blow): Promise<void> {
    this.kills[blow] = (this.kills[blow] ?? 0) + 1;
    const named = (role: string) => this.#running.filter(({ name }) => name.startsWith(role));
    switch (blow) {
      case 'api':
      case 'worker':
        return this.#one(named(blow)).forEach((member) => member.kill());
      case 'postgres':
        return this.#postgresPids().slice(0, 1).forEach(kill9);
      case 'postgres backend':
        return this.#one(this.#postgresPids().slice(1)).forEach(kill9);
      case 'postgres owner':
        return named('postgres')[0]?.kill();
      case 'redis':
        return this.#redis!.kill();
      case 'redis, data lost':
        rmSync(join(this.#directory, 'redis', 'appendonlydir'), { recursive: true, force: true });
        return this.#redis!.kill();
      case 'redis emptied':
        return this.#onRedis((redis) => redis.flushall()).then(
          () => undefined,
          () => undefined,
        );
      case 'all at once':
        for (const member of this.#running) member.kill();
        return this.#postgresPids().forEach(kill9);
    }
  }

  #one<T>(list: T[]): T[] {
    const index = Math.floor(this.#victims.next() * list.length);
    return list.slice(index, index + 1);
  }

  #postgresPids(): number[] {
    return postgresPids(join(this.#env.DATA_DIR!, 'postgres', 'cluster'));
  }

  /** `root`: of a build. */
  #app(name: string, role: string, root = pathOf('../..')): Member {
    const port = this.#ports[role === 'all' ? 'api-1' : name]!;
    const alone = role === 'all';
    return this.#member(
      name,
      [process.execPath, join(root, 'dist', 'src', 'main.js')],
      async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok,
      () => ({
        ROLE: role,
        PORT: String(port),
        ...(alone ? { DATABASE_URL: '', REDIS_URL: '' } : this.servers),
      }),
    );
  }

  #member(
    name: string,
    command: string[],
    ready: () => Promise<boolean>,
    env = (): Record<string, string> => ({ PORT: String(this.#ports[name]) }),
  ): Member {
    return new Member({
      name,
      command,
      env: () => ({ ...this.#env, ...env() }),
      logs: join(this.#directory, 'logs'),
      ready,
      pause: () => this.#pauses.between(20, 1_200),
    });
  }

  #redisCommand(): string[] {
    const directory = join(this.#directory, 'redis');
    const port = String(this.#ports.redis);
    return [
      'redis-server',
      '--port',
      port,
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
      '--save',
      '',
      '--appendonly',
      'yes',
    ];
  }

  async #redisAnswers(): Promise<boolean> {
    return this.#onRedis(async (redis) => (await redis.ping()) === 'PONG');
  }

  async #onRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.#ports.redis!, '127.0.0.1', { retryStrategy: null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    return work(redis).finally(() => redis.disconnect());
  }

  async #postgresAnswers(): Promise<boolean> {
    const client = new pg.Client(this.databaseUrl);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Whether there is a Redis to be had. */
export const hasRedis = () => spawnSync('redis-server', ['--version']).status === 0;
