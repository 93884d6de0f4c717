// Builds the package on each change, and starts the product with it anew: npm run dev
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, watch } from 'node:fs';

/** Milliseconds without a change after which a build is complete. */
const QUIET_MS = 200;

const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const start = () =>
  spawn('node', ['node_modules/workspace-suite/dist/src/main.js'], {
    env: { EXTENSIONS: name, ...process.env },
    stdio: 'inherit',
  });

let running;
async function restart() {
  if (running && running.exitCode === null && running.signalCode === null) {
    running.kill();
    await once(running, 'exit');
  }
  running = start();
}

let timer;
let restarts = Promise.resolve();
mkdirSync('dist', { recursive: true });
watch('dist', { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(() => (restarts = restarts.then(restart)), QUIET_MS);
});
spawn('tsc', ['--watch', '--preserveWatchOutput'], { stdio: 'inherit' });

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
process.on('exit', () => running?.kill());
