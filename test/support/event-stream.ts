import { expect } from 'vitest';
import type { Client } from './test-app.js';

/** An event as a stream sends it. */
interface Sent {
  id: string;
  event: string;
  data: any;
}

/** Follows `GET /v1/events/stream`, as a client without a library would. */
export class StreamReader {
  /** Events so far. */
  readonly sent: Sent[] = [];
  /** Ids without an event. */
  readonly ids: string[] = [];
  ended = false;
  readonly #abort = new AbortController();

  private constructor(readonly response: Response) {}

  /** Opens a stream. One that is refused has `response`, and no events. */
  static async open(
    client: Client,
    query = '',
    headers: Record<string, string> = {},
    base = client.base,
  ): Promise<StreamReader> {
    const abort = new AbortController();
    const key: Record<string, string> = client.key!.startsWith('wsk_')
      ? { 'X-API-Key': client.key! }
      : { Authorization: `Bearer ${client.key}` };
    const response = await fetch(`${base}/v1/events/stream?${query}`, {
      headers: { ...key, ...headers },
      signal: abort.signal,
    });
    const reader = new StreamReader(response);
    reader.#abort.signal.addEventListener('abort', () => abort.abort());
    if (response.ok) void reader.#read();
    return reader;
  }

  get types(): string[] {
    return this.sent.map(({ event }) => event);
  }

  /** The status of a refusal with its error. */
  async refusal(): Promise<{ status: number; error: any }> {
    return { status: this.response.status, error: ((await this.response.json()) as any).error };
  }

  /** Waits for so many events. */
  async received(count: number): Promise<Sent[]> {
    await expect.poll(() => this.sent.length).toBeGreaterThanOrEqual(count);
    return this.sent;
  }

  /** Waits for the end of the answer. */
  async end(): Promise<void> {
    await expect.poll(() => this.ended).toBe(true);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.end();
  }

  async #read(): Promise<void> {
    let rest = '';
    try {
      for await (const text of this.response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // It was closed, or cut.
    }
    this.ended = true;
  }

  #take(block: string): void {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
    if (fields.data) this.sent.push({ id: fields.id!, event: fields.event!, data: JSON.parse(fields.data) });
    else if (fields.id) this.ids.push(fields.id);
  }
}
