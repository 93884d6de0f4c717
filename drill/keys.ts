import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, recordOf } from './api.js';
import { DOCUMENTS } from './documents.js';
import { acknowledged, type Journal, type Kind, type Operation } from './journal.js';
import type { Random } from './random.js';

const KEYS = '/v1/access/api-keys';
/** Milliseconds after which every process has to know that a key is revoked; the news travels on its own. */
const NEWS = 1_000;

/** A client that makes API keys, uses, rotates and revokes them, and tries every server with them afterwards. */
export class KeyClient {
  /** Milliseconds for which a server went on taking a key after its revocation was acknowledged, at most. */
  longestAfterlife = 0;
  probes = 0;
  #count = 0;

  constructor(
    private readonly api: Api,
    private readonly journal: Journal,
    private readonly random: Random,
  ) {}

  async work(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      await this.#life(stopped);
      await sleep(this.random.between(50, 400));
    }
  }

  async #life(stopped: () => boolean): Promise<void> {
    const { random } = this;
    let key = await this.#make('key.create', KEYS, (name) => ({ name, scopes: ['office:read'] }));
    if (!key) return;
    await this.#mustWork(key);
    if (random.chance(0.4) && !stopped()) {
      const grace = random.pick([0, 3600]);
      const next = await this.#make('key.rotate', `${KEYS}/${key.id}/rotate`, () => ({ grace_period_seconds: grace }));
      if (!next) return;
      await (grace ? this.#mustWork(key) : this.#mustBeRefused(key));
      key = next;
      await this.#mustWork(key);
    }
    if (random.chance(0.2)) return;
    const revocation = this.#open('key.revoke', 'DELETE', `${KEYS}/${key.id}`);
    revocation.target = key.id;
    // The key is in use while it is revoked, so that a server could keep what it has just looked up.
    let over = false;
    const use = async () => {
      while (!over) {
        await this.#tryAll(key.key);
        await sleep(5);
      }
    };
    const users = [use(), use(), use()];
    const attempt = await this.api.perform(revocation, random);
    if (acknowledged(attempt)) await this.#mustBeRefused(key);
    over = true;
    await Promise.all(users);
    if (acknowledged(attempt)) await this.#mustBeRefused(key);
  }

  async #make(kind: Kind, path: string, body: (name: string) => object): Promise<{ id: string; key: string } | null> {
    const operation = this.#open(kind, 'POST', path);
    operation.key = `key-${operation.id}`;
    operation.body = body(operation.id);
    const twins = this.random.chance(0.4) ? 2 : 1;
    const all = await Promise.all(Array.from({ length: twins }, () => this.api.perform(operation, this.random)));
    return recordOf(all[0]!);
  }

  async #mustWork({ id, key }: { id: string; key: string }): Promise<void> {
    for (const { server, status } of await this.#tryAll(key)) {
      if (status === 401) this.api.faults.push(`${server} refuses the key ${id}, whose creation was acknowledged`);
    }
  }

  async #mustBeRefused({ id, key }: { id: string; key: string }): Promise<void> {
    const since = performance.now();
    for (;;) {
      const taking = (await this.#tryAll(key)).filter(({ status }) => status === 200);
      this.probes++;
      if (!taking.length) return;
      const age = performance.now() - since;
      this.longestAfterlife = Math.max(this.longestAfterlife, age);
      if (age > NEWS) {
        const servers = taking.map(({ server }) => server).join(', ');
        this.api.faults.push(
          `${servers} still takes the key ${id}, ${Math.round(age)} ms after its end was acknowledged`,
        );
        return;
      }
    }
  }

  /** The status with which each reachable server answers the key. */
  #tryAll(key: string): Promise<{ server: string; status: number }[]> {
    return Promise.all(
      this.api.servers.map(async (server) => {
        const answer = await this.api.look(server, `${DOCUMENTS}?limit=1`, key);
        return { server, status: answer?.status ?? 0 };
      }),
    );
  }

  #open(kind: Kind, method: Operation['method'], path: string): Operation {
    return this.journal.open({ id: `keys.${++this.#count}`, kind, method, path });
  }
}
