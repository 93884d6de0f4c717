import { once } from 'node:events';
import { connect } from 'node:net';
import { vi } from 'vitest';
import { eventually } from './eventually.js';

/**
 * Sends the head of a request and the first byte of its body, and no more, while time passes quickly. Answers what came
 * back until the server ended the connection.
 */
export async function dribble(base: string, path: string, type: string): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let answer = '';
  let ended = false;
  socket.setEncoding('utf8');
  socket.on('data', (text) => (answer += text));
  socket.on('error', () => undefined);
  socket.on('close', () => (ended = true));
  await once(socket, 'connect');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: suite\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\na`);
    await eventually(() => {
      vi.advanceTimersByTime(1_000);
      if (!ended) throw new Error(`The connection is open. What came: ${answer}`);
    });
  } finally {
    vi.useRealTimers();
    socket.destroy();
  }
  return answer;
}
