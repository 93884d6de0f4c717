import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support/test-app.js';

/** The conformance suite of the protocol, against `/mcp`. */
const suiteOfProtocol = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

let suite: TestApp;
let proxy: Server;
let out: string;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  proxy = withKey(suite).listen(0, '127.0.0.1');
  await new Promise((done) => proxy.once('listening', done));
  out = await mkdtemp(join(tmpdir(), 'conformance-'));
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((done) => proxy.close(done));
  await rm(out, { recursive: true, force: true });
  await suite.close();
});

/** Adds an API key to each request, as the suite sends no credential. Its own address becomes that of the server. */
function withKey({ base, client, settings }: TestApp): Server {
  const { host, origin } = new URL(settings.BASE_URL);
  const isOurs = (name: string) => name.endsWith(`:${(proxy.address() as AddressInfo).port}`);
  return createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-api-key': client.key! };
    if (isOurs(headers.host!)) headers.host = host;
    if (headers.origin && isOurs(headers.origin)) headers.origin = origin;
    const url = new URL(incoming.url!, base);
    const asked = request(url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(asked);
  });
}

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

async function checksOf(version: string, scenario: string): Promise<Check[]> {
  const { port } = proxy.address() as AddressInfo;
  const folder = join(out, version, scenario);
  const options = ['--url', `http://localhost:${port}/mcp`, '--scenario', scenario, '--spec-version', version];
  // It exits with 1 where a check fails; the checks say more.
  await new Promise((done) => execFile(process.execPath, [suiteOfProtocol, 'server', ...options, '-o', folder], done));
  const [file] = globSync(join(folder, '**', 'checks.json'));
  return JSON.parse(readFileSync(file!, 'utf8'));
}

/** Checks that fail for want of what this server does not have, by design: prompts, resources, subscriptions, the suite's own tools. */
const NOT_HERE = [
  'sep-2549-prompts-list-caching-hints',
  'sep-2549-resources-list-caching-hints',
  'sep-2549-resources-templates-list-caching-hints',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
];

it.each([
  ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']],
  ['2026-07-28', ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'http-header-validation', 'caching']],
])('passes what the conformance suite of the protocol asks of a server with tools (%s)', async (version, scenarios) => {
  for (const scenario of scenarios) {
    const checks = await checksOf(version, scenario);
    expect(checks.filter(({ status }) => status === 'SUCCESS').length, scenario).toBeGreaterThan(0);
    const failed = checks.filter(({ id, status }) => status === 'FAILURE' && !NOT_HERE.includes(id));
    expect(failed.map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`)).toEqual([]);
  }
});
