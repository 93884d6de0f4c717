import { SuiteError } from './suite-error.js';
import type { WebhookEvent } from './webhooks.js';

export interface EventsOptions {
  /** Types of events, or `<app>.*`. Default: all. */
  types?: readonly string[];
  /** The sequence of the last event that is known. Default: begin now. */
  after?: number;
  /** Called when there may be new items in your inbox: read it then. */
  onInbox?: () => void;
  /** Ends the stream. */
  signal?: AbortSignal;
  /** Called whenever a connection is there: from then on nothing is missed. */
  onOpen?: () => void;
  /** Milliseconds before the first attempt to connect again; each further one waits twice as long. Default 500. */
  firstWaitMs?: number;
  /** Milliseconds between two attempts at most. Default 30 000. */
  longestWaitMs?: number;
}

/** Opens the stream behind a sequence. It throws a `SuiteError` where the server refuses. */
type Open = (query: { types?: string; after_sequence?: number }, signal?: AbortSignal) => Promise<Response>;

/** Milliseconds without a byte after which a connection is taken for dead: the server sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;

/** Refusals that another attempt can change. */
const TRANSIENT = new Set([429, 500, 502, 503, 504]);

/**
 * The events of a workspace as they happen, each once and in order. Where the connection ends it is opened again behind the last
 * event. It throws what the server refuses for good: a credential that has ended, or a sequence that is gone.
 */
export async function* follow(open: Open, options: EventsOptions = {}): AsyncGenerator<WebhookEvent, void, undefined> {
  const { signal, onOpen, onInbox, firstWaitMs = 500, longestWaitMs = 30_000 } = options;
  const types = onInbox ? [...(options.types ?? ['*']), 'inbox'] : options.types;
  let { after } = options;
  let failures = 0;
  while (!signal?.aborted) {
    let wait = 0;
    // Its own, so that a reader that stops in between closes the connection.
    const connection = new AbortController();
    const stop = () => connection.abort();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const response = await open(
        { ...(types && { types: types.join() }), ...(after !== undefined && { after_sequence: after }) },
        connection.signal,
      );
      onOpen?.();
      onInbox?.();
      for await (const { id, event, data } of read(response, connection)) {
        failures = 0;
        if (id !== undefined) after = id;
        if (event === 'inbox') onInbox?.();
        else if (data !== undefined) yield JSON.parse(data) as WebhookEvent;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof SuiteError) {
        if (!TRANSIENT.has(error.status)) throw error;
        wait = (error.retryAfter ?? 0) * 1000;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      connection.abort();
    }
    const backoff = Math.min(firstWaitMs * 2 ** failures++, longestWaitMs) * (0.5 + Math.random() / 2);
    await pause(Math.max(wait, backoff), signal);
  }
}

/** The blocks of a stream: an id, and the data of an event where there is one. Comments keep it alive. */
async function* read(
  response: Response,
  connection: AbortController,
): AsyncGenerator<{ id?: number; event?: string; data?: string }, void, undefined> {
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  let rest = '';
  for (;;) {
    const silent = setTimeout(() => connection.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silent));
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n');
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const id = field('id');
      yield { id: id === undefined ? undefined : Number(id), event: field('event'), data: field('data') };
    }
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
