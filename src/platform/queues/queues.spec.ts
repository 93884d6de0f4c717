import { Global, Module } from '@nestjs/common';
import { getQueueToken, WorkerHost } from '@nestjs/bullmq';
import { Test, type TestingModule } from '@nestjs/testing';
import type { Job, Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { readSettings } from '../config/read-settings.js';
import { Settings } from '../config/settings.js';
import { recordingLogger } from '../../../test/support/recording-logger.js';
import { startRedis } from '../../../test/support/redis.js';
import { QueueProcessor, type QueueProcessorOptions } from './queue-processor.js';
import { migrateQueues, QueueServer, SuiteWorker } from './queue-server.js';
import { QueuesModule } from './queues.module.js';
import { Queues } from './queues.js';

const databaseUrl = process.env.TEST_DATABASE_URL;
const redis = await startRedis();

const onPostgres = { DATABASE_URL: databaseUrl };
const onRedis = { DATABASE_URL: databaseUrl, REDIS_URL: redis?.url };
const backends = [{ backend: 'PostgreSQL', env: onPostgres }, ...(redis ? [{ backend: 'Redis', env: onRedis }] : [])];

type Work = (job: Job) => unknown;
const running: TestingModule[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});
afterAll(async () => {
  await redis?.stop();
});

/** An application with one queue, whose jobs are given to `work`. */
async function start(env: NodeJS.ProcessEnv, name: string, work: Work, options?: QueueProcessorOptions) {
  @QueueProcessor(name, options)
  class TestProcessor extends WorkerHost {
    async process(job: Job) {
      return work(job);
    }
  }

  @Global()
  @Module({ providers: [{ provide: Settings, useValue: readSettings(env) }], exports: [Settings] })
  class ConfigModule {}

  const imports = [ConfigModule, QueuesModule, QueuesModule.queue(name)];
  const app = await Test.createTestingModule({ imports, providers: [TestProcessor] }).compile();
  app.useLogger(false);
  await app.init();
  running.push(app);
  return { app, queues: app.get(Queues), worker: () => app.get(TestProcessor).worker };
}

const aQueue = () => `spec-${randomUUID()}`;

/** A promise and the function that resolves it. */
function gate() {
  let resolve!: () => void;
  const promise = new Promise<void>((opened) => (resolve = opened));
  return { promise, resolve };
}

describe.each(backends)('queues on $backend', ({ env }) => {
  it('run each added job once, with its name and data', async () => {
    const name = aQueue();
    const seen: string[] = [];
    const { queues } = await start(env, name, (job) => seen.push(`${job.name} ${job.data.id}`), { concurrency: 8 });
    await Promise.all(Array.from({ length: 50 }, (_, id) => queues.add(name, 'deliver', { id })));
    await queues.whenIdle();
    expect(seen.toSorted()).toEqual(Array.from({ length: 50 }, (_, id) => `deliver ${id}`).toSorted());
  });

  it('run a delayed job, which whenIdle does not wait for', async () => {
    const name = aQueue();
    const ran = gate();
    const { queues } = await start(env, name, () => ran.resolve());
    await queues.add(name, 'later', {}, { delay: 200 });
    await queues.whenIdle();
    await ran.promise;
  });

  it('are worked only by processes whose role it is', async () => {
    const name = aQueue();
    const ran = vi.fn();
    const api = await start({ ...env, ROLE: 'api' }, name, ran);
    await api.queues.add(name, 'x');
    expect(await api.queues.counts()).toEqual({ [name]: { waiting: 1, active: 0, delayed: 0, failed: 0 } });
    expect(() => api.worker()).toThrow();
    await start({ ...env, ROLE: 'worker' }, name, ran);
    await api.queues.whenIdle();
    expect(ran).toHaveBeenCalledOnce();
  });

  it('try a job as often as it asks, count it as failed, and run it again on demand', async () => {
    const name = aQueue();
    const work = vi.fn<Work>(() => Promise.reject(new Error('no')));
    const { app, queues } = await start(env, name, work);
    const { logger, lines } = recordingLogger();
    app.useLogger(logger);
    await queues.add(name, 'x', {}, { attempts: 3 });
    await queues.whenIdle();
    expect(work).toHaveBeenCalledTimes(3);
    expect(await queues.counts()).toMatchObject({ [name]: { failed: 1 } });
    // The work of the job is a row in the database, so it is found again: nothing is lost.
    const told = [1, 2, 3].map((attempt) => ['warn', expect.stringMatching(`attempt ${attempt} of 3\\) failed.*no`)]);
    await eventually(() => expect(lines.filter(([, text]) => text.includes('attempt'))).toEqual(told));
    work.mockResolvedValue(undefined);
    await queues.retryFailed(name);
    await queues.whenIdle();
    expect(work).toHaveBeenCalledTimes(4);
    expect(await queues.counts()).toMatchObject({ [name]: { failed: 0 } });
  });

  it('say which jobs failed and why, the last first, by their ids alone, and run some of them again', async () => {
    const name = aQueue();
    let fails = true;
    const work = vi.fn<Work>(() => (fails ? Promise.reject(new Error('no <ada@example.com>\nat all')) : null));
    const { queues } = await start(env, name, work);
    expect([queues.names, await queues.failed(name)]).toEqual([[name], []]);
    for (const id of ['usr_1', 'usr_2']) {
      await queues.add(name, 'send', { id, workspace_id: 'ws_1', subject: 'Dear Ada', token_id: 'wsk secret' });
      await queues.whenIdle();
    }
    const [second, first] = await queues.failed(name);
    expect([second, first]).toEqual(
      ['usr_2', 'usr_1'].map((id) => ({
        id: expect.any(String),
        name: 'send',
        about: { id, workspace_id: 'ws_1' },
        error: 'no <…@…>',
        attempts: 1,
        failed_at: expect.stringMatching(/^20.*Z$/),
      })),
    );
    expect(second!.failed_at >= first!.failed_at).toBe(true);
    fails = false;
    await queues.retryFailed(name, [first!.id, 'nothing']);
    await queues.whenIdle();
    expect((await queues.failed(name)).map(({ id }) => id)).toEqual([second!.id]);
    // Whoever was faster, it is done once.
    await queues.retryFailed(name, [first!.id]);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('say which of them are paused', async () => {
    const name = aQueue();
    const { app, queues } = await start(env, name, () => {});
    expect(await queues.paused()).toEqual(new Set());
    await app.get<Queue>(getQueueToken(name)).pause();
    expect(await queues.paused()).toEqual(new Set([name]));
    await queues.add(name, 'x');
    expect(await queues.counts()).toMatchObject({ [name]: { waiting: 1 } });
  });

  it('take work that is already waiting or running once, and again after it failed', async () => {
    const name = aQueue();
    const release = gate();
    const work = vi.fn<Work>(() => release.promise.then(() => Promise.reject(new Error('no'))));
    const { queues } = await start(env, name, work);
    const same = { deduplication: { id: 'delivery-1' } };
    await queues.add(name, 'x', {}, same);
    await eventually(() => expect(work).toHaveBeenCalled());
    await queues.add(name, 'x', {}, same);
    release.resolve();
    await queues.whenIdle();
    expect(work).toHaveBeenCalledTimes(1);
    await queues.add(name, 'x', {}, same);
    await queues.whenIdle();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('run the job of a process that died again', async () => {
    const name = aQueue();
    const options = { lockDuration: 400, stalledInterval: 200 };
    const api = await start({ ...env, ROLE: 'api' }, name, () => {});
    await api.queues.add(name, 'x');
    const connection = api.app.get(QueueServer).connection as never;
    const dead = new SuiteWorker(name, async () => {}, { connection, prefix: 'suite', autorun: false, ...options });
    expect(await dead.getNextJob('token')).toBeDefined(); // takes the job and never renews its lock
    const work = vi.fn<Work>();
    const { queues } = await start(env, name, work, options);
    // Once, unless the machine is so busy that the short lock ends under this one as well.
    await eventually(() => expect(work).toHaveBeenCalled());
    await queues.whenIdle();
    await dead.close();
  });

  it('notice a dead process within 30 s', async () => {
    const { worker } = await start(env, aQueue(), () => {});
    const { lockDuration, stalledInterval, maxStalledCount } = worker().opts;
    expect(lockDuration! + stalledInterval!).toBeLessThan(30_000);
    expect(maxStalledCount).toBeGreaterThan(100);
  });

  it('finish the running job before the application closes, and leave the others', async () => {
    const name = aQueue();
    const started = gate();
    const release = gate();
    const done = vi.fn();
    const { app, queues, worker } = await start(env, name, async () => {
      started.resolve();
      await release.promise;
      done();
    });
    await queues.add(name, 'x');
    await queues.add(name, 'x');
    await started.promise;
    const closed = app.close();
    await eventually(() => expect(worker().closing).toBeDefined());
    expect(done).not.toHaveBeenCalled();
    release.resolve();
    await closed;
    expect(done).toHaveBeenCalledOnce();
    const { queues: others } = await start({ ...env, ROLE: 'api' }, name, () => {});
    expect(await others.counts()).toMatchObject({ [name]: { waiting: 1, active: 0 } });
  });

  it('know only the queues that were declared', async () => {
    const { queues } = await start(env, aQueue(), () => {});
    await expect(queues.add('unheard-of', 'x')).rejects.toThrow('There is no queue unheard-of');
  });
});

describe('queues on PostgreSQL', () => {
  it('go on after all their connections broke', async () => {
    const name = aQueue();
    const work = vi.fn();
    const { queues } = await start(onPostgres, name, work);
    await queues.add(name, 'x');
    await queues.whenIdle();
    const admin = new Client(databaseUrl);
    await admin.connect();
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE datname = current_database() AND application_name = 'suite-queues'`);
    await admin.end();
    await eventually(async () => {
      await queues.add(name, 'x');
      expect(work.mock.calls.length).toBeGreaterThan(2);
    });
  });

  it('outlive a connection that breaks while somebody has it', async () => {
    const server = await QueueServer.open(readSettings(onPostgres));
    const client = await (server.connection as unknown as { pool: Pool }).pool.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const admin = new Client(databaseUrl);
    await admin.connect();
    const broken = new Promise<void>((resolve) => client.once('end', resolve));
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await Promise.all([broken, admin.end()]);
    client.release(true);
    await server.close();
  });

  it('hold what is theirs of the pool, however many queues there are', async () => {
    const name = aQueue();
    const { queues } = await start(onPostgres, name, () => {});
    await Promise.all(Array.from({ length: 50 }, () => queues.add(name, 'x')));
    await queues.whenIdle();
    const admin = new Client(databaseUrl);
    await admin.connect();
    const { rows } = await admin.query(`SELECT count(*)::int AS connections FROM pg_stat_activity
                                        WHERE datname = current_database() AND application_name = 'suite-queues'`);
    await admin.end();
    expect(rows[0].connections).toBeLessThanOrEqual(readSettings(onPostgres).queueConnections);
  });

  it('need no migration where it has run', async () => {
    await migrateQueues(databaseUrl!);
    await migrateQueues(databaseUrl!);
    const name = aQueue();
    const work = vi.fn();
    const { queues } = await start({ ...onPostgres, MIGRATE: 'off' }, name, work);
    await queues.add(name, 'x');
    await queues.whenIdle();
    expect(work).toHaveBeenCalledOnce();
  });
});

describe.skipIf(!redis)('queues on Redis', () => {
  it('neither fail nor delay a caller that adds a job while Redis is away, and go on with an empty Redis', async () => {
    const name = aQueue();
    const work = vi.fn();
    const { app, queues } = await start(onRedis, name, work);
    await queues.add(name, 'x');
    await queues.whenIdle();
    await redis!.kill('SIGKILL');
    await eventually(() => expect(app.get(QueueServer).reachable).toBe(false));
    await queues.add(name, 'lost');
    await redis!.start();
    await eventually(() => expect(app.get(QueueServer).reachable).toBe(true));
    await queues.add(name, 'x');
    await eventually(() => expect(work).toHaveBeenCalledTimes(2));
    expect(work.mock.calls.map(([job]) => job.name)).toEqual(['x', 'x']);
  });

  it('live beside those of an application on PostgreSQL in the same process', async () => {
    const name = aQueue();
    const seen: string[] = [];
    const one = await start(onPostgres, name, (job) => seen.push(`PostgreSQL ${job.name}`));
    const two = await start(onRedis, name, (job) => seen.push(`Redis ${job.name}`));
    await one.queues.add(name, 'a');
    await two.queues.add(name, 'b');
    await Promise.all([one.queues.whenIdle(), two.queues.whenIdle()]);
    expect(seen.toSorted()).toEqual(['PostgreSQL a', 'Redis b']);
  });
});
