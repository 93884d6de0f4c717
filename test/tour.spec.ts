import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyFreePort } from '../src/platform/database/embedded/free-port.js';
import { startTestApp, type TestApp } from './support/test-app.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

/** The shell blocks of the README's tour, with this test's address, key and receiver put in. */
async function tour(receiverPort: number): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const section = readme.split('## Five minutes')[1]!.split('\n## ')[0]!;
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  expect(blocks.length).toBeGreaterThan(4);
  return blocks
    .join('\n')
    .replaceAll('http://localhost:3000', suite.base)
    .replaceAll('4000', String(receiverPort))
    .replace('wsk_test_...', suite.client.key!);
}

it('the tour of the README works as it is written', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'suite-tour-'));
  // The shell waits for the receiver of the tour, so that it can be ended when everything has arrived.
  const script = `set -e\n${await tour(await anyFreePort())}\necho The end.; wait`;
  const shell = spawn('bash', ['-c', script], { detached: true, cwd: directory });
  let output = '';
  const deliveries = () => readFile(join(directory, 'deliveries.log'), 'utf8');
  const told = ['created', 'updated', 'deleted'].map((verb) => `"type":"office.document.${verb}"`);
  const arrived = async () => {
    const text = await deliveries();
    return output.endsWith('The end.\n') && told.every((type) => text.includes(type));
  };
  shell.stdout.on('data', (chunk) => (output += chunk));
  shell.stderr.on('data', (chunk) => (output += chunk));
  const failed = once(shell, 'exit').then(() => Promise.reject(new Error(`The tour stopped early:\n${output}`)));
  failed.catch(() => undefined);
  let delivered: string;
  try {
    await Promise.race([expect.poll(arrived).toBe(true), failed]);
    delivered = await deliveries();
  } finally {
    process.kill(-shell.pid!, 'SIGKILL');
    await rm(directory, { recursive: true });
  }
  // Answers, deliveries and what the shell says never share a line.
  for (const line of [output, delivered].join('\n').split('\n')) {
    if (line.includes('{')) expect(() => JSON.parse(line), line).not.toThrow();
  }
  const documents = [...output.matchAll(/^(doc_\w+)$/gm)].map(([, id]) => id);
  expect(documents).toHaveLength(2);
  expect(documents[0]).toBe(documents[1]);
  expect(output).toContain('"secret":"whsec_');
  expect(output).toContain('"status":"published"');
  expect(output).toMatch(/^\{.*"PRECONDITION_FAILED".*\}\nstatus 412$/m);
  expect(output).toMatch(/"url":"[^"]+\/files\/[0-9a-f]{32}\?name=minutes.txt/);
  expect(output).toContain('"field":"title","code":"required"');
  expect(output).toContain('"field":"tags","code":"invalid_type"');
  expect(output).toContain('This needs the scope office:write.');
  expect(output).toContain('"effective_roles":["guard:viewer","office:editor"]');
  expect(output).toContain('"outcome":"denied"');
  for (const type of told) expect(delivered).toContain(type);
});
