import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../fields/ids.js';
import { invalid } from '../errors/api-error.js';
import { errorBody } from '../request/error-answers.js';

/** Why Node gave up reading, by its codes. */
const REASONS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are larger than 16 KiB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** Answers what cannot be read as an HTTP request with the body of every other error; Node's own answer has none. */
export function answerUnreadable(server: Server<typeof IncomingMessage, typeof ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // As Node does it: nothing is put into an answer that has begun.
    const { _httpMessage: running } = socket as { _httpMessage?: ServerResponse };
    if (error.code === 'ECONNRESET' || !socket.writable || running?.headersSent) return void socket.destroy(error);
    const requestId = newId('req');
    const body = errorBody(invalid([], REASONS[error.code ?? ''] ?? 'This is no request of HTTP/1.1.'), requestId);
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
