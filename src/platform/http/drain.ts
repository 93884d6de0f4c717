import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Milliseconds that an open connection may wait for its next request before it is ended. */
const POLL_MS = 1000;

/**
 * Takes a server out of service without losing a request: new connections are refused from now on, and every further
 * answer ends its connection (`Connection: close`). Resolves when the last connection is gone.
 */
export async function drain(server: Server): Promise<void> {
  const gone = once(server, 'close');
  server.prependListener('request', (_, response) => (response.shouldKeepAlive = false));
  // Not http's own close(): it cuts idle connections at once, and on one of them the next request may be under way.
  NetServer.prototype.close.call(server);
  const cut = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await gone;
  clearInterval(cut);
}
