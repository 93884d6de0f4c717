import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Suite } from '#client';
import { startTestApp, type TestApp } from './support/test-app.js';

const CONTACTS = '/v1/sales/contacts';
const INTERRUPTIONS = 1_000;
/** Contacts at a time, so that writes often concern the same ones. */
const MAX_CONTACTS = 20;

let app: TestApp;
let directory: string;
let bringUpToDate: (suite: Suite, copy: MemoryCopy) => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT: 'off' });
  directory = await mkdtemp(join('client', '.sync-'));
  const [, code] = /```ts\n([\s\S]*?)```/.exec(await readFile('docs/sync.md', 'utf8'))!;
  await writeFile(join(directory, 'sync.ts'), code!.replace('workspace-suite-client', '#client'));
  ({ bringUpToDate } = await import(resolve(directory, 'sync.ts')));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await app.close();
});

class Interrupted extends Error {}

/** The same numbers in every run, from 0 to 1. */
let state = 1;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

let interruptions = 0;
/** Ends the program at one of its steps, before or after it, as a crash would. */
async function step<T>(work: () => Promise<T> | T): Promise<T> {
  const [before, after] = interruptions < INTERRUPTIONS ? [random() < 0.15, random() < 0.15] : [false, false];
  if (before) throw new Interrupted();
  const done = await work();
  if (after) throw new Interrupted();
  return done;
}

class MemoryCopy {
  readonly contacts = new Map<string, { id: string }>();
  #sequence: number | null = null;
  sequence = () => step(() => this.#sequence);
  reached = (sequence: number) => step(() => void (this.#sequence = sequence));
  put = (contact: { id: string }) => step(() => void this.contacts.set(contact.id, contact));
  remove = (id: string) => step(() => void this.contacts.delete(id));
  clear = () => step(() => this.contacts.clear());
}

it('a copy that is interrupted a thousand times is the list in the end', async () => {
  const { client } = app;
  const suite = new Suite({
    baseUrl: app.base,
    apiKey: client.key!,
    retries: { attempts: 1 },
    fetch: (request) => step(() => fetch(request)),
  });
  const copy = new MemoryCopy();
  const there: string[] = [];
  const trashed: string[] = [];
  const any = (list: string[]) => Math.floor(random() * list.length);
  const write = async () => {
    const kind = random();
    if (there.length < MAX_CONTACTS && kind < 0.5)
      there.push((await client.post(CONTACTS, { display_name: `New ${kind}` })).body.id);
    else if (there.length && kind < 0.8)
      await client.patch(`${CONTACTS}/${there[any(there)]}`, { display_name: `Changed ${kind}` });
    else if (there.length && kind < 0.9) {
      const [id] = there.splice(any(there), 1);
      trashed.push(id!);
      await client.delete(`${CONTACTS}/${id}`);
    } else if (trashed.length) {
      const [id] = trashed.splice(any(trashed), 1);
      there.push(id!);
      await client.post(`${CONTACTS}/${id}/restore`);
    }
  };

  while (interruptions < INTERRUPTIONS) {
    await Promise.all([
      random() < 0.2 && write(),
      bringUpToDate(suite, copy).catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
        interruptions++;
      }),
    ]);
  }
  const list = (await client.get(`${CONTACTS}?limit=100`)).body.data;
  const settled = async () => {
    await bringUpToDate(suite, copy);
    return [...copy.contacts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  };
  // A single contact has fields that the list leaves out.
  await expect.poll(settled).toMatchObject(list.toSorted((a: any, b: any) => (a.id < b.id ? -1 : 1)));
});
