import { uploadFile } from '#client';
import { noteRefusal, refresh, suite, toast } from '../../kit/index.js';
import { t } from '../../kit/language.js';

export interface Upload {
  id: number;
  file: File;
  sentBytes: number;
  state: 'waiting' | 'running' | 'paused' | 'failed' | 'done';
  error?: unknown;
}

/** Files that are sent at the same time. */
const MAX_RUNNING = 2;

/** The smallest part there is, because progress and resuming go by parts. */
const PART_BYTES = 5 * 1024 * 1024;

let all: readonly Upload[] = [];
let lastId = 0;
const watchers = new Set<() => void>();
const aborts = new Map<number, AbortController>();

/** The uploads of this window. They go on while people look at other pages. */
export const uploads = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  all: (): readonly Upload[] => all,
  add(files: readonly File[]): void {
    set([...all, ...files.map((file): Upload => ({ id: ++lastId, file, sentBytes: 0, state: 'waiting' }))]);
    startNext();
  },
  pause(id: number): void {
    patch(id, { state: 'paused' });
    aborts.get(id)?.abort();
  },
  resume(id: number): void {
    patch(id, { state: 'waiting', error: undefined });
    startNext();
  },
  /** Ends it, and drops what has arrived. */
  cancel({ id, file }: Upload): void {
    set(all.filter((each) => each.id !== id));
    aborts.get(id)?.abort();
    const session_id = localStorage.getItem(keyOf(file));
    localStorage.removeItem(keyOf(file));
    // An upload that nobody resumes expires after a day.
    if (session_id)
      void suite
        .delete('/v1/office/files/upload/chunked/{session_id}', { params: { path: { session_id } } })
        .catch(() => undefined);
    startNext();
  },
  clear(): void {
    set(all.filter(({ state }) => state !== 'done'));
  },
};

/** Where the session of an upload stands, so that choosing the file again resumes it, after a reload too. */
const keyOf = ({ name, size, lastModified }: File) => `upload ${size} ${lastModified} ${name}`;

function set(next: readonly Upload[]): void {
  all = next;
  for (const watcher of watchers) watcher();
}

const patch = (id: number, change: Partial<Upload>) =>
  set(all.map((each) => (each.id === id ? { ...each, ...change } : each)));

const isUnfinished = ({ state }: Upload) => state === 'waiting' || state === 'running';

function startNext(): void {
  const free = MAX_RUNNING - aborts.size;
  for (const upload of all.filter(({ state, id }) => state === 'waiting' && !aborts.has(id)).slice(0, free))
    void run(upload);
}

async function run({ id, file }: Upload): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  patch(id, { state: 'running' });
  try {
    await uploadFile(suite, file, {
      name: file.name,
      partBytes: PART_BYTES,
      session: localStorage.getItem(keyOf(file)) ?? undefined,
      onSession: (session) => localStorage.setItem(keyOf(file), session),
      onProgress: (sentBytes) => patch(id, { sentBytes }),
      signal: abort.signal,
    });
    localStorage.removeItem(keyOf(file));
    patch(id, { state: 'done', sentBytes: file.size });
    void refresh();
  } catch (error) {
    if (!abort.signal.aborted) {
      noteRefusal(error as Error);
      patch(id, { state: 'failed', error });
    }
  }
  aborts.delete(id);
  startNext();
  if (!all.some(isUnfinished) && all.some(({ state }) => state === 'done')) toast(t('The upload is finished.'));
}

window.addEventListener('beforeunload', (event) => {
  if (all.some(isUnfinished)) event.preventDefault();
});
