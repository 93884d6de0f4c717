import type { Query } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { SuiteError, type WebhookEvent } from '#client';
import { type Answer, queries, readMe, type RecordOf, refreshInbox, REFRESHED_PAGES } from './api.js';
import { concerns, FAVOURITES, idOf, partsOf } from './concerns.js';
import { CONTRACT } from './built.js';
import { filled } from './copy.js';
import { BASE_URL, quietSuite, session } from './session.js';

/** The lock of the tab that has the stream, and the channel over which it hands events on to the other tabs. */
const NAME = `workspace-suite-events ${BASE_URL}`;
/** Milliseconds in which events are gathered, so that one request serves all of them. */
const GATHER_MS = 100;
/** Milliseconds between two rounds of requests that events cause. */
const GAP_MS = 1000;
/** Milliseconds after which a stream that was refused is tried again. */
const REFUSED_MS = 60_000;

/** An event, news of the inbox, or null where events may have been missed. */
type Told = WebhookEvent | 'inbox' | null;
interface Message {
  /** The user whose stream it is: tabs of somebody else don't listen. */
  by: string;
  told: Told;
}

const channel = new BroadcastChannel(NAME);
/** The sequence of the last event, behind which the next tab continues that takes the stream over. */
let last: number | undefined;

/**
 * Follows the events of the workspace as long as the page is open. The tabs of a browser share one stream: a browser has few
 * connections to one server, and a credential few streams.
 */
export async function follow(): Promise<never> {
  channel.addEventListener('message', ({ data: { by, told } }: MessageEvent<Message>) => {
    if (by === queries.getQueryData<Answer<'/v1/access/me'>>(readMe.queryKey)?.id) take(told);
  });
  for (;;) {
    await signedIn();
    // Only pages of https and of this machine have locks. Tabs of others have a stream each.
    const isRefused = await ('locks' in navigator ? navigator.locks.request(NAME, lead) : lead());
    if (isRefused) await signedInOr(REFUSED_MS);
  }
}

/** Reads the stream for all tabs, until people are signed out. True where the server refused it. */
async function lead(): Promise<boolean> {
  const me = queries.ensureQueryData(readMe).then(
    ({ id }) => id,
    () => null,
  );
  const tell = (told: Told) => {
    take(told);
    void me.then((by) => by !== null && channel.postMessage({ by, told } satisfies Message));
  };
  let isNew = last === undefined;
  const onOpen = () => {
    if (isNew) tell(null);
    isNew = false;
  };
  const over = new AbortController();
  const stop = session.watch(() => isOut() && over.abort());
  try {
    const onInbox = () => tell('inbox');
    for await (const event of quietSuite.events({ after: last, onOpen, onInbox, signal: over.signal })) tell(event);
  } catch (error) {
    // The events behind the last one are gone. What is shown is read anew, and the stream begins now.
    if (!(error instanceof SuiteError) || error.status !== 400 || last === undefined) return true;
    last = undefined;
  } finally {
    stop();
  }
  return false;
}

const isOut = () => session.staysOut() || session.hasEnded();

/** Resolves when the session is good, as far as this page knows. */
async function signedIn(): Promise<void> {
  while (isOut()) await new Promise<void>((resolve) => once(resolve));
}

/** Resolves when people have signed in again, or after some time unless they stay out. */
const signedInOr = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    once(() => {
      clearTimeout(timer);
      resolve();
    });
  });

function once(work: () => void): void {
  const stop = session.watch(() => {
    stop();
    work();
  });
}

const gathered: (WebhookEvent | null)[] = [];
/** Are told the events of each round; null where some may have been missed. */
const listeners = new Set<(events: readonly WebhookEvent[] | null) => void>();

/** Runs a listener with what has changed, at most once a second, until the answer is called. */
export function onEvents(listener: (events: readonly WebhookEvent[] | null) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Answers that were on their way when an event came: they may be older. */
const late = new Set<Query>();
let timer: ReturnType<typeof setTimeout> | undefined;
let lastRound = -Infinity;

function take(told: Told): void {
  if (told === 'inbox') return void refreshInbox();
  if (told) {
    last = told.sequence;
    note(told);
  }
  gathered.push(told);
  schedule();
}

function schedule(): void {
  timer ??= setTimeout(readAnew, Math.max(GATHER_MS, lastRound + GAP_MS - performance.now()));
}

/** Reads what events have changed. */
function readAnew(): void {
  timer = undefined;
  // A change of this page is shown before the server has answered. What is read meanwhile would take it back for a moment.
  if (queries.isMutating()) return schedule();
  if (isOut()) return once(schedule);
  lastRound = performance.now();
  const all = gathered.splice(0);
  const again = [...late];
  late.clear();
  const known = all.filter((told) => told !== null);
  if (all.length) for (const listener of listeners) listener(known.length < all.length ? null : known);
  const isOld = (query: Query) => {
    const { queryKey } = query;
    if (changes.has(addressOf(queryKey))) return false;
    return (
      again.includes(query) ||
      all.some((told) => (told ? concerns(CONTRACT, told, queryKey) || isAmong(query, told) : isRead(queryKey)))
    );
  };
  for (const query of queries.getQueryCache().findAll({ predicate: isOld })) {
    if (query.state.fetchStatus === 'idle') {
      const pages = (query.state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1;
      // Of a list that somebody has scrolled far down, every page would be read.
      const refetchType = pages > REFRESHED_PAGES ? 'none' : 'active';
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
    } else if (query.isActive()) {
      const repeat = () => {
        late.add(query);
        schedule();
      };
      void query.promise?.then(repeat, repeat);
    }
  }
}

/** Whether an event is about one of the reader's favourites, whose titles stand in the navigation. */
const isAmong = ({ queryKey: [path], state }: Query, event: WebhookEvent) =>
  path === FAVOURITES &&
  Boolean((state.data as Answer<typeof FAVOURITES>)?.data.some((one) => one.record_id === idOf(event)));

/** Answers that events are about. The roles of the reader and the names of people are asked for with every page. */
const isRead = ([path]: readonly unknown[]) =>
  CONTRACT.resources[path as string] !== undefined && path !== '/v1/access/me' && path !== '/v1/access/people';

const addressOf = ([path, names]: readonly unknown[]) => filled(path as string, names as Record<string, string>);

/** Records that have a page of their own here, by their address, and the last change of each that somebody else made. */
const shown = new Map<string, { resource: string; id: string }>();
const changes = new Map<string, WebhookEvent>();
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** Keeps a change that somebody else made of a record which has its page here. */
function note(event: WebhookEvent): void {
  const { resource, verb } = partsOf(event.type);
  if (!CHANGES.has(verb) || event.actor.id === queries.getQueryData<{ id: string }>(readMe.queryKey)?.id) return;
  for (const [address, record] of shown)
    if (record.resource === resource && record.id === idOf(event)) setChange(address, event);
}

const CHANGES = new Set(['updated', 'deleted', 'restored']);

function setChange(address: string, event: WebhookEvent | null): void {
  if (event) changes.set(address, event);
  else if (!changes.delete(address)) return;
  for (const watcher of watchers) watcher();
}

queries.getQueryCache().subscribe((event) => {
  if (changes.size && event.type === 'updated' && event.action.type === 'success')
    setChange(addressOf(event.query.queryKey), null);
});

/**
 * The last change of a record that somebody else made since it was read. Such a record is not read anew by itself: what people
 * look at stays until they ask for the change, and so does the ETag from which they change it.
 */
export function useChange({ path, names = {} }: Omit<RecordOf, 'path'> & { path: string }): WebhookEvent | null {
  const address = filled(path, names);
  useEffect(() => {
    shown.set(address, { resource: CONTRACT.resources[path] ?? '', id: Object.values(names).at(-1) ?? '' });
    return () => {
      shown.delete(address);
      // Whoever comes back to it sees it as it is then.
      if (changes.has(address)) void queries.invalidateQueries({ queryKey: [path, names], refetchType: 'none' });
      setChange(address, null);
    };
  }, [address]);
  return useSyncExternalStore(watch, () => changes.get(address) ?? null);
}
