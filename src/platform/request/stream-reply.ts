import { Logger } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Reply } from './reply.js';

type Piece = Uint8Array | string;

/** Stall timeout: a client that reads nothing for this long is disconnected. */
const STALL_TIMEOUT_MS = 60_000;

/** Error codes of a stream whose client has disconnected or was cut off. */
const CLIENT_GONE_CODES = ['ERR_STREAM_UNABLE_TO_PIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'];

/**
 * A streamed response with backpressure, not stored for idempotency: for GET only. An error before the first chunk becomes an
 * ordinary error response. A later error, or `signal`, closes the connection, so that a truncated response is not taken for a
 * complete one. If the client disconnects, the source is ended.
 *
 * @example return StreamReply.of({ 'Content-Type': 'text/csv' }, rows());
 */
export class StreamReply extends Reply {
  readonly #logger = new Logger('StreamReply');

  private constructor(
    headers: Record<string, string>,
    private readonly source: AsyncIterableIterator<Piece>,
    private readonly signal: AbortSignal | undefined,
  ) {
    super(200, headers, '');
  }

  static async of(headers: Record<string, string>, source: AsyncGenerator<Piece>, signal?: AbortSignal) {
    return new StreamReply(headers, begun(await source.next(), source), signal);
  }

  override send(response: ServerResponse): void {
    response.writeHead(this.status, Object.entries(this.headers).flat());
    if (response.req.method === 'HEAD') {
      response.end();
      void this.source.return!();
      return;
    }
    response.setTimeout(STALL_TIMEOUT_MS, () => response.destroy());
    pipeline(Readable.from(this.source), response, { signal: this.signal }).catch((error: NodeJS.ErrnoException) => {
      if (!CLIENT_GONE_CODES.includes(error.code ?? '')) this.#logger.error(error, 'An answer could not be finished.');
      response.destroy();
      // The client disconnected before the first chunk, so the pipeline did not end the source.
      void this.source.return!();
    });
  }

  override with(headers: Record<string, string>): Reply {
    return new StreamReply({ ...headers, ...this.headers }, this.source, this.signal);
  }
}

/** Re-attaches the first chunk to its source. */
function begun(first: IteratorResult<Piece> | null, source: AsyncGenerator<Piece>): AsyncIterableIterator<Piece> {
  return {
    async next() {
      const piece = first ?? (await source.next());
      first = null;
      return piece;
    },
    return: () => source.return(undefined),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
