import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type Account, windows } from './programs.js';

/** Environment variables passed to PostgreSQL. Others may hold secrets or Node options. */
const PASSED_ON = ['PATH', 'HOME', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'];

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
  LC_ALL: 'C',
});

/**
 * Runs the program in its own session, so that Ctrl-C in a terminal does not reach it. A watchdog shell reads from a pipe that
 * breaks when the owner dies, and then sends the signal `orphaned` to the program ($$).
 */
export function run(program: string, flags: string[], cwd: string, account: Account, orphaned: string) {
  const watched = `((read -r word <&3 || ${orphaned}) >/dev/null 2>&1 &); exec "$@" 3<&-`;
  // For another user, by /proc: only root may be able to traverse the path.
  const directory = account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : cwd;
  const command = [program, '-D', directory, ...flags];
  if (!windows) command.unshift('/bin/sh', '-c', watched, 'sh');
  const child = spawn(command[0]!, command.slice(1), {
    cwd,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe', windows ? 'ignore' : 'pipe'],
    detached: !windows,
    windowsHide: true,
    ...account,
  });

  const lifeline = child.stdio[3] as Socket | null;
  lifeline?.on('error', () => {}); // the shell may be gone first
  child.once('exit', () => {
    lifeline?.write('all is well\n');
    lifeline?.destroySoon();
  });

  const words: string[] = []; // its last ones, for an error
  const lines = createInterface({ input: child.stderr! });
  lines.on('line', (line) => words.push(line) > 20 && words.shift());
  return { child, words, lines };
}
