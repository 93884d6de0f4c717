import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Connection {
  app: Socket;
  postgres: Socket;
  /** `application_name`. */
  name: string;
  cut: boolean;
}

/** Which connections become half-open, and when: at once, or as soon as the application sends a text. */
interface Cut {
  /** `application_name`. */
  name: string;
  from?: string;
}

/**
 * A TCP proxy before PostgreSQL that makes connections half-open: both sides keep theirs, and no byte passes any more, not even
 * the end of the connection. Other connections are not affected.
 */
export class PostgresProxy {
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  #cut: Cut | null = null;
  #heldEnds: (() => void)[] | null = null;
  #replaced: [text: string, by: string] | null = null;

  private constructor(
    private target: URL,
    server: Server,
  ) {
    this.#server = server;
    server.on('connection', (app) => this.#pass(app));
  }

  /** Starts a proxy before the server of this address. */
  static async before(url: string): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(new URL(url), createServer({ allowHalfOpen: true }));
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** The address of the database through this proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** The number of connections that were cut, and how many of those the application has not closed. */
  get halfOpen(): { total: number; open: number } {
    const cut = [...this.#connections].filter((each) => each.cut);
    return { total: cut.length, open: cut.filter(({ app }) => !app.readableEnded && !app.destroyed).length };
  }

  /** Makes matching connections half-open, those of later too until `restore`. */
  cut(cut: Cut): void {
    this.#cut = cut;
    for (const connection of this.#connections) this.#apply(connection, '');
  }

  /** Makes all connections of now half-open; new ones pass. */
  cutAll(): void {
    for (const connection of this.#connections) connection.cut = true;
  }

  /** Leads new connections to another server, and ends those that there are. */
  leadTo(url: string): void {
    this.target = new URL(url);
    this.endAll();
  }

  endAll(): void {
    for (const { app, postgres } of this.#connections) {
      app.destroy();
      postgres.destroy();
    }
  }

  /** Lets new connections pass. Those that were cut stay half-open. */
  restore(): void {
    this.#cut = null;
  }

  /** The number of connections that the application has open. */
  get open(): number {
    return [...this.#connections].filter(({ app }) => !app.readableEnded && !app.destroyed).length;
  }

  /** Ends of connections that PostgreSQL closes do not arrive until `releaseEnds`. */
  holdEnds(): void {
    this.#heldEnds = [];
  }

  releaseEnds(): void {
    for (const end of this.#heldEnds ?? []) end();
    this.#heldEnds = null;
  }

  /** Replaces a text that the application sends by another one, which must not be longer. */
  replace(text: string, by: string): void {
    this.#replaced = [text, by.padEnd(text.length)];
  }

  async close(): Promise<void> {
    for (const { app, postgres } of this.#connections) {
      app.destroy();
      postgres.destroy();
    }
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(app: Socket): void {
    const { hostname: host, port } = this.target;
    const postgres = connect({ host, port: Number(port), allowHalfOpen: true });
    const connection: Connection = { app, postgres, name: '', cut: false };
    this.#connections.add(connection);
    app.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      connection.name ||= /application_name\0([^\0]*)/.exec(text)?.[1] ?? '';
      this.#apply(connection, text);
      if (!connection.cut) postgres.write(this.#replaced ? text.replace(...this.#replaced) : text, 'latin1');
    });
    postgres.on('data', (bytes) => connection.cut || app.write(bytes));
    const ends = [
      [app, postgres],
      [postgres, app],
    ] as const;
    for (const [from, to] of ends) {
      from.on('error', () => undefined);
      from.on('end', () => {
        const end = () => connection.cut || to.end();
        if (from === postgres && this.#heldEnds) this.#heldEnds.push(end);
        else end();
      });
      from.on('close', () => connection.cut || to.destroy());
    }
  }

  #apply(connection: Connection, text: string): void {
    const { name, from = '' } = this.#cut ?? {};
    if (connection.name === name && text.includes(from)) connection.cut = true;
  }
}
