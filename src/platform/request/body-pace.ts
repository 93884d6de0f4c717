import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.js';

/** The slowest pace at which a body may arrive (D-SEC-1). Slow bodies would hold memory and connections for nothing. */
export const bodyPace = { bytesPerSecond: 1_000, windowMs: 20_000 };

/**
 * Watches how fast a body arrives, and calls `cut` with a 408 when a window has fewer bytes than the pace asks for. A window in
 * which the server paused the body does not count. Returns what ends the watch.
 */
export function watchPace(request: IncomingMessage, cut: (error: ApiError) => void): () => void {
  const { bytesPerSecond, windowMs } = bodyPace;
  let bytes = 0;
  let hasPaused = false;
  const count = (chunk: Buffer) => void (bytes += chunk.length);
  const notePause = () => void (hasPaused = true);
  const timer = setInterval(() => {
    const isSlow = bytes < (bytesPerSecond * windowMs) / 1000;
    if (isSlow && !hasPaused && !request.readableEnded) cut(tooSlow());
    bytes = 0;
    hasPaused = request.isPaused();
  }, windowMs);
  request.on('data', count);
  request.on('pause', notePause);
  return () => {
    clearInterval(timer);
    request.off('data', count);
    request.off('pause', notePause);
  };
}

/** The rest of the body is not worth reading: the connection ends with the answer. */
const tooSlow = () => {
  const { bytesPerSecond, windowMs } = bodyPace;
  const message = `The body arrived at less than ${bytesPerSecond} bytes per second for ${windowMs / 1000} seconds.`;
  return new ApiError(408, message, undefined, { Connection: 'close' });
};
