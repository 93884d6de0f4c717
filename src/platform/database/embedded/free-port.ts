import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A free TCP port of 127.0.0.1 below the ephemeral range (from 32768 on Linux, 49152 elsewhere), so that no outgoing connection
 * occupies it while the server is down for a restart.
 */
export async function anyFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  return probe(0) as Promise<number>;
}

export const isFree = async (port: number): Promise<boolean> => (await probe(port)) !== null;

/** Tries to listen on a port (0: any). Null if it is taken. */
function probe(port: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer().once('error', () => done(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => done(found));
    });
  });
}
