import type { NextFunction, Request, Response } from 'express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../fields/ids.js';
import { currentContext } from '../context/request-context.js';
import { type ApiError, invalid, invalidField } from '../errors/api-error.js';
import { errorBody } from '../request/error-answers.js';
import { Reply } from '../request/reply.js';

/** Messages for parser errors of Node. */
const REASONS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are larger than 16 KiB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/**
 * Takes over cases that Node answers itself without a body: a missing `Host`, an unknown `Expect`, and `Expect: 100-continue`,
 * which is answered only when the body may be sent.
 */
export function answerExpectations(server: Server<typeof IncomingMessage, typeof ServerResponse>): void {
  Object.assign(server, { requireHostHeader: false });
  for (const event of ['checkContinue', 'checkExpectation'] as const)
    server.on(event, (request, response) => void server.emit('request', request, response));
}

/** Middleware for `answerExpectations`. */
export function refuseBadHead(request: Request, response: Response, next: NextFunction): void {
  const { host, expect } = request.headers;
  const refuse = (error: ApiError) =>
    new Reply(error.status, { Connection: 'close' }, errorBody(error, currentContext().requestId)).send(response);
  if (host === undefined && request.httpVersion === '1.1')
    refuse(invalidField('Host', 'required', 'The Host header is required in HTTP/1.1.'));
  else if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    refuse(invalidField('Expect', 'invalid_value', 'Expect must be 100-continue.'));
  else next();
}

/** Answers malformed HTTP with the usual error body; the default of Node has none. */
export function answerUnreadable(server: Server<typeof IncomingMessage, typeof ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // As in Node: nothing is inserted into a response that has begun.
    const { _httpMessage: running } = socket as { _httpMessage?: ServerResponse };
    if (error.code === 'ECONNRESET' || !socket.writable || running?.headersSent) return void socket.destroy(error);
    const requestId = newId('req');
    const body = errorBody(invalid([], REASONS[error.code ?? ''] ?? 'The request is not valid HTTP/1.1.'), requestId);
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
