import { Logger } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Reply } from './reply.js';

/** Milliseconds that a client may take nothing of an answer before it is cut off. */
const PATIENCE = 60_000;

/**
 * An answer that is made while it is sent, as fast as the client takes it, and not kept: for GET only. When the source
 * fails the connection is cut, so that nobody takes a part for the whole; when the client goes, the source is ended.
 *
 * @example return new StreamReply({ 'Content-Type': 'text/csv' }, rows());
 */
export class StreamReply extends Reply {
  readonly #logger = new Logger('StreamReply');

  constructor(
    headers: Record<string, string>,
    private readonly source: AsyncGenerator<Uint8Array | string>,
  ) {
    super(200, headers, '');
  }

  override send(response: ServerResponse): void {
    response.writeHead(this.status, Object.entries(this.headers).flat());
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    response.setTimeout(PATIENCE, () => response.destroy());
    pipeline(Readable.from(this.source), response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') this.#logger.error(error, 'An answer could not be finished.');
      response.destroy();
    });
  }

  override with(headers: Record<string, string>): Reply {
    return new StreamReply({ ...headers, ...this.headers }, this.source);
  }
}
