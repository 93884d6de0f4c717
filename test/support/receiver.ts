import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { eventually } from './eventually.js';

export interface Received {
  headers: IncomingHttpHeaders;
  /** The body as it came, and read as JSON. */
  text: string;
  json: any;
}

/** Answers a request: with a status, or by itself. `index` counts the requests from 0. */
export type Answering = (
  request: Received,
  index: number,
  response: ServerResponse,
) => number | void | Promise<number | void>;

/** A real HTTP server on loopback that keeps what it gets. */
export class TestReceiver {
  readonly requests: Received[] = [];
  // The port may have been somebody else's a moment ago, whose callers go on.
  readonly #path = `/${randomUUID()}`;

  private constructor(
    private readonly server: Server,
    /** Can be changed at any time. */
    public answering: Answering,
  ) {}

  static async start(answering: Answering = () => 200): Promise<TestReceiver> {
    const server = createServer(async (request, response) => {
      if (request.url !== receiver.#path) return response.writeHead(404).end();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, text, json: JSON.parse(text) };
      const index = receiver.requests.push(received) - 1;
      const status = await receiver.answering(received, index, response);
      if (status) response.writeHead(status).end(`answer ${index}`);
    });
    const receiver = new TestReceiver(server, answering);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.#path}`;
  }

  /** Waits until so many requests have come. */
  async received(count: number): Promise<Received[]> {
    await eventually(() => {
      if (this.requests.length < count) throw new Error(`${this.requests.length} of ${count} requests have come`);
    });
    return this.requests;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** A receiver that is closed when the running test has ended. */
export async function receive(...args: Parameters<typeof TestReceiver.start>): Promise<TestReceiver> {
  const receiver = await TestReceiver.start(...args);
  onTestFinished(() => receiver.close());
  return receiver;
}
