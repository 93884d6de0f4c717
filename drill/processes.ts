import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface Account {
  uid?: number;
  gid?: number;
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has just ended
  }
}

export const kill9 = (pid: number) => signal(pid, 'SIGKILL');

/** The pid of the PostgreSQL server of a data directory, and those of the processes it has started; nothing where it is down. */
export function postgresPids(cluster: string): number[] {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return [postmaster, ...childrenOf(postmaster)].filter((pid) => worksIn(pid, cluster));
}

/** Without /proc the children are not found, so they are not killed individually. */
function childrenOf(parent: number): number[] {
  if (!existsSync('/proc')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

/** Whether it is a process of this database: a pid file may be left over, and its number another program's by now. */
function worksIn(pid: number, directory: string): boolean {
  if (!existsSync('/proc')) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

/** Below the ports that systems give to outgoing connections: one of those could take it while its owner is down. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** PostgreSQL refuses to run as root. */
export function accountOfPostgres(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
