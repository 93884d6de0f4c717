import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';

/** Idle timeout. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Scans a stream with clamd (`INSTREAM`). Returns the finding, or null. Rejects if clamd is unreachable, cannot scan (such as
 * beyond its `StreamMaxLength`), or replies unexpectedly.
 */
export async function scan({ hostname, port }: URL, bytes: Readable): Promise<string | null> {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
  socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy(new Error('clamd does not answer.')));
  const answer = textOf(socket);
  // The failure surfaces at the writer.
  answer.catch(() => undefined);
  try {
    await once(socket, 'connect');
    socket.write('zINSTREAM\0');
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      // clamd rejects an oversized file before its end.
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
