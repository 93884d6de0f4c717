// npm run dev: compiles on each change, and starts the server anew where the types are right. Options are those of node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

// A build leaves a bundle. The console stays.
for (const path of ['dist/src', 'dist/migrations']) rmSync(path, { recursive: true, force: true });

const tsc = [
  'node_modules/@typescript/native/bin/tsc',
  '-p',
  'tsconfig.build.json',
  '--watch',
  '--preserveWatchOutput',
];
const compiler = spawn(process.execPath, tsc, { stdio: ['ignore', 'pipe', 'inherit'] });

let server;
const isRunning = () => server && server.exitCode === null && server.signalCode === null;
async function stop() {
  if (!isRunning()) return;
  server.kill();
  await once(server, 'exit');
}

let restarts = Promise.resolve();
async function restart() {
  await stop();
  server = spawn(process.execPath, [...process.argv.slice(2), 'dist/src/main.js'], { stdio: 'inherit' });
}
createInterface(compiler.stdout).on('line', (line) => {
  if (line) console.log(line);
  if (line.includes('Found 0 errors')) restarts = restarts.then(restart);
});

process.on('exit', () => compiler.kill());
process.once('SIGTERM', () => stop().then(() => process.exit()));
process.once('SIGINT', async () => {
  // The terminal has told the server as well.
  if (isRunning()) await once(server, 'exit');
  process.exit();
});
