import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Random } from './random.js';

/** A receiver's record of one event of one subscription. */
export interface Receipt {
  type: string;
  sequence: number;
  /** Digest of the envelope's bytes. */
  digest: string;
  accepted: number;
  refused: number;
}

/** The secret of a subscription is made of its name, so receivers know it even if its creation was never answered. */
export const secretOf = (name: string) => `secret-of-the-drill-${name}`;

type Mood = Record<'ok' | 'error' | 'silence' | 'reset', number>;

/** How often receivers answer how: the first one mostly well, of the second one some deliveries fail for good. */
const moods: Mood[] = [
  { ok: 76, error: 12, silence: 5, reset: 7 },
  { ok: 45, error: 42, silence: 1, reset: 12 },
];

/** HTTP servers that take webhooks, check them, and fail at random while they are not told to behave. */
export class Receivers {
  behave = false;
  readonly faults: string[] = [];
  /** By subscription, then by event. */
  readonly received = new Map<string, Map<string, Receipt>>();
  /** Digest of the envelope by event: it must be the same for all subscriptions and every repetition. */
  readonly #digests = new Map<string, string>();
  #servers: Server[] = [];
  #addresses = 0;

  constructor(private readonly random: Random) {}

  async open(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const server = createServer((request, response) => {
        this.#take(request, response, moods[n % moods.length]!).catch(() => response.destroy());
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      this.#servers.push(server);
    }
  }

  /** Where a new subscription sends to: round robin. */
  addressOf(subscription: string): string {
    const server = this.#servers[this.#addresses++ % this.#servers.length]!;
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${subscription}`;
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  async #take(request: IncomingMessage, response: ServerResponse, mood: Mood): Promise<void> {
    const subscription = request.url!.slice(1);
    const bytes = await buffer(request);
    const receipt = this.#note(subscription, request, bytes);
    const answer = this.behave ? 'ok' : this.random.weighted(mood);
    if (answer === 'ok') {
      receipt.accepted++;
      response.writeHead(204).end();
      return;
    }
    receipt.refused++;
    if (answer === 'error') response.writeHead(500).end('the receiver has a bad day');
    else if (answer === 'reset') request.socket.resetAndDestroy();
  }

  #note(subscription: string, request: IncomingMessage, bytes: Buffer): Receipt {
    const { id, type, sequence } = JSON.parse(bytes.toString());
    const name = `${subscription}, event ${id}`;
    if (!isSigned(subscription, request, bytes)) this.faults.push(`${name}: the signature is wrong`);
    if (request.headers['webhook-id'] !== id)
      this.faults.push(`${name}: webhook-id is ${request.headers['webhook-id']}`);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const first = this.#digests.get(id) ?? digest;
    if (first !== digest) this.faults.push(`${name}: the envelope differs from an earlier one: ${bytes}`);
    this.#digests.set(id, first);
    let events = this.received.get(subscription);
    if (!events) this.received.set(subscription, (events = new Map()));
    let receipt = events.get(id);
    if (!receipt) events.set(id, (receipt = { type, sequence, digest, accepted: 0, refused: 0 }));
    return receipt;
  }
}

function isSigned(subscription: string, request: IncomingMessage, bytes: Buffer): boolean {
  const expected = `sha256=${createHmac('sha256', secretOf(subscription)).update(bytes).digest('hex')}`;
  const given = String(request.headers['x-service-signature']);
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
