import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  url: string;
  close(): void;
}

/** What each address answers to its nth delivery. */
const ANSWERS: Record<string, (nth: number) => [status: number, text: string]> = {
  '/crm': () => [200, '{"received":true}'],
  '/billing': (nth) => (nth % 6 === 5 ? [503, 'Billing is being deployed, come back later.'] : [202, 'Queued.']),
  '/intranet': () => [500, 'TypeError: Cannot read properties of undefined (reading "title")'],
};

/** The other programs of the company, which get its webhooks: one that works, one that does at times, and a broken one. */
export async function startReceiver(port: number): Promise<Receiver> {
  const counts = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const path = request.url!;
    const nth = counts.get(path) ?? 0;
    counts.set(path, nth + 1);
    request.resume().on('end', () => {
      const [status, text] = ANSWERS[path]?.(nth) ?? [404, 'Nobody lives here.'];
      response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
