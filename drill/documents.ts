import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, recordOf } from './api.js';
import { acknowledged, type Attempt, type Journal, type Kind, type Operation } from './journal.js';
import type { Random } from './random.js';

export const DOCUMENTS = '/v1/office/documents';
/** Documents a client keeps an eye on. */
const OWN = 25;

/** A client's last knowledge of a document. Another client, or an answer that never came, may have made it stale. */
interface Known {
  id: string;
  state: 'live' | 'trash';
  revision: number | null;
  contended: boolean;
}

/** A client that creates, changes, deletes and restores documents: its own ones, and some that all clients change. */
export class DocumentClient {
  readonly #shared: Known[];
  #own: Known[] = [];
  #count = 0;

  constructor(
    private readonly name: string,
    private readonly api: Api,
    private readonly journal: Journal,
    private readonly random: Random,
    shared: string[],
  ) {
    this.#shared = shared.map((id) => ({ id, state: 'live', revision: null, contended: true }));
  }

  /** Works until told to stop; resolves when its last operation has got its answer. */
  async work(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      await this.#step();
      await sleep(this.random.between(0, 20));
    }
  }

  async #step(): Promise<void> {
    const { random } = this;
    const what = random.weighted({ create: 28, own: 38, shared: 22, wrong: 12 });
    if (what === 'wrong') return this.#wrong();
    if (what === 'create' || (what === 'own' && !this.#own.length)) return this.#create();
    const known = random.pick(what === 'own' ? this.#own : this.#shared);
    if (known.state === 'trash') {
      return random.chance(known.contended ? 1 : 0.6) ? this.#restore(known) : this.#remove(known, true);
    }
    const removal = known.contended ? 0.02 : 0.2;
    if (random.chance(removal)) return this.#remove(known, !known.contended && random.chance(0.3));
    return this.#update(known);
  }

  async #create(): Promise<void> {
    const { random } = this;
    const keyed = random.chance(0.7);
    const operation = this.#open('document.create', 'POST', DOCUMENTS, { keyed });
    operation.body = {
      title: operation.id,
      content: 'x'.repeat(random.between(0, 3_000)),
      tags: [this.name],
      permissions: { visibility: random.pick(['private', 'workspace', 'public']) },
    };
    const twins = keyed && random.chance(0.3) ? random.between(2, 3) : 1;
    const all = await Promise.all(Array.from({ length: twins }, () => this.api.perform(operation, random)));
    const record = recordOf(all[0]!);
    if (!record) return;
    await this.#repeat(operation);
    if (this.#own.length >= OWN) this.#own.shift();
    this.#own.push({ id: record.id, state: 'live', revision: 1, contended: false });
  }

  async #update(known: Known): Promise<void> {
    const { random } = this;
    const operation = this.#open('document.update', 'PATCH', `${DOCUMENTS}/${known.id}`, { known });
    operation.body = {
      title: operation.id,
      ...(random.chance(0.35) && { status: random.pick(['draft', 'published', 'published', 'archived']) }),
      ...(random.chance(0.2) && { tags: [operation.id] }),
    };
    if (known.revision !== null && random.chance(0.5)) operation.ifMatch = `"${known.revision}"`;
    const attempt = await this.api.perform(operation, random);
    if (acknowledged(attempt)) known.revision = recordOf(attempt).revision;
    else await this.#lookAgain(known);
  }

  async #remove(known: Known, hard: boolean): Promise<void> {
    const [kind, query] = hard ? (['document.destroy', '?hard=true'] as const) : (['document.trash', ''] as const);
    const operation = this.#open(kind, 'DELETE', `${DOCUMENTS}/${known.id}${query}`, { known });
    const attempt = await this.api.perform(operation, this.random);
    if (!acknowledged(attempt)) return this.#lookAgain(known);
    if (hard) this.#own = this.#own.filter((own) => own !== known);
    known.state = 'trash';
    known.revision = null;
  }

  async #restore(known: Known): Promise<void> {
    const operation = this.#open('document.restore', 'POST', `${DOCUMENTS}/${known.id}/restore`, {
      known,
      keyed: true,
    });
    const attempt = await this.api.perform(operation, this.random);
    if (!acknowledged(attempt)) return this.#lookAgain(known);
    known.state = 'live';
    known.revision = recordOf(attempt).revision;
    await this.#repeat(operation);
  }

  /** Sends acknowledged requests once more under the same key, now and then. */
  async #repeat(operation: Operation): Promise<void> {
    if (operation.key && this.random.chance(0.15)) await this.api.perform(operation, this.random);
  }

  /** Requests that have to fail and must leave nothing but a note in the audit trail. */
  async #wrong(): Promise<void> {
    const { random } = this;
    const id = random.pick([...this.#own, ...this.#shared]).id;
    const [method, path, body, keyed] = random.pick([
      ['POST', DOCUMENTS, { content: 'without a title' }, true],
      ['POST', DOCUMENTS, { title: 'x'.repeat(256) }, false],
      ['PATCH', `${DOCUMENTS}/${id}`, { status: 'lost' }, false],
      ['PATCH', `${DOCUMENTS}/doc_00000000000000000000000000`, {}, false],
      ['DELETE', `${DOCUMENTS}/doc_00000000000000000000000000`, undefined, false],
      ['POST', `${DOCUMENTS}/doc_00000000000000000000000000/restore`, undefined, true],
    ] as const);
    const operation = this.#open('refused', method, path, { keyed });
    operation.body = body && { ...body, ...('content' in body || 'title' in body ? {} : { title: operation.id }) };
    if (method === 'PATCH' && id && random.chance(0.3)) {
      Object.assign(operation, { path: `${DOCUMENTS}/${id}`, body: { title: operation.id }, ifMatch: '"1000000"' });
    }
    const attempt = await this.api.perform(operation, random);
    if (acknowledged(attempt)) this.api.faults.push(`${attempt.token} should have been refused`);
  }

  /** Asks how a document stands when an answer did not tell. */
  async #lookAgain(known: Known): Promise<void> {
    const { status, body } = await this.api.read(`${DOCUMENTS}/${known.id}?include_deleted=true`, this.random);
    if (status === 404) {
      this.#own = this.#own.filter((own) => own !== known);
      return;
    }
    known.state = body.deleted_at ? 'trash' : 'live';
    known.revision = body.revision;
  }

  #open(
    kind: Kind,
    method: Operation['method'],
    path: string,
    { known, keyed }: { known?: Known; keyed?: boolean } = {},
  ): Operation {
    const id = `${this.name}.${++this.#count}`;
    const key = keyed ? `key-${id}` : undefined;
    return this.journal.open({ id, kind, method, path, key, target: known?.id, contended: known?.contended });
  }
}

/** Makes the documents that all clients change. */
export async function createShared(api: Api, journal: Journal, random: Random, count: number): Promise<string[]> {
  const made: Attempt[] = [];
  for (let n = 1; n <= count; n++) {
    const id = `shared.${n}`;
    const body = { title: id, tags: ['shared'] };
    const operation = journal.open({ id, kind: 'document.create', method: 'POST', path: DOCUMENTS, body, key: id });
    made.push(await api.perform(operation, random));
  }
  return made.map((attempt) => recordOf(attempt).id);
}
