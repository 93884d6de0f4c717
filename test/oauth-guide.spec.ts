import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyFreePort } from '../src/platform/database/embedded/free-port.js';
import { Browser } from './support/browser.js';
import { authorize, browserOf, registerClient } from './support/oauth.js';
import { makeUser } from './support/people.js';
import { startTestApp, type TestApp } from './support/test-app.js';

const guide = await readFile('docs/oauth.md', 'utf8');
const { outputText: code } = ts.transpileModule(/```ts\n([\s\S]*?)```/.exec(guide)![1]!, {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
});

let suite: TestApp;
let door: Server;
let directory: string;
beforeAll(async () => {
  // The address of the application must be one at which it really is, and known before it starts.
  door = createServer((socket) => {
    const inside = connect(Number(new URL(suite.base).port), '127.0.0.1');
    for (const [from, to] of [
      [socket, inside],
      [inside, socket],
    ] as const)
      from.pipe(to).on('error', () => undefined);
  });
  suite = await startTestApp({ BASE_URL: `http://127.0.0.1:${await listen(door)}` });
  // Beside the libraries that it imports.
  directory = await mkdtemp(join('node_modules', '.guide-'));
});
afterAll(async () => {
  door.close();
  await suite.close();
  await rm(directory, { recursive: true });
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it.each(['public', 'confidential'] as const)('the application of the guide works as a %s client', async (type) => {
  const APP = `http://127.0.0.1:${await anyFreePort()}`;
  const client = await registerClient(suite, { type, redirect_uris: [`${APP}/callback`] });
  const file = join(directory, `${type}.mjs`);
  await writeFile(file, code);
  const app = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      SUITE: suite.settings.BASE_URL,
      APP,
      CLIENT_ID: client.client_id,
      CLIENT_SECRET: client.client_secret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [sign] = await Promise.race([once(app.stdout, 'data'), once(app, 'exit')]);
    expect(String(sign)).toBe(`Open ${APP}\n`);
    const user = await makeUser(suite, { roles: ['office:editor'] });
    const [atSuite, atApp] = [await browserOf(suite, user), new Browser(APP, {}, false)];
    const away = new URL((await atApp.get('/')).headers.get('location')!);
    const back = await authorize(suite, atSuite, away.pathname + away.search);
    const page = await atApp.get(back.pathname + back.search);
    expect([page.status, page.text]).toEqual([200, 'You see 0 documents with office:read office:write.']);
    // A callback that this browser did not ask for.
    expect((await new Browser(APP, {}, false).get(back.pathname + back.search)).status).toBe(400);
  } finally {
    app.kill();
  }
});
