import type { RequestOptions, Screens, ScreenSuite } from '../../kit/extension.js';
import { suite as api, SuiteError } from '../../kit/api.js';
import { partsOf } from '../../kit/concerns.js';
import { isUnreachable } from '../../kit/errors.js';
import type { ExtensionScreen } from '../../kit/extension-screens.js';
import { placeOf } from '../../kit/id.js';
import { LANGUAGE } from '../../languages/index.js';
import { t } from '../../kit/language.js';
import { whyUnreachable } from '../../kit/lazy.js';
import { onEvents } from '../../kit/live.js';
import { ROOT, WaitsForApproval } from '../../kit/session.js';
import { toast } from '../../kit/toast.js';

/** The page around a screen: its place, and its answers to events of the screen. */
interface Around {
  here(): Pick<ScreenSuite, 'path' | 'search' | 'timeZone'> & { scopes: readonly string[] };
  /** Goes to an address of the console. */
  go(address: string): void;
  drawn(): void;
  /** `load`: the page has to be loaded anew before it can work. */
  failed(error: unknown, load: boolean): void;
}

interface Mounted {
  moved(): void;
  leave(): void;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Requests go through the client of the console, so that they do what its own do. */
const CALLS = Object.fromEntries(
  METHODS.map((method) => {
    const call = api[method] as unknown as (path: string, init: object) => Promise<any>;
    return [
      method,
      (path: string, { query, ...rest }: RequestOptions = {}) => call(path, { params: { query }, ...rest }),
    ];
  }),
) as Pick<ScreenSuite, (typeof METHODS)[number]>;

/** For whoever writes the screen. */
const report = (error: unknown) => console.error('A screen of an extension failed:', error);

/** Errors of the API are words for people. Others are mistakes of the extension, which is named. */
function explained(error: unknown, { extension }: ExtensionScreen): unknown {
  if (error instanceof SuiteError || error instanceof WaitsForApproval || isUnreachable(error)) return error;
  report(error);
  const text = error instanceof Error ? error.message : String(error);
  return new Error(t('The extension {extension} failed: {text}', { extension, text }));
}

/** Loads the module of a screen, and lets it draw into an element of its own. */
export function mountScreen(of: ExtensionScreen, within: HTMLElement, { here, go, drawn, failed }: Around): Mounted {
  const { extension, path } = of;
  const over = new AbortController();
  const { signal } = over;
  const listeners = new Set<() => unknown>();
  const element = document.createElement('div');
  within.append(element);

  /** Shows an error, unless people have left. */
  const fail = (error: unknown, load = false) => void (signal.aborted || failed(error, load));
  const run = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) fail(explained(error, of));
    }
  };
  const href = (place: string) => ROOT + place.replace(/^\//, '');
  const suite: ScreenSuite = {
    ...CALLS,
    may: (scope) => here().scopes.includes(scope),
    language: LANGUAGE,
    get timeZone() {
      return here().timeZone;
    },
    get path() {
      return here().path;
    },
    get search() {
      return here().search;
    },
    onMove: (listener) => void listeners.add(listener),
    onChange(types, listener) {
      if (signal.aborted) return;
      const stop = onEvents((events) => {
        if (!events || events.some(({ type }) => types.includes(partsOf(type).resource))) void run(listener);
      });
      signal.addEventListener('abort', stop);
    },
    signal,
    placeOf,
    href,
    go: (place) => go(href(place)),
    toast: (text) => toast(text),
  };

  let unmount: unknown;
  const end = async () => {
    try {
      if (typeof unmount === 'function') await unmount();
    } catch (error) {
      // Nobody looks at it any more.
      report(error);
    }
  };
  async function open(): Promise<void> {
    let screens: Screens | undefined;
    try {
      ({ screens } = (await import(/* @vite-ignore */ of.module)) as { screens?: Screens });
    } catch (error) {
      const unreachable = await whyUnreachable();
      if (unreachable) return fail(unreachable);
      report(error);
      // A browser keeps a module that failed, and a new version has another address: only a new page loads it again.
      return fail(new Error(t('The screens of the extension {extension} cannot be loaded.', { extension })), true);
    }
    if (signal.aborted) return;
    await run(async () => {
      const screen = screens?.[path];
      if (!screen) throw new Error(t('Its module exports no screen “{path}”.', { path }));
      unmount = await screen.mount(element, suite);
      if (signal.aborted) await end();
      else drawn();
    });
  }
  void open();
  return {
    moved() {
      for (const listener of listeners) void run(listener);
    },
    leave() {
      over.abort();
      void end();
      element.remove();
    },
  };
}
