import autocannon from 'autocannon';
import { readFileSync } from 'node:fs';
import type { Server } from './stage.js';

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

export interface Measured {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of processor time per answer; NaN where the system does not tell. */
  serverCpu: number;
  loadCpu: number;
}

export interface LoadOptions {
  connections: number;
  /** Whole seconds: autocannon ends on its one-second tick. */
  seconds: number;
}

/**
 * Sends the requests over and over on keep-alive connections, one at a time on each; every connection has its own share
 * of them, so no two change the same record at once. Throws when anything but a 2xx comes back.
 */
export async function fire(server: Server, requests: Request[], options: LoadOptions): Promise<Measured> {
  const prepared = requests.map(({ method = 'GET', path, body, headers }) => ({
    method,
    path,
    headers: { ...credentialOf(server), ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  }));
  const { connections, seconds } = options;
  let client = 0;
  const times: number[] = [];
  const [server0, load0] = [cpuOf(server.pid), process.cpuUsage()];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: server.url,
        connections,
        duration: seconds,
        setupClient: (each) => {
          const place = client++;
          const share = prepared.filter((_, index) => index % connections === place % connections);
          each.setRequests(share.length ? share : prepared);
        },
      },
      (error: unknown, outcome: autocannon.Result) => (error ? reject(error) : resolve(outcome)),
    );
    run.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  const { user, system } = process.cpuUsage(load0);
  const answers = result['2xx'];
  if (result.non2xx || result.errors || result.timeouts || !answers) {
    const { non2xx, errors, timeouts } = result;
    throw new Error(`${server.name}: ${answers} good answers, ${non2xx} bad, ${errors} errors, ${timeouts} timeouts.`);
  }
  times.sort((a, b) => a - b);
  return {
    rate: answers / result.duration,
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
    serverCpu: (cpuOf(server.pid) - server0) / answers,
    loadCpu: (user + system) / answers,
  };
}

/** The answer to one request; throws where it is not a good one. */
export async function ask(server: Server, { method = 'GET', path, body }: Request): Promise<any> {
  const response = await fetch(server.url + path, {
    method,
    headers: { ...credentialOf(server), 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${server.name}: ${method} ${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** An API key, or an access token. */
const credentialOf = ({ key }: Server) =>
  key.startsWith('wsk_') ? { 'X-API-Key': key } : { Authorization: `Bearer ${key}` };

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Microseconds that a process has run so far. Linux counts them in hundredths of a second. */
export function cpuOf(pid: number): number {
  if (process.platform !== 'linux') return NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
