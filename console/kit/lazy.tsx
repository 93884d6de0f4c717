import { type ComponentType, createElement, use } from 'react';
import { reached } from './reach.js';
import { BASE_URL } from './session.js';

/** Marks in the storage of a tab that it was loaded anew because a file of the console was missing. */
const RELOADED = 'console-reloaded';

/** Why a file was not loaded, if the server is out of reach; null if it is not. */
export const whyUnreachable = (): Promise<TypeError | null> =>
  reached(() => fetch(`${BASE_URL}/health/live`, { cache: 'no-store' })).then(
    () => null,
    () => new TypeError('Failed to fetch a part of the console'),
  );

/** A file could not be loaded: the server is out of reach, or it has a new version of the console, whose files have other names. */
async function explained(error: unknown): Promise<unknown> {
  const unreachable = await whyUnreachable();
  if (unreachable) return unreachable;
  if (!sessionStorage.getItem(RELOADED)) {
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
    await new Promise(() => undefined);
  }
  return error;
}

/** How often people have asked to try again. */
let attempt = 0;

/** Lets pages whose files could not be loaded try again when they are drawn next. */
export function retryPages(): void {
  attempt++;
}

/**
 * A page, or a part of one, whose file is loaded when it is first opened. One that cannot be loaded is an error of that page: the console stays,
 * and tries again when it is told to, or when the page is opened again.
 */
export function lazyPage<P extends object = object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Loaded: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  let failed: { reason: unknown; attempt: number } | null = null;
  const ask = () =>
    (loading ??= load()
      .then(
        (file) => {
          Loaded = file.default;
          sessionStorage.removeItem(RELOADED);
        },
        async (error: unknown) => {
          failed = { reason: await explained(error), attempt };
        },
      )
      .finally(() => (loading = null)));
  const Page = (props: P) => {
    if (Loaded) return createElement(Loaded, props);
    if (failed?.attempt === attempt) throw failed.reason;
    use(ask());
    return null;
  };
  Page.preload = () => {
    if (!loading) failed = null;
    return Loaded ? Promise.resolve() : ask();
  };
  return Page;
}
