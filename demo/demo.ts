import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import { findEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { OWNER, PASSWORD } from './company/people.js';
import { fill } from './fill.js';
import { startReceiver } from './receiver.js';

const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });

const port = Number(process.env.PORT ?? 3000);
/** Never that of the settings: what is in it goes. */
const directory = resolve('.data-demo');
/** There once the company is complete, so that a filling that was broken off begins anew. */
const complete = join(directory, 'demo-is-complete');
if (await findEmbeddedPostgres(directory)) {
  console.error('The demo runs already: end it with Ctrl C in its window.');
  process.exit(1);
}
if (values.fresh || !existsSync(complete)) rmSync(directory, { recursive: true, force: true });

const { PATH, HOME, TMPDIR } = process.env;
const env = {
  PATH,
  HOME,
  TMPDIR,
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: directory,
  RATE_LIMIT: 'off',
  WEBHOOK_RETRY_BASE_SECONDS: '2',
  LOG_LEVEL: 'error',
};

// What the server says about its first workspace is of no use: the company has another one.
const server = spawn(process.execPath, ['dist/src/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(server, 'exit');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));

const base = await new Promise<string | null>((listens) => {
  createInterface(server.stdout).on('line', (line) => {
    const address = /listens on (\S+)/.exec(line)?.[1];
    if (address) listens(address);
  });
  void ended.then(() => listens(null));
});
if (base) {
  const receiver = await startReceiver(port + 1);
  if (!existsSync(complete)) {
    console.log('Filling the company, half a minute or so …');
    await found(base, receiver.url);
  }
  console.log(`
  Console     ${base}/console/
  Sign in as  ${OWNER}
  Password    ${PASSWORD}

Ctrl C ends it. Started again it goes on with the same company; npm run demo -- --fresh makes it anew.`);
  await ended;
  receiver.close();
}
process.exitCode = server.exitCode ?? 0;

/** A workspace with an owner who can sign in and looks after the background work, and all that is in it. */
async function found(baseUrl: string, receiver: string): Promise<void> {
  const made = await command('workspace', 'create', '--name', 'Larkfield Instruments', '--owner-email', OWNER);
  const owner = ['--workspace', made.workspace.id, '--email', OWNER];
  await command('user', 'set-password', ...owner, '--password', PASSWORD);
  await command('user', 'grant-operator', ...owner);
  await fill({ baseUrl, apiKey: made.api_key, receiver });
  writeFileSync(complete, '');
}

async function command(...args: string[]): Promise<any> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/src/cli.js', '--json', ...args], { env });
  return JSON.parse(stdout);
}
