import type { ServerResponse } from 'node:http';

/** A finished answer: what is sent, and what is kept for an Idempotency-Key. */
export class Reply {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    /** Empty, or the text of what `Content-Type` says; JSON where the headers do not. */
    readonly body: string,
  ) {}

  /** The same with further headers. */
  with(headers: Record<string, string>): Reply {
    return new Reply(this.status, { ...headers, ...this.headers }, this.body);
  }

  send(response: ServerResponse): void {
    if (response.headersSent) return;
    const head = Object.entries(this.headers).flat();
    if (this.body !== '') {
      if (!this.headers['Content-Type']) head.push('Content-Type', 'application/json; charset=utf-8');
      head.push('Content-Length', String(Buffer.byteLength(this.body)));
    }
    response.writeHead(this.status, head);
    if (response.req.complete) response.end(this.body);
    else this.#sendEarly(response);
  }

  /**
   * Answers somebody who still sends. Were the connection closed under him, the answer would be lost with it, so what is
   * left of the body is read, and dropped, until he has finished or was given enough time.
   */
  #sendEarly(response: ServerResponse): void {
    const { req: request } = response;
    response.flushHeaders();
    if (this.body !== '') response.write(this.body);
    const patience = setTimeout(() => request.socket.destroy(), LINGER);
    request.once('close', () => clearTimeout(patience));
    request.once('end', () => response.end());
    request.resume();
  }
}

/** Milliseconds that a body is read on after the answer. */
const LINGER = 30_000;

/** Whether a list of entity tags names this one; the weak comparison of If-None-Match ignores `W/`. */
export function listsTag(header: string | undefined, etag: string, weak = false): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => (weak ? tag.trim().replace(/^W\//, '') : tag.trim()) === etag);
}
