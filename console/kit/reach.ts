let reachable = true;
const watchers = new Set<() => void>();

/** Whether the last request reached the server. */
export const reach = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
  isThere: (): boolean => reachable,
};

/** Runs a request and notes whether there was an answer. */
export async function reached(ask: () => Promise<Response>): Promise<Response> {
  try {
    const response = await ask();
    note(true);
    return response;
  } catch (error) {
    // Given up by whoever asked: that says nothing.
    if ((error as Error).name !== 'AbortError') note(false);
    throw error;
  }
}

window.addEventListener('offline', () => note(false));

function note(there: boolean): void {
  if (there === reachable) return;
  reachable = there;
  for (const watcher of watchers) watcher();
}
