import { ExpressAdapter } from '@nestjs/platform-express';
import type { ServerResponse } from 'node:http';

/** A finished answer: what is sent, and what is kept for an Idempotency-Key. */
export class Reply {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    /** JSON text, or empty. */
    readonly body: string,
  ) {}

  send(response: ServerResponse): void {
    if (response.headersSent) return;
    if (this.body === '') {
      response.writeHead(this.status, this.headers).end();
    } else {
      response
        .writeHead(this.status, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(this.body),
          ...this.headers,
        })
        .end(this.body);
    }
  }
}

/** Whether a list of entity tags names this one; the weak comparison of If-None-Match ignores `W/`. */
export function listsTag(header: string | undefined, etag: string, weak = false): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => (weak ? tag.trim().replace(/^W\//, '') : tag.trim()) === etag);
}

/** Express, except that a `Reply` goes out as it is. */
export class HttpAdapter extends ExpressAdapter {
  override reply(response: any, body: any, statusCode?: number): any {
    return body instanceof Reply ? body.send(response) : super.reply(response, body, statusCode);
  }
}
