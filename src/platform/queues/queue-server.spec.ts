import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { SharedPostgres } from './queue-server.js';

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
const message = (letter: string, content: string) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content, 'latin1')]);
};

it('a PostgreSQL that ends as the client for notifications connects does not end the process', async () => {
  const server = createServer((socket) => {
    // Authenticated, ready, and gone, in one packet.
    const gone = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
    socket.once('data', () => socket.end(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), gone])));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const postgres = new SharedPostgres({ connectionString: `postgres://me:x@127.0.0.1:${port}/suite`, max: 1 });
  postgres.on('error', () => undefined);
  const listening = await postgres.getListenClient().then(
    (client) =>
      client.query('select 1').then(
        () => 'lives',
        () => 'lost',
      ),
    () => 'lost',
  );
  expect(listening).toBe('lost');
  await postgres.close().catch(() => undefined);
  server.close();
});
