import { ExpressAdapter } from '@nestjs/platform-express';
import helmet from 'helmet';
import { ServerResponse } from 'node:http';
import { contextIfAny } from '../context/request-context.js';

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

/** Express, except that a `Reply` goes out as it is, and that every answer has the headers of `writeHead` below. */
export class HttpAdapter extends ExpressAdapter {
  constructor() {
    super();
    this.getInstance().response.writeHead = writeHead;
  }

  override reply(response: any, body: any, statusCode?: number): any {
    return body instanceof Reply ? body.send(response) : super.reply(response, body, statusCode);
  }
}

/** Helmet's headers: names and values in turn, as `writeHead` takes them. They are the same for every answer. */
const securityHeaders: string[] = [];
const recorder = {
  setHeader: (...header: [string, string]) => securityHeaders.push(...header),
  removeHeader: () => {},
};
helmet()({} as never, recorder as never, () => undefined);

/**
 * Adds the security headers and the request id to whatever is sent, in one go: set one by one before each answer they
 * cost a tenth of a read. What has been set before (a page's own policy, say) stays.
 */
function writeHead(this: ServerResponse, status: number, ...rest: any[]): ServerResponse {
  const common = [...securityHeaders, 'X-Request-Id', contextIfAny()?.requestId ?? ''];
  if (Array.isArray(rest[0]) && this.getHeaderNames().length === 0) {
    return ServerResponse.prototype.writeHead.call(this, status, [...common, ...rest[0]]);
  }
  for (let at = 0; at < common.length; at += 2) {
    if (!this.hasHeader(common[at]!)) this.setHeader(common[at]!, common[at + 1]!);
  }
  return ServerResponse.prototype.writeHead.call(this, status, ...rest);
}
