import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Queues } from '../../platform/queues/queues.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { DUE_WORK_QUEUE } from './due-work.js';

let suite: TestApp;
let second: TestApp;
let client: Client;
let tasks: string;
beforeAll(async () => {
  suite = await startTestApp();
  second = await startTestApp({}, { beside: suite });
  client = suite.client;
});
afterAll(async () => {
  await second.close();
  await suite.close();
});

/** A task of today that comes again tomorrow; the one of today is there already, as this is due. */
beforeEach(async () => {
  const { body: project } = await client.post('/v1/project/projects', { name: 'Garden' });
  tasks = `/v1/project/projects/${project.id}/tasks`;
  const { body } = await client.post(tasks, { title: 'Water', due_date: suite.clock.iso().slice(0, 10) });
  const recurrence = { task_id: body.id, rule: 'FREQ=DAILY', trigger: 'due' };
  expect((await client.post('/v1/project/recurrences', recurrence)).status).toBe(201);
});

const look = (at = suite) => at.app.get(Maintenance).run('project.recurrences');
const idle = () => Promise.all([suite, second].map(({ app }) => app.get(Queues).whenIdle()));
const made = async () => (await client.get(tasks)).body.meta.total - 1;

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

it('is done once although the worker was cut off in the middle', async () => {
  const { DATABASE_URL } = suite.settings;
  const [blocker, admin] = [new pg.Client(DATABASE_URL), new pg.Client(DATABASE_URL)];
  await Promise.all([blocker.connect(), admin.connect()]);
  // The worker has locked the recurrence, and waits to write the next task.
  await blocker.query('begin');
  await blocker.query('lock table tasks in share mode');
  await look();
  const cutOff = async () =>
    (
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into tasks%'`,
      )
    ).rowCount;
  await expect.poll(cutOff).toBe(1);
  await blocker.query('rollback');
  await Promise.all([blocker.end(), admin.end()]);
  await idle();
  await look();
  await idle();
  expect(await made()).toBe(1);
});
