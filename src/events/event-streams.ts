import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  ApiError,
  Authentication,
  Clock,
  currentContext,
  Guardrails,
  invalidField,
  isDatabaseFailure,
  LogTail,
  Metrics,
  Notifications,
  type FindFacts,
  INBOX_CHANNEL,
  type NewNotices,
  RecordPolicies,
  refusalOf,
  type Reply,
  Settings,
  Shutdown,
  type StoredEvent,
  unavailable,
} from '../platform/index.js';
import { type EventStreamQuery, oldest } from './event.dto.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventStream, EventStreamReply, Frame, INBOX_EVENT } from './event-stream.js';
import { typesOf } from './event-types.js';
import { StreamViewer } from './stream-viewer.js';

/** Maximum streams of one credential per process. */
const MAX_PER_CREDENTIAL = 5;
/** `Retry-After` when there are too many streams. */
const RETRY_SECONDS = 15;
/** Interval of the check for credentials that have ended. */
const CHECK_MS = 500;
/** Checks per heartbeat: 15 seconds. */
const CHECKS_PER_HEARTBEAT = 30;
/** Past events per query. */
const PAGE_SIZE = 200;

/**
 * Open streams of this process (D-EVT-2), all served by one reader of the log. Visibility is computed when a credential opens
 * its first stream, and again after a cache of credentials or policies was invalidated.
 */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  readonly #logger = new Logger('EventStreams');
  readonly #viewers = new Map<string, StreamViewer>();
  #count = 0;
  #checks = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Cache version (`Notifications.forgotten`) at the last refresh of all viewers; null: at least one must be refreshed again. */
  #cacheVersion: number | null = 0;
  #refreshing: Promise<void> | null = null;

  constructor(
    private readonly log: EventLogRepository,
    private readonly tail: LogTail,
    private readonly authentication: Authentication,
    private readonly guardrails: Guardrails,
    private readonly policies: RecordPolicies,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly shutdown: Shutdown,
    metrics: Metrics,
  ) {
    shutdown.signal.addEventListener('abort', () => this.#endAll());
    notifications.on(INBOX_CHANNEL, (payload) => this.#announce(JSON.parse(payload) as NewNotices));
    metrics.gauge('event_streams', 'Open streams of events.', [], () => this.#count);
  }

  onModuleDestroy(): void {
    this.#endAll();
  }

  /** Opens a stream for the current request, after the given sequence or from now on. */
  async open({ types, after_sequence }: EventStreamQuery): Promise<Reply> {
    const { exchange } = currentContext();
    const { response } = exchange!;
    this.#enforceLimits();
    const viewer = this.#viewer();
    const stream = new EventStream(response, types === undefined ? null : new Set(streamedTypes(patternsOf(types))));
    viewer.streams.add(stream);
    this.#count++;
    response.once('close', () => this.#removeStream(viewer, stream));
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref();
    try {
      stream.last = await this.#start(after_sequence);
      await this.tail.follow({ wanted: () => this.#count > 0, take: (taken) => this.#dispatch(taken) });
    } catch (error) {
      this.#removeStream(viewer, stream);
      throw error;
    }
    return new EventStreamReply(stream, () => void this.#catchUp(viewer, stream));
  }

  /** The sequence after which the stream begins. 400 if the next event has expired, or the sequence is in the future. */
  async #start(after?: number): Promise<number> {
    const { workspaceId, exchange } = currentContext();
    const sent = exchange!.request.headers['last-event-id'];
    // A reconnecting browser repeats the original URL, so the header is newer.
    const field = sent === undefined ? 'after_sequence' : 'Last-Event-ID';
    if (sent !== undefined && !/^\d{1,15}$/.test(String(sent)))
      throw invalidField(field, 'invalid_format', 'Last-Event-ID must be the sequence of an event.');
    const wanted = sent === undefined ? after : Number(sent);
    const { last, oldest: first } = await this.log.bounds(workspaceId, oldest(this.clock.iso()));
    if (wanted === undefined) return last;
    const lowest = (first ?? last + 1) - 1;
    if (wanted > last) throw invalidField(field, 'out_of_range', `${field} must be at most ${last}, the newest event.`);
    if (wanted < lowest)
      throw invalidField(
        field,
        'out_of_range',
        `${field} must be at least ${lowest}: the oldest event is ${first ?? 'gone'}.`,
      );
    return wanted;
  }

  /** Sends past events after `last`, then switches the stream to live events. */
  async #catchUp(viewer: StreamViewer, stream: EventStream): Promise<void> {
    const { workspace_id } = viewer.credential;
    const find = this.#finder(workspace_id);
    try {
      for (let more = true; more;) {
        stream.pending = [];
        stream.overflowed = false;
        const types = viewer.types.filter((type) => stream.types?.has(type) ?? true);
        const page = await this.log.after(workspace_id, stream.last, oldest(this.clock.iso()), types, PAGE_SIZE);
        await this.#sendSlowly(
          viewer,
          stream,
          page.map((event) => new Frame(event)),
          find,
        );
        more = page.length === PAGE_SIZE || stream.overflowed;
        // Live events arrive while these are sent.
        while (!more && stream.pending.length) {
          await this.#sendSlowly(viewer, stream, stream.pending.splice(0), find);
          more = stream.overflowed;
        }
        if (stream.closed) return;
      }
      stream.pending = null;
    } catch (error) {
      // The client reconnects with the id of its last event.
      this.#logger.warn(error, 'Catch-up of an event stream failed.');
      stream.disconnect();
    }
  }

  async #sendSlowly(
    viewer: StreamViewer,
    stream: EventStream,
    frames: readonly Frame[],
    find: FindFacts,
  ): Promise<void> {
    for (const frame of frames) {
      const { type, sequence } = frame.event;
      if (stream.closed) return;
      if (sequence <= stream.last) continue;
      if ((stream.types?.has(type) ?? true) && (await viewer.sees(frame.event, find))) await stream.sendAndDrain(frame);
      stream.last = sequence;
    }
  }

  /** Sends live events to the streams of their workspaces. */
  async #dispatch(taken: StoredEvent[]): Promise<void> {
    if (this.#isStale()) {
      // One that is running may have read before these events.
      await this.#refreshing;
      await this.#refresh();
    }
    const byWorkspace = Map.groupBy(taken, ({ workspace_id }) => workspace_id);
    const finders = new Map<string, FindFacts>();
    const frames = new Map<string, Frame[]>();
    const texts = new Map<string, Buffer>();
    for (const viewer of this.#viewers.values()) {
      const { workspace_id } = viewer.credential;
      const own = byWorkspace.get(workspace_id);
      if (!own) continue;
      const all = getOrCreate(frames, workspace_id, () => own.map((event) => new Frame(event)));
      const find = getOrCreate(finders, workspace_id, () => this.#finder(workspace_id));
      const seen = await this.#seenBy(viewer, all, find);
      for (const stream of viewer.streams) {
        if (seen) this.#send(stream, all, seen, texts);
        else stream.hold(all);
      }
    }
  }

  /** The events that a viewer sees; null: this is not known now. */
  async #seenBy(viewer: StreamViewer, all: readonly Frame[], find: FindFacts): Promise<Frame[] | null> {
    const seen: Frame[] = [];
    try {
      for (const frame of all) {
        if (viewer.isOutdated) return null;
        const sees = viewer.sees(frame.event, find);
        if (sees === true || (sees !== false && (await sees))) seen.push(frame);
      }
      return seen;
    } catch (error) {
      this.#failed(viewer, error);
      return null;
    }
  }

  /**
   * One viewer's error never stops the others. An unavailable database says nothing about the viewer, who is asked for again; after
   * other errors the client reconnects with the id of its last event.
   */
  #failed(viewer: StreamViewer, error: unknown): void {
    if (isDatabaseFailure(error)) {
      viewer.isOutdated = true;
      this.#cacheVersion = null;
      return;
    }
    this.#logger.warn(error, 'The rights of an event stream could not be read.');
    for (const stream of viewer.streams) stream.disconnect();
  }

  #send(stream: EventStream, all: readonly Frame[], seen: readonly Frame[], texts: Map<string, Buffer>): void {
    if (stream.closed) return;
    if (stream.pending) return stream.buffer(all);
    const mine = seen.filter(
      ({ event }) => event.sequence > stream.last && (stream.types === null || stream.types.has(event.type)),
    );
    const last = all.at(-1)!.event.sequence;
    if (mine.length) {
      const key = mine.map(({ event }) => event.position).join();
      const bytes = getOrCreate(texts, key, () => Buffer.concat(mine.map((frame) => frame.bytes)));
      stream.send(bytes, mine.at(-1)!.event.sequence);
    }
    stream.last = Math.max(stream.last, last);
  }

  /** Tells people of new items in their inbox: them alone, and apps if they may read such records. */
  #announce(news: NewNotices): void {
    for (const viewer of this.#viewers.values())
      if (viewer.isTold(news)) for (const stream of viewer.streams) stream.announce(INBOX_EVENT);
  }

  /** Memoized lookup of the records of events. */
  #finder(workspaceId: string): FindFacts {
    const known = new Map<string, ReturnType<FindFacts>>();
    return (type, id) => getOrCreate(known, id, () => this.policies.factsOf(workspaceId, type, id));
  }

  #check(): void {
    this.#checks++;
    const now = this.clock.now();
    if (this.#isStale() || this.#checks % CHECKS_PER_HEARTBEAT === 0) void this.#refresh();
    for (const viewer of this.#viewers.values()) {
      if (refusalOf(viewer.credential, now) !== null) void this.#refreshViewer(viewer);
      if (this.#checks % CHECKS_PER_HEARTBEAT === 0) for (const stream of viewer.streams) stream.heartbeat();
    }
  }

  /** Whether a credential or policy may have changed since the last refresh. */
  #isStale(): boolean {
    return this.#cacheVersion !== this.notifications.forgotten || !this.notifications.live;
  }

  #refresh(): Promise<void> {
    return (this.#refreshing ??= this.#refreshAll().finally(() => (this.#refreshing = null)));
  }

  async #refreshAll(): Promise<void> {
    const { forgotten } = this.notifications;
    for (const viewer of this.#viewers.values()) await this.#refreshViewer(viewer);
    if (![...this.#viewers.values()].some(({ isOutdated }) => isOutdated)) this.#cacheVersion = forgotten;
  }

  /** Authenticates the credential again, and ends its streams if it is no longer valid. Never throws. */
  async #refreshViewer(viewer: StreamViewer): Promise<void> {
    try {
      const credential = await viewer.within(() => this.authentication.identify(viewer.request));
      if (refusalOf(credential, this.clock.now()) === null) {
        const { workspace_id, principals } = credential;
        await viewer.within(() => this.guardrails.apply(workspace_id, principals));
        viewer.update(credential);
        for (const stream of viewer.streams) if (stream.release()) void this.#catchUp(viewer, stream);
        return;
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) return this.#failed(viewer, error);
    }
    for (const stream of viewer.streams) stream.end();
  }

  #enforceLimits(): void {
    if (this.shutdown.signal.aborted) throw unavailable('The server is shutting down. Try again.');
    const { id } = currentContext().credential!;
    const own = [...this.#viewers.values()].filter(({ credential }) => credential.id === id);
    if (own.reduce((sum, { streams }) => sum + streams.size, 0) >= MAX_PER_CREDENTIAL)
      throw tooMany(`A credential has at most ${MAX_PER_CREDENTIAL} open streams. Close one first.`);
    if (this.#count >= this.settings.STREAMS_MAX) throw tooMany('The server has reached its limit of open streams.');
  }

  /** The viewer of the current request, shared by requests with the same credential. */
  #viewer(): StreamViewer {
    const { credential, exchange } = currentContext();
    const { authorization = '', 'x-api-key': key = '' } = exchange!.request.headers;
    const name = `${credential!.id} ${authorization} ${String(key)}`;
    return getOrCreate(this.#viewers, name, () => new StreamViewer(name, exchange!.request, this.policies));
  }

  #removeStream(viewer: StreamViewer, stream: EventStream): void {
    if (!viewer.streams.delete(stream)) return;
    this.#count--;
    if (!viewer.streams.size) this.#viewers.delete(viewer.name);
    if (this.#count || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #endAll(): void {
    for (const { streams } of this.#viewers.values()) for (const stream of streams) stream.end();
  }
}

const patternsOf = (types: string): string[] => types.split(',').map((type) => type.trim());

const streamedTypes = (patterns: string[]): string[] => [
  ...typesOf(patterns),
  ...(patterns.includes(INBOX_EVENT) ? [INBOX_EVENT] : []),
];

const tooMany = (message: string) => new ApiError(429, message, undefined, { 'Retry-After': String(RETRY_SECONDS) });

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
