import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Interval at which idle connections are closed. */
const POLL_MS = 1000;

/**
 * Graceful shutdown: refuses new connections and adds `Connection: close` to every further response. Resolves when the last
 * connection is closed.
 */
export async function drain(server: Server): Promise<void> {
  const gone = once(server, 'close');
  server.prependListener('request', (_, response) => (response.shouldKeepAlive = false));
  // Not http.Server.close(), which closes idle connections at once, although a request may be in flight on one.
  NetServer.prototype.close.call(server);
  const cut = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await gone;
  clearInterval(cut);
}
