import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';

/** Milliseconds between two bytes of the conversation. */
const SILENCE_MS = 60_000;

/**
 * Has clamd scan a stream (`INSTREAM`). Answers what it found, or null. Rejects where it cannot be reached, cannot scan (a file of more
 * than its `StreamMaxLength`), or says something else.
 */
export async function scan({ hostname, port }: URL, bytes: Readable): Promise<string | null> {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('clamd does not answer.')));
  const answer = textOf(socket);
  // Whoever waits for room to write hears of the failure there.
  answer.catch(() => undefined);
  try {
    await once(socket, 'connect');
    socket.write('zINSTREAM\0');
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      // It refuses a file that is too large in the middle of it.
      if (socket.readableLength || socket.readableEnded || socket.destroyed) break;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      if (chunk.length && !socket.write(chunk)) await Promise.race([once(socket, 'drain'), answer]);
    }
    if (socket.writable) socket.end(Buffer.alloc(4));
    return verdictOf(await answer);
  } finally {
    bytes.destroy();
    socket.destroy();
  }
}

async function textOf(stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString().replace(/\0$/, '').trim();
}

function verdictOf(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  if (answer.startsWith('stream: ') && answer.endsWith(' FOUND'))
    return answer.slice('stream: '.length, -' FOUND'.length);
  throw new Error(`clamd answered: ${answer || 'nothing'}`);
}
