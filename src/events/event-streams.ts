import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  ApiError,
  Authentication,
  Clock,
  currentContext,
  Guardrails,
  invalidField,
  LogTail,
  Metrics,
  Notifications,
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
import { EventStream, EventStreamReply, Frame } from './event-stream.js';
import { typesOf } from './event-types.js';
import { type FindRecord, StreamViewer } from './stream-viewer.js';

/** Streams of one credential in a process. */
const MAX_OF_CREDENTIAL = 5;
/** Seconds after which to try again where there are too many streams. */
const RETRY_SECONDS = 15;
/** Milliseconds between two looks at credentials that may have ended. */
const LOOK_MS = 500;
/** Looks between two comments of a stream: 15 seconds. */
const LOOKS_PER_BEAT = 30;
/** Past events read at a time. */
const PAGE = 200;

/**
 * The streams of this process (D-EVT-2). One reader of the log serves them all. What a credential sees is computed when it
 * opens its first stream, and again when a cache of credentials or policies has forgotten something.
 */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  readonly #logger = new Logger('EventStreams');
  readonly #viewers = new Map<string, StreamViewer>();
  #count = 0;
  #looks = 0;
  #timer: NodeJS.Timeout | null = null;
  /** How often caches had forgotten something when the viewers were last brought up to date. */
  #forgotten = 0;
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
    metrics.gauge('event_streams', 'Open streams of events.', [], () => this.#count);
  }

  onModuleDestroy(): void {
    this.#endAll();
  }

  /** Opens a stream for the running request: behind the sequence that it names, or from now on. */
  async open({ types, after_sequence }: EventStreamQuery): Promise<Reply> {
    const { exchange } = currentContext();
    const { response } = exchange!;
    this.#refuseMore();
    const viewer = this.#viewer();
    const stream = new EventStream(response, types === undefined ? null : new Set(typesOf(patternsOf(types))));
    viewer.streams.add(stream);
    this.#count++;
    response.once('close', () => this.#forget(viewer, stream));
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
    try {
      stream.last = await this.#start(after_sequence);
      await this.tail.follow({ wanted: () => this.#count > 0, take: (taken) => this.#take(taken) });
    } catch (error) {
      this.#forget(viewer, stream);
      throw error;
    }
    return new EventStreamReply(stream, () => void this.#catchUp(viewer, stream));
  }

  /** The sequence behind which a stream begins. 400 where events behind it are gone, or it is not there yet. */
  async #start(after?: number): Promise<number> {
    const { workspaceId, exchange } = currentContext();
    const sent = exchange!.request.headers['last-event-id'];
    // Browsers that come back repeat the address of the first request, so the header is newer.
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

  /** Sends the past events behind `last`, then lets the stream take part in what comes. */
  async #catchUp(viewer: StreamViewer, stream: EventStream): Promise<void> {
    const { workspace_id } = viewer.credential;
    const find = this.#finder(workspace_id);
    try {
      for (let more = true; more;) {
        stream.pending = [];
        stream.overflowed = false;
        const types = viewer.types.filter((type) => stream.types?.has(type) ?? true);
        const page = await this.log.after(workspace_id, stream.last, oldest(this.clock.iso()), types, PAGE);
        await this.#sendSlowly(
          viewer,
          stream,
          page.map((event) => new Frame(event)),
          find,
        );
        more = page.length === PAGE || stream.overflowed;
        // Events go on to come while these are sent.
        while (!more && stream.pending.length) {
          await this.#sendSlowly(viewer, stream, stream.pending.splice(0), find);
          more = stream.overflowed;
        }
        if (stream.closed) return;
      }
      stream.pending = null;
    } catch (error) {
      // It comes back with the id of the last event that it got.
      this.#logger.warn(error, 'A stream could not be continued.');
      stream.cut();
    }
  }

  async #sendSlowly(
    viewer: StreamViewer,
    stream: EventStream,
    frames: readonly Frame[],
    find: FindRecord,
  ): Promise<void> {
    for (const frame of frames) {
      const { type, sequence } = frame.event;
      if (stream.closed) return;
      if (sequence <= stream.last) continue;
      if ((stream.types?.has(type) ?? true) && (await viewer.sees(frame.event, find))) await stream.sendSlowly(frame);
      stream.last = sequence;
    }
  }

  /** Hands new events on to the streams of their workspaces. */
  async #take(taken: StoredEvent[]): Promise<void> {
    if (this.#forgotten !== this.notifications.forgotten) await this.#refresh();
    const byWorkspace = Map.groupBy(taken, ({ workspace_id }) => workspace_id);
    const finders = new Map<string, FindRecord>();
    const frames = new Map<string, Frame[]>();
    const texts = new Map<string, Buffer>();
    for (const viewer of this.#viewers.values()) {
      const { workspace_id } = viewer.credential;
      const own = byWorkspace.get(workspace_id);
      if (!own) continue;
      const all = madeOnce(frames, workspace_id, () => own.map((event) => new Frame(event)));
      const find = madeOnce(finders, workspace_id, () => this.#finder(workspace_id));
      const seen: Frame[] = [];
      for (const frame of all) {
        const sees = viewer.sees(frame.event, find);
        if (sees === true || (sees !== false && (await sees))) seen.push(frame);
      }
      for (const stream of viewer.streams) this.#send(stream, all, seen, texts);
    }
  }

  #send(stream: EventStream, all: readonly Frame[], seen: readonly Frame[], texts: Map<string, Buffer>): void {
    if (stream.closed) return;
    if (stream.pending) return stream.keep(all);
    const mine = seen.filter(
      ({ event }) => event.sequence > stream.last && (stream.types === null || stream.types.has(event.type)),
    );
    const last = all.at(-1)!.event.sequence;
    if (mine.length) {
      const key = mine.map(({ event }) => event.position).join();
      const bytes = madeOnce(texts, key, () => Buffer.concat(mine.map((frame) => frame.bytes)));
      stream.send(bytes, mine.at(-1)!.event.sequence);
    }
    stream.last = Math.max(stream.last, last);
  }

  /** Finds the records of events, each once. */
  #finder(workspaceId: string): FindRecord {
    const known = new Map<string, ReturnType<FindRecord>>();
    return (type, id) => madeOnce(known, id, () => this.policies.recordOf(workspaceId, type, id));
  }

  #look(): void {
    this.#looks++;
    const now = this.clock.now();
    const changed = this.#forgotten !== this.notifications.forgotten || !this.notifications.live;
    if (changed || this.#looks % LOOKS_PER_BEAT === 0) void this.#refresh().catch(() => undefined);
    for (const viewer of this.#viewers.values()) {
      if (refusalOf(viewer.credential, now) !== null) void this.#refreshOne(viewer).catch(() => undefined);
      if (this.#looks % LOOKS_PER_BEAT === 0) for (const stream of viewer.streams) stream.beat();
    }
  }

  #refresh(): Promise<void> {
    return (this.#refreshing ??= this.#refreshAll().finally(() => (this.#refreshing = null)));
  }

  async #refreshAll(): Promise<void> {
    const { forgotten } = this.notifications;
    for (const viewer of this.#viewers.values()) await this.#refreshOne(viewer);
    this.#forgotten = forgotten;
  }

  /** Looks at a credential again, and ends its streams where it is not good any more. */
  async #refreshOne(viewer: StreamViewer): Promise<void> {
    try {
      const credential = await viewer.within(() => this.authentication.identify(viewer.request));
      if (refusalOf(credential, this.clock.now()) === null) {
        const { workspace_id, principals } = credential;
        return viewer.update(credential, await this.guardrails.of(workspace_id, principals));
      }
    } catch (error) {
      // That the database is away says nothing about the credential.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    for (const stream of viewer.streams) stream.end();
  }

  #refuseMore(): void {
    if (this.shutdown.signal.aborted) throw unavailable('The server stops. Try again.');
    const { id } = currentContext().credential!;
    const own = [...this.#viewers.values()].filter(({ credential }) => credential.id === id);
    if (own.reduce((sum, { streams }) => sum + streams.size, 0) >= MAX_OF_CREDENTIAL)
      throw tooMany(`A credential has at most ${MAX_OF_CREDENTIAL} open streams. Close one first.`);
    if (this.#count >= this.settings.STREAMS_MAX) throw tooMany('The server has as many open streams as it may have.');
  }

  /** The viewer of the running request: the one that came with the same credential, if there is one. */
  #viewer(): StreamViewer {
    const { credential, exchange } = currentContext();
    const { authorization = '', 'x-api-key': key = '' } = exchange!.request.headers;
    const name = `${credential!.id} ${authorization} ${String(key)}`;
    return madeOnce(this.#viewers, name, () => new StreamViewer(name, exchange!.request));
  }

  #forget(viewer: StreamViewer, stream: EventStream): void {
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

const tooMany = (message: string) => new ApiError(429, message, undefined, { 'Retry-After': String(RETRY_SECONDS) });

/** The value of a key, made when it is first asked for. */
function madeOnce<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
