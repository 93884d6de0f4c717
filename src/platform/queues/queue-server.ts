import { Logger } from '@nestjs/common';
import {
  type BackendFactory,
  createRedisBackend,
  DEFAULT_SCHEMA,
  type Job,
  PostgresConnection,
  type PostgresPoolConfig,
  PostgresQueueBackend,
  type Processor,
  Queue,
  type QueueOptions,
  runMigrations,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import { EventEmitter, once } from 'node:events';
import { Client, type ClientConfig, type Pool } from 'pg';
import { sentinelOptions } from '../config/redis.js';
import type { Settings } from '../config/settings.js';
import { KEEP_ALIVE } from '../database/data-source.js';
import { outliveConnections } from '../database/database.js';
import { PrimaryClient } from '../database/primary-client.js';

/** Poll interval of an idle worker, in addition to notifications. */
export const IDLE_SECONDS = 60;
/** Options of every queue. */
export const QUEUE_DEFAULTS = {
  prefix: 'suite',
  defaultJobOptions: { removeOnComplete: true, removeOnFail: { count: 1000, age: 7 * 24 * 3600 } },
  // BullMQ's own log of events, which nobody here reads.
  streams: { events: { maxLen: 100 } },
};
/** Time that a running job has to end at shutdown. */
const GRACE_MS = 30_000;

/**
 * The queue server of an application: Redis, or PostgreSQL (schema `bullmq`) without `REDIS_URL`. Queues and workers share its
 * connection; on Redis each worker adds a blocking one.
 */
export class QueueServer {
  private constructor(readonly connection: SharedRedis | SharedPostgres) {}

  /** Connects. PostgreSQL must be there (the application cannot start without it); Redis may come later. */
  static async open(settings: Settings): Promise<QueueServer> {
    if (settings.REDIS_URL) {
      // Unlimited retries, because workers wait until Redis is back.
      const redis = new SharedRedis(settings.REDIS_URL, {
        maxRetriesPerRequest: null,
        keepAlive: 10_000,
        ...sentinelOptions(settings),
      });
      redis.on('error', reportOnce);
      await once(redis, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => {});
      return new QueueServer(redis);
    }
    const postgres = new SharedPostgres({
      connectionString: settings.directUrl,
      // Beside the one that listens.
      max: settings.queueConnections - 1,
      ...KEEP_ALIVE,
      Client: PrimaryClient,
      connectionTimeoutMillis: 2 * settings.DATABASE_WAIT_SECONDS * 1_000,
      application_name: 'suite-queues',
      // Asynchronous commits: jobs are only wake-ups, so losing one is harmless. BullMQ sends NOTIFY when it writes, which
      // takes a cluster-wide lock that would be held until the disk flush.
      options: '-c synchronous_commit=off',
      // The serving role has no right to migrate; startup has done it as the owner.
      migrate: settings.MIGRATE === 'on' && !settings.DATABASE_OWNER_URL,
    });
    postgres.on('error', reportOnce);
    await postgres.waitUntilReady().catch(async (error) => {
      await postgres.close();
      throw error;
    });
    return new QueueServer(postgres);
  }

  /** False if the queue server is known to be down. */
  get reachable(): boolean {
    return !(this.connection instanceof Redis) || this.connection.status === 'ready';
  }

  async close(): Promise<void> {
    if (this.connection instanceof SharedRedis) return this.connection.disconnectAll();
    // Closing the pool does not wait for its connections. If the server stops at the same time, their errors would be reported
    // by the queues.
    this.connection.removeAllListeners('error');
    await this.connection.close();
  }
}

/**
 * Brings BullMQ's schema in a PostgreSQL database up to date, under BullMQ's own advisory lock.
 * Processes with `MIGRATE=off` then need no right to change the schema.
 */
export async function migrateQueues(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await runMigrations(client, DEFAULT_SCHEMA);
  } finally {
    await client.end();
  }
}

/**
 * BullMQ adds its error handler to the LISTEN client after connecting. If the server ends in that moment, an unhandled error
 * would end the process.
 */
class HeardClient extends PrimaryClient {
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/**
 * The Redis connection shared by queues and workers, and duplicated by workers for blocking calls. BullMQ does not disconnect a
 * duplicate whose server is down when its worker closes: it would retry for ever and log each failure.
 */
export class SharedRedis extends Redis {
  readonly #copies = new Set<Redis>();

  override duplicate(override?: Parameters<Redis['duplicate']>[0]): Redis {
    const copy = super.duplicate(override);
    copy.on('error', () => undefined);
    copy.once('end', () => this.#copies.delete(copy));
    this.#copies.add(copy);
    return copy;
  }

  disconnectAll(): void {
    for (const redis of [this, ...this.#copies]) redis.disconnect();
  }
}

/** One pool and one LISTEN client for all queues and workers of an application. */
export class SharedPostgres extends PostgresConnection {
  #listener?: unknown;

  constructor(config: PostgresPoolConfig) {
    super(config);
    Object.assign(this, { pgModule: { Client: HeardClient } });
    outliveConnections(this.pool as Pool);
    this.setMaxListeners(0);
  }

  override async getListenClient() {
    const client = await super.getListenClient();
    if (client === this.#listener) return client;
    this.#listener = client;
    if (client instanceof EventEmitter) client.setMaxListeners(0);
    // All workers subscribe at once, and pg wants one query after the other.
    const query = client.query.bind(client);
    let last: Promise<unknown> = Promise.resolve();
    client.query = <R>(text: string, params?: readonly unknown[]) => {
      const result = last.then(() => query<R>(text, params));
      last = result.catch(() => {});
      return result;
    };
    return client;
  }
}

class SharedPostgresBackend extends PostgresQueueBackend {
  /** Bounds how long a worker waits for a notification on a silently dead connection. */
  override get maximumBlockTimeout() {
    return IDLE_SECONDS;
  }

  /** A starting server refuses at once and the worker retries at once; this adds a delay. */
  override async moveToActive(token: string, name?: string) {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      throw error;
    }
  }

  /** Skips the check for stalled jobs when none is running, so that it writes nothing. */
  override async moveStalledJobsToWait() {
    const running = `select 1 from ${this.schema}.job where queue = $1 and state = 'active' limit 1`;
    const { rows } = await (this.connection.pool as Pool).query(running, [this.queueName]);
    return rows.length ? super.moveStalledJobsToWait() : [];
  }

  /** The application closes the shared connection, after all its users. */
  override async close() {
    await this.disconnectBlocking();
  }

  override disconnect() {
    return this.close();
  }
}

/** The backend is chosen by connection, so that applications with different servers can share a process. */
const backendFor: BackendFactory<any> = (name, options, kind) => {
  const connection: unknown = options.connection;
  if (!(connection instanceof SharedPostgres)) return createRedisBackend(name, options, kind);
  return new SharedPostgresBackend(connection, name, { ...options, connection: connection.pool });
};

export class SuiteQueue extends Queue {
  constructor(name: string, options: QueueOptions) {
    super(name, options, backendFor);
    this.on('error', reportOnce);
  }
}

/** A worker that logs errors and bounds its shutdown. */
export class SuiteWorker extends Worker {
  readonly #logger = new Logger(`Queue ${this.name}`);
  #ended?: Promise<void>;

  constructor(name: string, processor: Processor, options: WorkerOptions) {
    super(name, processor, options, backendFor);
    this.on('error', reportOnce);
    // A warning even after the last attempt: the work is a row, which the sweep finds again.
    this.on('failed', (job, error) => this.#logger.warn(error, `${describe(job)} failed: ${error.message}`));
    this.on('stalled', (id) => this.#logger.warn(`Job ${id} was left by a process that died; it runs again`));
  }

  /** Takes no more jobs and waits for the running ones, 30 s at most; what still runs then is run again elsewhere. */
  override close(force = false): Promise<void> {
    return (this.#ended ??= this.#end(force));
  }

  async #end(force: boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<true>((resolve) => (timer = setTimeout(resolve, GRACE_MS, true)));
    const connection: unknown = this.opts.connection;
    // Without Redis no job can complete, and BullMQ would wait for it.
    const away = connection instanceof Redis && connection.status !== 'ready';
    const gaveUp = await Promise.race([super.close(force || away), late]);
    clearTimeout(timer);
    if (!gaveUp) return;
    this.#logger.warn('A running job did not end in time; another process will run it again');
    await this.lockManager.close();
    await this.getBackend().close(true);
  }
}

function describe(job: Job | undefined): string {
  if (!job) return 'A job';
  return `${job.name} ${job.id} (attempt ${job.attemptsMade} of ${job.opts.attempts || 1})`;
}

const logger = new Logger('Queues');
const reported = new Map<string, number>();

/** Logs connection errors, at most once in 10 s per message, because every queue and worker reports the same one. */
function reportOnce(error: Error): void {
  const text = error.message || String((error as NodeJS.ErrnoException).code ?? error);
  const now = Date.now();
  for (const [known, at] of reported) if (now - at > 10_000) reported.delete(known);
  if (reported.has(text)) return;
  reported.set(text, now);
  logger.warn(error, text);
}
