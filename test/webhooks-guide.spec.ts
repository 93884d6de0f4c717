import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Received, TestReceiver } from './support/receiver.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/** A delivery and what each of the two checks should say about it. */
interface Case {
  name: string;
  secret: string;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
  genuine: boolean;
  fresh: boolean;
}

const guide = await readFile('docs/webhooks.md', 'utf8');
const snippet = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!;
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

let suite: TestApp;
let directory: string;
let cases: Case[];
beforeAll(async () => {
  suite = await startTestApp();
  directory = await mkdtemp(join(tmpdir(), 'guide-'));
  cases = await deliveries();
});
afterAll(async () => {
  await suite.close();
  await rm(directory, { recursive: true });
});

/** Deliveries that were really sent, as they came and as they should not be accepted. */
async function deliveries(): Promise<Case[]> {
  const { client } = suite;
  const receiver = await TestReceiver.start();
  const subscribe = async (secret?: string) => {
    const { body } = await client.post('/v1/webhooks', { url: receiver.url, events: ['office.*'], secret });
    return body;
  };
  let count = 0;
  const deliver = async ({ id }: { id: string }) => {
    const { body } = await client.post(`/v1/webhooks/${id}/test`);
    const requests = await receiver.received(++count);
    return requests.find(({ headers }) => headers['x-service-delivery'] === body.delivery_id)!;
  };
  const own = await subscribe('ein Geheimnis für alle Fälle');
  const made = await subscribe();
  const [plain, usual] = [await deliver(own), await deliver(made)];
  const { secret: fresh } = (await client.post(`/v1/webhooks/${made.id}/rotate-secret`)).body;
  const rotated = await deliver(made);
  // An event of the log, too.
  await client.delete(`/v1/webhooks/${own.id}`);
  await client.post('/v1/office/documents', { title: 'Ünïcode „Plan“' });
  const logged = (await receiver.received(++count)).at(-1)!;
  await receiver.close();

  const late = { ...usual, headers: { ...usual.headers, 'webhook-timestamp': '1700000000' } };
  const altered = { ...usual, text: usual.text.replace('webhooks.test', 'webhooks.tess') };
  const bare = { ...usual, headers: {} };
  const empty = { 'webhook-timestamp': 'now', 'webhook-signature': 'v1,ü v1,', 'x-service-signature': 'sha256=ü' };
  const checked = (name: string, secret: string, { headers, text }: Received, genuine: boolean, isFresh = genuine) => ({
    name,
    secret,
    headers: headers as Record<string, string>,
    body: Buffer.from(text).toString('base64'),
    genuine,
    fresh: isFresh,
  });
  return [
    checked('a secret of one’s own', own.secret, plain, true),
    checked('a secret that was made', made.secret, usual, true),
    checked('an event of the log', fresh, logged, true),
    checked('the new secret during a rotation', fresh, rotated, true),
    checked('the old secret during a rotation', made.secret, rotated, false, true),
    checked('another secret', own.secret, usual, false),
    checked('an altered body', made.secret, altered, false),
    checked('an altered time', made.secret, late, true, false),
    checked('no headers', made.secret, bare, false),
    checked('nonsense in the headers', made.secret, { ...usual, headers: empty }, false),
  ];
}

/** Runs a program that answers all cases (JSON on its standard input) with a JSON list of `[genuine, fresh]`. */
async function answers(command: string, ...args: string[]): Promise<unknown> {
  const program = spawn(command, args, { cwd: directory, stdio: ['pipe', 'pipe', 'pipe'] });
  let [output, problem] = ['', ''];
  program.stdout.on('data', (chunk) => (output += chunk));
  program.stderr.on('data', (chunk) => (problem += chunk));
  const ended = new Promise((resolve) => program.on('close', resolve));
  program.stdin.end(JSON.stringify(cases));
  expect(await ended, problem).toBe(0);
  return JSON.parse(output);
}

const right = () => cases.map(({ genuine, fresh }) => [genuine, fresh]);

it('verifies in TypeScript', async () => {
  await writeFile(join(directory, 'verify.ts'), snippet('ts'));
  await writeFile(
    join(directory, 'main.mts'),
    `import { isGenuine, isGenuineAndFresh } from './verify.ts';
    import { readFileSync } from 'node:fs';
    const cases = JSON.parse(readFileSync(0, 'utf8'));
    console.log(JSON.stringify(cases.map(({ secret, headers, body }) =>
      [isGenuine, isGenuineAndFresh].map((check) => check(secret, Buffer.from(body, 'base64'), headers)))));`,
  );
  await writeFile(join(directory, 'package.json'), '{"type": "module"}');
  expect(await answers(process.execPath, '--no-warnings', 'main.mts')).toEqual(right());
});

it('verifies in Python', async ({ skip }) => {
  skip(!has('python3', '--version'), 'there is no python3 on the PATH');
  await writeFile(join(directory, 'verify.py'), snippet('python'));
  await writeFile(
    join(directory, 'main.py'),
    `import base64, json, sys
from verify import is_genuine, is_genuine_and_fresh
print(json.dumps([[check(case["secret"], base64.b64decode(case["body"]), case["headers"])
  for check in (is_genuine, is_genuine_and_fresh)] for case in json.load(sys.stdin)]))`,
  );
  expect(await answers('python3', '-B', 'main.py')).toEqual(right());
});

it('verifies in Go', async ({ skip }) => {
  skip(!has('go', 'version'), 'there is no go on the PATH');
  await writeFile(join(directory, 'verify.go'), snippet('go').replace('package webhook', 'package main'));
  await writeFile(join(directory, 'go.mod'), 'module guide\n\ngo 1.19\n');
  await writeFile(
    join(directory, 'main.go'),
    `package main

import (
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	var cases []struct {
		Secret  string
		Headers map[string]string
		Body    []byte
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	answers := [][2]bool{}
	for _, each := range cases {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		answers = append(answers, [2]bool{IsGenuine(each.Secret, each.Body, header), IsGenuineAndFresh(each.Secret, each.Body, header)})
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}
`,
  );
  expect(await answers('go', 'run', '.')).toEqual(right());
});

it('names every header and every route', () => {
  for (const { headers } of cases.slice(0, 4)) {
    const ours = Object.keys(headers).filter((name) => /^(x-service|webhook)-/.test(name));
    expect(ours.filter((name) => !guide.toLowerCase().includes(`\`${name}\``))).toEqual([]);
  }
});
