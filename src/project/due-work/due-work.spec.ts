import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Queues } from '../../platform/queues/queues.js';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { startRedis } from '../../../test/support/redis.js';
import { buildApp, startProcess } from '../../../test/processes.js';
import { DUE_WORK_QUEUE } from './due-work.js';

let suite: TestApp;
let second: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
  second = await startTestApp({}, { beside: suite });
});
afterAll(async () => {
  await second.close();
  await suite.close();
});

/** A task of today that comes again tomorrow; the one of today is there already, as this is due. */
async function due({ client, clock }: TestApp): Promise<{ made: () => Promise<number> }> {
  const { body: project } = await client.post('/v1/project/projects', { name: 'Garden' });
  const tasks = `/v1/project/projects/${project.id}/tasks`;
  const { body } = await client.post(tasks, { title: 'Water', due_date: clock.iso().slice(0, 10) });
  const recurrence = { task_id: body.id, rule: 'FREQ=DAILY', trigger: 'due' };
  expect((await client.post('/v1/project/recurrences', recurrence)).status).toBe(201);
  return { made: async () => (await client.get(tasks)).body.meta.total - 1 };
}
let made: () => Promise<number>;
beforeEach(async () => {
  ({ made } = await due(suite));
});

const look = (at = suite) => at.app.get(Maintenance).run('project.recurrences');
const idle = () => Promise.all([suite, second].map(({ app }) => app.get(Queues).whenIdle()));

it('is done once, however many processes find it', async () => {
  await Promise.all([look(), look(second), look(), look(second)]);
  await idle();
  await Promise.all([look(), look(second)]);
  await idle();
  expect(await made()).toBe(1);
});

it('is done although the queue was emptied', async () => {
  const queue = suite.app.get<Queue>(getQueueToken(DUE_WORK_QUEUE));
  await queue.pause();
  await look();
  await queue.obliterate({ force: true });
  await queue.resume();
  await look();
  await idle();
  expect(await made()).toBe(1);
});

/** Until it is let go, whoever makes the next task has locked the recurrence, and waits to write that. */
async function block({ settings }: TestApp) {
  const blocker = new pg.Client(settings.DATABASE_URL);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table tasks in share mode');
  return () => blocker.end();
}
const WAITING = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into tasks%'`;

it('is done once although the worker was cut off in the middle', async () => {
  const admin = new pg.Client(suite.settings.DATABASE_URL);
  await admin.connect();
  const letGo = await block(suite);
  await look();
  const cutOff = async () => (await admin.query(`select pg_terminate_backend(pid) from ${WAITING}`)).rowCount;
  await expect.poll(cutOff).toBe(1);
  await Promise.all([letGo(), admin.end()]);
  await idle();
  await look();
  await idle();
  expect(await made()).toBe(1);
});

const redis = await startRedis();
afterAll(() => redis?.stop());

/** A process of its own has the work and is killed in the middle of it, with what `lose` loses; another one comes after it. */
async function killed(env: Record<string, string>, lose: (app: TestApp) => Promise<unknown>): Promise<void> {
  const app = await startTestApp({ ...env, ROLE: 'api' });
  const { made } = await due(app);
  const { DATABASE_URL, DATA_DIR, SECRETS_KEY } = app.settings;
  const settings = { DATABASE_URL: DATABASE_URL!, DATA_DIR, SECRETS_KEY: SECRETS_KEY!, ROLE: 'worker', ...env };
  // Before it starts: it looks for what is due at once.
  const letGo = await block(app);
  const worker = await startProcess(await buildApp(), settings);
  await look(app);
  await expect.poll(async () => (await app.database.execute(`select pid from ${WAITING}`)).count).toBe(1);
  await worker.stop('SIGKILL');
  await lose(app);
  await letGo();
  expect(await made()).toBe(0);
  const next = await startTestApp(env, { beside: app });
  // As often as it comes by itself: the first time may be before Redis is reached.
  await eventually(async () => {
    await look(next);
    expect(await made()).toBe(1);
  });
  await look(next);
  await next.app.get(Queues).whenIdle();
  expect(await made()).toBe(1);
  await next.close();
  await app.close();
}

// Its job goes with it, which would be run again only when the queue thinks it stalled.
it('is done once by another process when the one that had it was killed', () =>
  killed({}, ({ app }) => app.get<Queue>(getQueueToken(DUE_WORK_QUEUE)).obliterate({ force: true })));

it.skipIf(!redis)('is done once when with that process Redis was lost, which comes back empty', () =>
  killed({ REDIS_URL: redis!.url }, async () => {
    await redis!.kill('SIGKILL');
    await redis!.start();
  }),
);
