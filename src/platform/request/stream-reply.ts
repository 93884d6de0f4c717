import { Logger } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Reply } from './reply.js';

type Piece = Uint8Array | string;

/** Milliseconds that a client may take nothing of an answer before it is cut off. */
const SILENCE_MS = 60_000;

/** Error codes of a stream whose client has disconnected or was cut off. */
const GONE = ['ERR_STREAM_UNABLE_TO_PIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'];

/**
 * An answer that is made while it is sent, as fast as the client takes it, and not kept: for GET only. What fails before
 * the first piece is answered like any other failure. When the source fails later, or `signal` says so, the connection is
 * cut, so that nobody takes a part for the whole; when the client goes, the source is ended.
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
    response.setTimeout(SILENCE_MS, () => response.destroy());
    pipeline(Readable.from(this.source), response, { signal: this.signal }).catch((error: NodeJS.ErrnoException) => {
      if (!GONE.includes(error.code ?? '')) this.#logger.error(error, 'An answer could not be finished.');
      response.destroy();
      // A client that had gone before the first piece: nothing has been piped, so nothing ended the source.
      void this.source.return!();
    });
  }

  override with(headers: Record<string, string>): Reply {
    return new StreamReply({ ...headers, ...this.headers }, this.source, this.signal);
  }
}

/** A source of which the first piece has been taken, with that piece before the rest. */
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
