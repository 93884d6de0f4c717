import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.js';

/** Minimum throughput of a body (D-SEC-1), because slow bodies hold memory and connections. */
export const bodyPace = { bytesPerSecond: 1_000, windowMs: 20_000 };

/**
 * Measures the throughput of a body in windows, and calls `cut` with a 408 if one is below the minimum. Windows in which the
 * server paused the body do not count. Returns a function that stops the watch.
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
