import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { anyFreePort } from '../../src/platform/database/embedded/free-port.js';
import { isMissing } from './programs.js';

/** A Redis server of a test's own. */
export interface TestRedis {
  url: string;
  /** Ends the server (as a crash does, with `SIGKILL`); nothing it held is kept. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Lets the server answer nothing and close nothing, as where its machine has vanished. */
  vanish(): void;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a Redis without persistence on a free port, or gives null where there is no `redis-server` on the PATH. `options`: further
 * ones of its command line.
 */
export async function startRedis(...options: string[]): Promise<TestRedis | null> {
  const port = await anyFreePort();
  const directory = await mkdtemp(join(tmpdir(), 'suite-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function start() {
    const args = [
      ...options,
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    server = spawn('redis-server', args, { stdio: 'ignore' });
    await once(server, 'spawn');
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => {});
    await client.ping();
    client.disconnect();
  }

  async function kill(signal: NodeJS.Signals = 'SIGTERM') {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  }

  function vanish() {
    server?.kill('SIGSTOP');
  }

  async function stop() {
    await kill();
    await rm(directory, { recursive: true, force: true });
  }

  try {
    await start();
    return { url, start, kill, vanish, stop };
  } catch (error) {
    await stop();
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    isMissing('redis-server', false);
    return null;
  }
}

/** Starts a Sentinel that replaces the primary once that has been silent for half a second. It ends with `stop`. */
export async function startSentinel(name: string, primary: string): Promise<TestRedis> {
  const directory = await mkdtemp(join(tmpdir(), 'suite-sentinel-'));
  const file = join(directory, 'sentinel.conf');
  const { hostname, port } = new URL(primary);
  const rules = [
    `sentinel monitor ${name} ${hostname} ${port} 1`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 5000`,
  ];
  await writeFile(file, `${rules.join('\n')}\n`);
  return (await startRedis(file, '--sentinel'))!;
}
