import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newToken, prefixOf } from '../src/access/api-keys/api-key.token.js';
import type { Scenarios } from './cost.js';
import type { LoadOptions } from './load.js';
import { capacity } from './processes.js';
import { freePort, type Server, Stage } from './stage.js';

const CONFIGURATION = fileURLToPath(new URL('../../deploy/cells/haproxy.cfg', import.meta.url));

/** How much more two deployments behind HAProxy ("cells"), each with a workspace, serve than one, asked directly and by HAProxy. */
export async function cells(
  stage: Stage,
  scenarios: Scenarios,
  documents: number,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const other = await Stage.open();
  const maps = mkdtempSync(join(tmpdir(), 'suite-cells-'));
  const port = await freePort();
  let proxy: ReturnType<typeof spawn> | undefined;
  try {
    const names = ['ws_of_cell_a', 'ws_of_cell_b'];
    const stages = [stage, other];
    const deployments: Server[] = [];
    for (const [index, each] of stages.entries()) {
      each.key = newToken('test', names[index]!);
      deployments.push(await each.startApp({ ROLE: 'all', BOOTSTRAP_API_KEY: each.key, TRUST_PROXY: '1' }));
      await each.seed(documents);
    }
    for (const file of ['workspaces.map', 'domains.map']) writeFileSync(join(maps, file), '');
    writeFileSync(
      join(maps, 'keys.map'),
      names.map((name, index) => `${prefixOf('test', name)} ${'ab'[index]}\n`).join(''),
    );
    const [a, b] = deployments.map(({ url }) => new URL(url).host);
    proxy = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
      env: { PATH: process.env.PATH, BIND: `127.0.0.1:${port}`, MAPS: maps, CELL_A: a, CELL_B: b },
      stdio: 'ignore',
    });
    const two = deployments.map((each) => ({ ...each, url: `http://127.0.0.1:${port}` }));
    await Promise.all(two.map(answers));
    const pids = [...deployments.map(({ pid }) => pid), proxy.pid!];
    const measure = (one: Server, name: string) =>
      capacity({ stages, one, two, pids, names: [name, 'two cells'] }, scenarios, rounds, options);
    return [...(await measure(deployments[0]!, 'one deployment')), ...(await measure(two[0]!, 'one behind HAProxy'))];
  } finally {
    proxy?.kill();
    await other.close();
    rmSync(maps, { recursive: true });
  }
}

/** Waits until the proxy listens and leads the key of a deployment to it. */
async function answers({ url, key }: Server): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/v1/access/workspace`, { headers: { 'X-API-Key': key } }).catch(() => null);
    if (answer?.ok) return;
    await setTimeout(100);
  }
}
