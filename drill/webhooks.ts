import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, recordOf } from './api.js';
import { acknowledged, type Journal, type Kind, type Operation } from './journal.js';
import type { Random } from './random.js';
import { type Receivers, secretOf } from './receivers.js';

const WEBHOOKS = '/v1/webhooks';
/** Subscriptions at the same time; the API allows 50. */
const MAX_SUBSCRIPTIONS = 12;

interface Known {
  id: string;
  paused: boolean;
}

/** A client that subscribes to events, pauses, resumes and deletes subscriptions. Some it never touches again. */
export class WebhookClient {
  readonly #changing: Known[] = [];
  #made = 0;
  #count = 0;

  constructor(
    private readonly api: Api,
    private readonly journal: Journal,
    private readonly random: Random,
    private readonly receivers: Receivers,
  ) {}

  /** Subscriptions that hold from the beginning to the end. */
  async subscribe(): Promise<void> {
    await this.#create(['*'], true);
    await this.#create(['office.document.created', 'office.document.updated', 'office.document.deleted'], true);
  }

  async work(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      await sleep(this.random.between(300, 1_500));
      if (!stopped()) await this.#step();
    }
  }

  async #step(): Promise<void> {
    const { random } = this;
    const known = this.#changing.length ? random.pick(this.#changing) : null;
    if (!known || (this.#made < MAX_SUBSCRIPTIONS && random.chance(0.4))) {
      if (this.#made < MAX_SUBSCRIPTIONS)
        await this.#create([random.pick(['office.*', 'office.document.deleted'])], random.chance(0.3));
      return;
    }
    const path = `${WEBHOOKS}/${known.id}`;
    if (random.chance(0.25)) {
      const attempt = await this.api.perform(this.#open('webhook.delete', 'DELETE', path), random);
      if (acknowledged(attempt) || attempt.status === 404) {
        this.#changing.splice(this.#changing.indexOf(known), 1);
        this.#made--;
      }
      return;
    }
    const operation = this.#open(known.paused ? 'webhook.resume' : 'webhook.pause', 'PATCH', path);
    operation.body = { status: known.paused ? 'active' : 'paused' };
    if (acknowledged(await this.api.perform(operation, random))) known.paused = !known.paused;
  }

  async #create(events: string[], stays: boolean): Promise<void> {
    const operation = this.#open('webhook.create', 'POST', WEBHOOKS);
    operation.key = `key-${operation.id}`;
    const url = this.receivers.addressOf(operation.id);
    operation.body = { url, events, description: operation.id, secret: secretOf(operation.id) };
    const attempt = await this.api.perform(operation, this.random);
    const record = recordOf(attempt);
    if (!record) {
      this.api.faults.push(`${attempt.token}: a webhook was refused with ${attempt.status}: ${attempt.body}`);
      return;
    }
    this.#made++;
    if (!stays) this.#changing.push({ id: record.id, paused: false });
  }

  #open(kind: Kind, method: Operation['method'], path: string): Operation {
    const target = method === 'POST' ? undefined : path.split('/').at(-1);
    return this.journal.open({ id: `hooks.${++this.#count}`, kind, method, path, target });
  }
}
