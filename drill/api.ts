import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledged, type Attempt, type Journal, type Operation, unknown } from './journal.js';
import type { Random } from './random.js';

/** Milliseconds a client waits for an answer. No request may take that long, so giving up is noted as a fault. */
const WAIT_MS = 30_000;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Speaks to the API as a good client does: what may be repeated is repeated until there is an answer. */
export class Api {
  /** The addresses that serve in this phase. */
  servers: string[] = [];
  readonly faults: string[] = [];
  readonly #agent = new Agent({ keepAlive: true });

  constructor(
    private readonly key: string,
    private readonly journal: Journal,
  ) {}

  /**
   * Sends the operation until an attempt tells what became of it, and answers that attempt. Without a key a POST is sent
   * once only, and its attempt may leave that open.
   */
  async perform(operation: Operation, random: Random): Promise<Attempt> {
    const repeatable = operation.method !== 'POST' || operation.key !== undefined;
    for (;;) {
      const attempt = await this.#attempt(operation, random.pick(this.servers));
      if (!(repeatable && unknown(attempt)) && !attempt.inFlight) return attempt;
      await sleep(random.between(20, 300));
    }
  }

  async #attempt(operation: Operation, server: string): Promise<Attempt> {
    const { method, path, body, key, ifMatch } = operation;
    const attempt = this.journal.begin(operation, server);
    try {
      const answer = await this.#send(method, server + path, body, {
        'User-Agent': attempt.token,
        'X-API-Key': this.key,
        ...(key && { 'Idempotency-Key': key }),
        ...(ifMatch && { 'If-Match': ifMatch }),
      });
      const { status, headers } = answer;
      const replayed = headers['idempotency-replayed'] === 'true';
      const inFlight = status === 409 && !replayed && headers['retry-after'] !== undefined;
      this.journal.end(attempt, { status, body: answer.body, replayed, inFlight });
      if (status === 500) this.faults.push(`${attempt.token}: ${method} ${path} answered 500: ${answer.body}`);
    } catch (error) {
      this.journal.end(attempt, { error: (error as Error).message });
    }
    return attempt;
  }

  /** GET until something other than a failure answers. */
  async read(path: string, random: Random): Promise<{ status: number; body: any }> {
    for (;;) {
      const answer = await this.look(random.pick(this.servers), path);
      if (answer && answer.status < 500) return { status: answer.status, body: JSON.parse(answer.body) };
      await sleep(random.between(20, 300));
    }
  }

  /** One GET; null where no answer came. */
  async look(server: string, path: string, key = this.key): Promise<Answer | null> {
    const answer = await this.#send('GET', server + path, undefined, { 'X-API-Key': key }).catch(() => null);
    if (answer?.status === 500) this.faults.push(`GET ${path} answered 500: ${answer.body}`);
    return answer;
  }

  #send(method: string, url: string, body: object | undefined, headers: Record<string, string>): Promise<Answer> {
    const payload = body && JSON.stringify(body);
    if (payload) {
      headers['Content-Type'] = 'application/json';
      headers['Content-Length'] = String(Buffer.byteLength(payload));
    }
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, agent: this.#agent, headers });
      const timer = setTimeout(() => {
        this.faults.push(`${method} ${url} had no answer within ${WAIT_MS} ms`);
        sent.destroy(new Error('no answer in time'));
      }, WAIT_MS);
      const done = () => clearTimeout(timer);
      sent.once('error', reject).once('close', done);
      sent.once('response', (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
          reject,
        );
      });
      sent.end(payload);
    });
  }
}

/** The record that a successful attempt answered. */
export const recordOf = (attempt: Attempt): any =>
  acknowledged(attempt) && attempt.body ? JSON.parse(attempt.body) : null;
