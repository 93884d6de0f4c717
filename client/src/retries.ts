import { secondsToWait } from './suite-error.js';

export interface RetryOptions {
  /** How often a request is sent at most. Default 4; 1 sends each once. */
  attempts?: number;
  /** Milliseconds before the second attempt; each further one waits twice as long, and a random part less. Default 500. */
  firstWaitMs?: number;
  /** Milliseconds that it waits between two attempts at most. Default 30 000; a server that asks for more is not asked again. */
  longestWaitMs?: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** Answers that another attempt can change. */
const TRANSIENT = new Set([429, 500, 502, 503, 504]);

/**
 * Sends a request again where that can help and cannot do harm: after a lost connection, 429 and 5xx, and after a 409 that says
 * when to come back (the same request is still running). A POST has an Idempotency-Key, by which the server does it once.
 */
export function retrying(fetch: Fetch, options: RetryOptions = {}): Fetch {
  const { attempts = 4, firstWaitMs = 500, longestWaitMs = 30_000 } = options;
  return async (request) => {
    const repeatable = request.method !== 'POST' || request.headers.has('idempotency-key');
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts || !repeatable;
      const backoff = firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      let wait = Math.min(backoff, longestWaitMs);
      try {
        const response = await fetch(last ? request : request.clone());
        const retryAfter = secondsToWait(response);
        const passes = TRANSIENT.has(response.status) || (response.status === 409 && retryAfter !== null);
        if (last || !passes) return response;
        if (retryAfter !== null) wait = Math.max(retryAfter * 1000, firstWaitMs / 2);
        if (wait > longestWaitMs) return response;
        await response.body?.cancel();
      } catch (error) {
        if (last || request.signal.aborted) throw error;
      }
      await sleep(wait, request.signal);
    }
  };
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', ended);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', ended, { once: true });
  });
}
