import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nameOf } from './home.js';
import { windows } from './programs.js';

/** Milliseconds before the shutdown of an orphaned server is forced, because its successor is waiting. */
const CLEAR_MS = 1_000;

/** Kills orphans: we own the directory, so every server process on it is a leftover. */
export async function clearAway(home: string): Promise<void> {
  for (const name of fs.readdirSync(home)) {
    // If a dying initdb still writes here, the next start finishes the removal.
    if (name.startsWith('new-')) await rm(join(home, name), { recursive: true, maxRetries: 5 }).catch(() => {});
  }
  if (windows) return; // there PostgreSQL tells a stale pid file by itself
  const deadline = Date.now() + CLEAR_MS;
  for (let left = leftovers(home); left.length > 0; left = leftovers(home)) {
    const postmaster = left.find(({ title }) => !title.startsWith('postgres: '));
    if (postmaster && Date.now() < deadline) signal(postmaster.pid, 'SIGINT');
    else for (const { pid } of left) signal(pid, 'SIGKILL');
    await pause(20);
  }
  // A stale pid may belong to another process by now, and PostgreSQL would refuse to start.
  fs.rmSync(join(home, 'cluster', 'postmaster.pid'), { force: true });
}

function leftovers(home: string): { pid: number; title: string }[] {
  const name = nameOf(home);
  const lines =
    process.platform === 'linux'
      ? processesOfLinux()
      : execFileSync('ps', ['-axo', 'pid=,ucomm=,command='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, title = ''] = /^\s*(\d+)\s+postgres\s+(.*)/.exec(line) ?? [];
    return title.includes(name) ? [{ pid: Number(pid), title }] : [];
  });
}

/** The same as the output of `ps`, which slim container images lack. */
function processesOfLinux(): string[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const read = (file: string) => fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
      return [`${pid} ${read('comm').trim()} ${read('cmdline').replaceAll('\0', ' ')}`];
    } catch {
      return []; // ended meanwhile
    }
  });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
