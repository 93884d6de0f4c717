import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
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
    .join('echo; echo ---\n')
    .replaceAll('http://localhost:3000', suite.base)
    .replaceAll('4000', String(receiverPort))
    .replace('wsk_test_...', suite.client.key!);
}

it('the tour of the README works as it is written', async () => {
  // The shell waits for the receiver of the tour, so that it can be ended when everything has arrived.
  const shell = spawn('bash', ['-c', `set -e\n${await tour(await anyFreePort())}\nwait`], { detached: true });
  let output = '';
  // Four deliveries, which may be faster than what the shell does last: read the audit log.
  const arrived = () =>
    output.split('"type":"office.document.').length > 4 && output.includes('"action":"office.document.deleted"');
  shell.stdout.on('data', (chunk) => (output += chunk));
  shell.stderr.on('data', (chunk) => (output += chunk));
  const failed = once(shell, 'exit').then(() => Promise.reject(new Error(`The tour stopped early:\n${output}`)));
  failed.catch(() => undefined);
  try {
    await Promise.race([expect.poll(arrived).toBe(true), failed]);
  } finally {
    process.kill(-shell.pid!, 'SIGKILL');
  }
  const documents = [...output.matchAll(/^(doc_\w+)$/gm)].map(([, id]) => id);
  expect(documents).toHaveLength(2);
  expect(documents[0]).toBe(documents[1]);
  expect(output).toContain('"secret":"whsec_');
  expect(output).toContain('"status":"published"');
  expect(output).toContain('PRECONDITION_FAILED');
  expect(output).toMatch(/"url":"[^"]+\/files\/[0-9a-f]{32}\?name=minutes.txt/);
  expect(output).toContain('"field":"title","code":"required"');
  expect(output).toContain('"field":"tags","code":"invalid_type"');
  expect(output).toContain('This needs the scope office:write.');
  expect(output).toContain('"effective_roles":["guard:viewer","office:editor"]');
  expect(output).toContain('"outcome":"denied"');
  for (const type of ['created', 'updated', 'deleted']) expect(output).toContain(`"type":"office.document.${type}"`);
});
