import { Injectable } from '@nestjs/common';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import {
  Clock,
  consume,
  currentContext,
  networkOf,
  type OutgoingAnswer,
  OutgoingError,
  OutgoingHttp,
  RateLimits,
  type RequestContext,
  Settings,
} from '../../platform/index.js';
import { type ClientDocument, DocumentRefusal, isDocumentUrl, readDocument } from './client-document.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
const MAX_CACHED = 500;
/** Cache lifetime in seconds: default, and bounds for the `max-age` of Cache-Control. */
const CACHE_SECONDS = { least: 60, usual: 300, most: 86_400 };
/** Fetches per IP address and minute. */
const PER_ADDRESS = 20;

interface Kept {
  /** Milliseconds since 1970. */
  until: number;
  document: Promise<ClientDocument>;
}

/** Fetches and caches Client ID Metadata Documents with the SSRF-safe HTTP client (D-AGT-3). */
@Injectable()
export class ClientDocuments {
  readonly #kept = new Map<string, Kept>();
  /** Documents by request: one request asks for a document several times, also for one that is not to be stored. */
  readonly #read = new WeakMap<RequestContext, Map<string, Promise<ClientDocument>>>();
  readonly #requests: RateLimiterAbstract;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly clock: Clock,
    private readonly settings: Settings,
    limits: RateLimits,
  ) {
    this.#requests = limits.limiter('client-documents', PER_ADDRESS, 60);
  }

  /** Whether a `client_id` is a document URL; http is allowed outside production. */
  isUrl(id: unknown): id is string {
    return isDocumentUrl(id, this.settings.APP_ENV !== 'production');
  }

  /** The document at a URL; throws `DocumentRefusal`, cached for a minute. */
  find(url: string): Promise<ClientDocument> {
    const context = currentContext();
    let read = this.#read.get(context);
    if (!read) this.#read.set(context, (read = new Map()));
    let document = read.get(url);
    if (!document) read.set(url, (document = this.#find(url)));
    return document;
  }

  async #find(url: string): Promise<ClientDocument> {
    const known = this.#kept.get(url);
    if (known && known.until > this.clock.now()) return known.document;
    await consume(this.#requests, networkOf(currentContext().ip));
    if (this.#kept.size >= MAX_CACHED) this.#kept.clear();
    const kept: Kept = {
      until: this.#after(CACHE_SECONDS.least),
      document: this.#fetch(url, (seconds) => this.#keep(kept, seconds)),
    };
    this.#kept.set(url, kept);
    return kept.document;
  }

  async #fetch(url: string, keep: (seconds: number) => void): Promise<ClientDocument> {
    const request = { headers: { Accept: 'application/json' }, timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_BYTES + 1 };
    const answer = await this.http.get(url, request).catch((error: unknown) => {
      if (error instanceof OutgoingError) throw new DocumentRefusal(error.message.replace(/\.$/, ''), { cause: error });
      throw error;
    });
    if (answer.status !== 200) throw new DocumentRefusal(`its address answers ${answer.status}`);
    if (Buffer.byteLength(answer.body) > MAX_BYTES) throw new DocumentRefusal('it is larger than 64 KiB');
    const document = readDocument(url, answer.body);
    keep(lifetimeIn(answer));
    return document;
  }

  #keep(kept: Kept, seconds: number): void {
    kept.until = this.#after(seconds);
  }

  #after(seconds: number): number {
    return this.clock.now() + seconds * 1_000;
  }
}

/** Lifetime by Cache-Control. */
function lifetimeIn({ headers: { cacheControl = '' } }: OutgoingAnswer): number {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0;
  const maxAge = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl)?.[1];
  const seconds = Number(maxAge ?? CACHE_SECONDS.usual);
  return Math.min(CACHE_SECONDS.most, Math.max(CACHE_SECONDS.least, seconds));
}
