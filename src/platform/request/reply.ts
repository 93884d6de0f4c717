import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contextIfAny } from '../context/request-context.js';
import { awaitsContinue } from './body.js';
import { codingFor, compress, plainTags, tagIn, WORTHWHILE_BYTES } from './compression.js';

/** A finished answer: what is sent, and what is kept for an Idempotency-Key. */
export class Reply {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    /** Empty, or the text of what `Content-Type` says; JSON where the headers do not. */
    readonly body: string,
  ) {}

  /** An answer to a GET with the tag of what it says; 304 for a client that has it. */
  static tagged(request: IncomingMessage, headers: Record<string, string>, body: string): Reply {
    const tag = { ...headers, ETag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
    const known = listsTag(plainTags(request.headers['if-none-match']), tag.ETag, true);
    return new Reply(known ? 304 : 200, tag, body);
  }

  /** The same with further headers. */
  with(headers: Record<string, string>): Reply {
    return new Reply(this.status, { ...headers, ...this.headers }, this.body);
  }

  send(response: ServerResponse): void {
    if (response.headersSent) return;
    const { headers } = this;
    const head = Object.entries(headers).filter(([name]) => name !== 'ETag');
    const large = this.body.length >= WORTHWHILE_BYTES && (this.holdsNoSecret || this.#mayBeCompressed());
    const coding = large ? codingFor(response.req.headers['accept-encoding']) : null;
    // In addition to `Origin` and the credential headers set earlier.
    if (large) response.appendHeader('Vary', 'Accept-Encoding');
    if (headers.ETag) head.push(['ETag', coding ? tagIn(coding, headers.ETag) : headers.ETag]);
    if (this.status === 304 || this.body === '') return this.#end(response, head, '');
    if (!headers['Content-Type']) head.push(['Content-Type', 'application/json; charset=utf-8']);
    if (!coding) return this.#end(response, head, this.body);
    compress(coding, this.body, (error, bytes) => {
      if (error) return void response.destroy(error);
      this.#end(response, [...head, ['Content-Encoding', coding]], bytes);
    });
  }

  /**
   * Not if a secret and user-controlled text are in the same response, whose length would leak the secret (BREACH): keys,
   * secrets, and pages with form tokens.
   */
  #mayBeCompressed(): boolean {
    const type = this.headers['Content-Type'];
    return (!type || /json|\+xml/.test(type)) && !contextIfAny()?.route?.holdsSecret;
  }

  /** Whether the answer is the same for everybody, whatever its type. */
  protected get holdsNoSecret(): boolean {
    return false;
  }

  #end(response: ServerResponse, head: [string, string][], body: string | Buffer): void {
    if (body.length) head.push(['Content-Length', String(Buffer.byteLength(body))]);
    const { req: request } = response;
    // `100 Continue` was never sent, so there is no body to read first.
    const unasked = awaitsContinue(request);
    if (unasked) response.shouldKeepAlive = false;
    response.writeHead(this.status, head.flat());
    if (request.complete || unasked) response.end(body);
    else this.#sendEarly(response, body);
  }

  /**
   * Responds while the client is still sending. Closing the connection would lose the response, so the rest of the body is read
   * and discarded, for a limited time.
   */
  #sendEarly(response: ServerResponse, body: string | Buffer): void {
    const { req: request } = response;
    response.flushHeaders();
    if (body.length) response.write(body);
    const late = setTimeout(() => request.socket.destroy(), LINGER_MS);
    response.once('close', () => clearTimeout(late));
    request.once('end', () => response.end());
    request.resume();
  }
}

/** Maximum time to discard a body after the response. */
const LINGER_MS = 30_000;

/** Whether a list of entity tags names this one; the weak comparison of If-None-Match ignores `W/`. */
export function listsTag(header: string | undefined, etag: string, weak = false): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => (weak ? tag.trim().replace(/^W\//, '') : tag.trim()) === etag);
}
