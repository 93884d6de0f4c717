import type { RedisOptions } from 'ioredis';
import type { Settings } from './settings.js';

/**
 * Options beside `REDIS_URL`, for each connection. With `REDIS_SENTINELS` the host of the URL is the name under which the Sentinels
 * know the primary, and each connection follows it: also one whose server has vanished without a word, because a Sentinel tells
 * of the new primary.
 */
export function sentinelOptions({
  REDIS_SENTINELS,
  REDIS_SENTINEL_PASSWORD,
  REDIS_URL,
}: Pick<Settings, 'REDIS_SENTINELS' | 'REDIS_SENTINEL_PASSWORD' | 'REDIS_URL'>): RedisOptions {
  if (!REDIS_SENTINELS || !REDIS_URL) return {};
  const { hostname, protocol } = new URL(REDIS_URL);
  return {
    sentinels: REDIS_SENTINELS.map((address) => {
      const { hostname, port } = new URL(`redis://${address}`);
      return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 26_379) };
    }),
    name: hostname,
    sentinelPassword: REDIS_SENTINEL_PASSWORD,
    enableTLSForSentinelMode: protocol === 'rediss:',
    sentinelRetryStrategy: (attempts) => Math.min(attempts * 50, 1_000),
    failoverDetector: true,
  };
}
