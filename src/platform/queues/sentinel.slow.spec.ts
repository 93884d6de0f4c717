import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startRedis, startSentinel } from '../../../test/support/redis.js';
import { startTestApp } from '../../../test/support/test-app.js';

const NAME = 'suite-primary';
const primary = await startRedis();

it.skipIf(!primary)(
  'queues and budgets follow the primary that Sentinel names when the former one vanishes',
  async () => {
    onTestFinished(() => primary!.kill('SIGKILL'));
    const replica = (await startRedis('--replicaof', ...primary!.url.replace('redis://', '').split(':')))!;
    onTestFinished(() => replica.stop());
    const sentinel = await startSentinel(NAME, primary!.url);
    onTestFinished(() => sentinel.stop());
    const [asked, other] = [new Redis(sentinel.url), new Redis(replica.url)];
    onTestFinished(() => [asked, other].forEach((each) => each.disconnect()));
    const knows = async () => (await asked.call('sentinel', 'replicas', NAME)) as string[][];
    // It knows the replica, which has what the primary has.
    await eventually(async () => expect((await knows())[0]?.join()).toMatch(/master-link-status,ok/));

    const app = await startTestApp({
      REDIS_URL: `redis://${NAME}`,
      REDIS_SENTINELS: sentinel.url.replace('redis://', ''),
      RATE_LIMIT: '1000',
    });
    onTestFinished(() => app.close());
    /** The budget as the other server counts it, after one more request. */
    const counted = async () => {
      expect((await app.client.get('/v1/office/documents')).status).toBe(200);
      const [budget] = await other.keys('suite:limit:default:*');
      return Number(budget && (await other.get(budget)));
    };
    const exported = async () => {
      const { body } = await app.client.post('/v1/guard/audit-logs/export', {});
      const state = async () => (await app.client.get(`/v1/guard/exports/${body.job_id}`)).body.status;
      await expect.poll(state, { interval: 500 }).toBe('completed');
    };
    await exported();
    await expect.poll(counted).toBeGreaterThan(0);
    const before = await counted();

    // As a machine that vanishes: no connection is closed.
    primary!.vanish();
    await exported();
    await expect.poll(counted, { interval: 500 }).toBeGreaterThan(before);
  },
);
