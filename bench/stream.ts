import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, cpuOf } from './load.js';
import type { Server, Stage } from './stage.js';

/** Changes per second. */
const PACE = 50;
/** Streams of a credential. */
const PER_KEY = 5;
/** Every so many streams one looks how late its events are. */
const SAMPLE = 20;
/** The port by which the server is told to collect its garbage. */
const INSPECTOR = 9_237;
/** Milliseconds that opened connections get to settle before memory is looked at. */
const SETTLE_MS = 3_000;

/** Open connections to one server, and what has come over them. */
class Listeners {
  readonly #answers: IncomingMessage[] = [];
  bytes = 0;
  /** Milliseconds from changes to their arrival. */
  late: number[] = [];

  async open(url: string, keys: readonly string[], count: number): Promise<void> {
    for (let from = 0; from < count; from += 50) {
      const some = Array.from({ length: Math.min(50, count - from) }, (_, index) => from + index);
      await Promise.all(some.map((index) => this.#one(url, keys[Math.floor(index / PER_KEY)]!, index % SAMPLE === 0)));
    }
  }

  async #one(url: string, key: string, samples: boolean): Promise<void> {
    const request = get(url, { headers: { 'X-API-Key': key }, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`A stream answers ${answer.statusCode}.`);
    this.#answers.push(answer);
    answer.on('error', () => undefined);
    answer.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (!samples) return;
      const now = Date.now();
      for (const [, time] of chunk.toString().matchAll(/"timestamp":"([^"]+)"/g))
        this.late.push(now - Date.parse(time!));
    });
  }

  forget(): void {
    this.bytes = 0;
    this.late = [];
  }

  close(): void {
    for (const answer of this.#answers) answer.destroy();
  }
}

/** Changes documents at an even pace; answers how many, and the seconds of processor time that a process took meanwhile. */
async function change(app: Server, ids: readonly string[], seconds: number, pid: number) {
  const began = performance.now();
  const cpu = cpuOf(pid);
  const requests: Promise<unknown>[] = [];
  const count = PACE * seconds;
  for (let n = 0; n < count; n++) {
    const due = began + (n * 1000) / PACE - performance.now();
    if (due > 0) await sleep(due);
    const body = { title: `Plan ${began} ${n}` };
    requests.push(ask(app, { method: 'PATCH', path: `/v1/office/documents/${ids[n % ids.length]}`, body }));
  }
  await Promise.all(requests);
  await sleep(1_000);
  return { count, seconds: (cpuOf(pid) - cpu) / 1e6 };
}

/** Bytes that a process holds after its garbage has been collected. */
async function memoryOf(pid: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${INSPECTOR}/json`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const inspector = new WebSocket(targets[0].webSocketDebuggerUrl);
  await once(inspector, 'open');
  inspector.send('{"id":1,"method":"HeapProfiler.collectGarbage"}');
  await once(inspector, 'message');
  inspector.close();
  await sleep(SETTLE_MS);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/**
 * Streams of one process that also does the changes, beside `limit-stream.ts`, which sends the same events. What the streams
 * cost is the processor time of the same changes with them less that without.
 */
export async function stream(stage: Stage, streams: number, seconds: number): Promise<string[][]> {
  const app = await stage.startApp({
    ROLE: 'all',
    STREAMS_MAX: String(streams),
    NODE_OPTIONS: `--inspect=127.0.0.1:${INSPECTOR}`,
  });
  const made = Array.from({ length: PACE }, () =>
    ask(app, { method: 'POST', path: '/v1/office/documents', body: { title: 'Plan' } }),
  );
  const ids = (await Promise.all(made)).map(({ id }) => id);
  const keys: string[] = [];
  for (let n = 0; n * PER_KEY < streams; n++) {
    const body = { name: `Stream ${n}`, scopes: ['office:read'] };
    keys.push((await ask(app, { method: 'POST', path: '/v1/access/api-keys', body })).key);
  }
  await change(app, ids, 3, app.pid); // to warm up
  const without = await change(app, ids, seconds, app.pid);

  const limit = await stage.startStreamLimit();
  const theirs = new Listeners();
  await theirs.open(limit.url, keys, streams);
  await change(app, ids, 3, app.pid);
  theirs.forget();
  const fanOut = await change(app, ids, seconds, limit.pid);
  theirs.close();
  await limit.stop();

  const before = await memoryOf(app.pid);
  const ours = new Listeners();
  await ours.open(`${app.url}/v1/events/stream?types=office.document.updated`, keys, streams);
  const memory = ((await memoryOf(app.pid)) - before) / streams / 1000;
  await change(app, ids, 3, app.pid);
  ours.forget();
  const together = await change(app, ids, seconds, app.pid);
  ours.close();

  const row = (name: string, { late }: Listeners, cpu: number, count: number, kilobytes: string) => {
    const sorted = late.toSorted((a, b) => a - b);
    const at = (part: number) => String(sorted[Math.floor(sorted.length * part)]);
    // Each sampled stream has each change once.
    const came = sorted.length / Math.ceil(streams / SAMPLE);
    return [name, `${came} of ${count}`, at(0.5), at(0.99), ((cpu / seconds) * 100).toFixed(1), kilobytes];
  };
  const cost = together.seconds - without.seconds;
  return [
    [`${streams} streams, ${PACE} changes/s`, 'came', 'p50 ms', 'p99 ms', 'CPU %', 'kB/stream'],
    row('fan-out by hand', theirs, fanOut.seconds, fanOut.count, ''),
    row('application', ours, cost, together.count, memory.toFixed(1)),
    ['ratio', '', '', '', (fanOut.seconds / cost).toFixed(2), ''],
  ];
}
