/**
 * The exports of a module with screens of an extension, and the object that the console gives to each screen (docs/console.md). Packages
 * import these types as `workspace-suite/console`.
 */

/**
 * The screens of a module, by the paths that `@Extension` declares.
 *
 * @example export const screens: Screens = { cities: { mount(element, suite) { … } } };
 */
export type Screens = Readonly<Record<string, Screen>>;

export interface Screen {
  /**
   * Draws the screen into an element below its heading, which is empty and in the page. What it returns runs when people leave the
   * screen. Until it is done the console says that it is loading; an error that it throws is shown in place of the screen.
   */
  mount(element: HTMLElement, suite: ScreenSuite): Unmount | Promise<Unmount>;
}

type Unmount = void | (() => unknown);

/** The console, as a screen sees it. */
export interface ScreenSuite {
  /**
   * Requests to the API in the name of the reader, such as `get('/v1/companies/companies', { query: { limit: 100 } })`: the body of
   * the answer. POST has its `Idempotency-Key`, people sign in again where the session has ended, and prove who they are where the route asks
   * for it. What is refused throws a `Refusal`, and so does what waits for an approval, without a status.
   */
  get: Call;
  post: Call;
  put: Call;
  patch: Call;
  delete: Call;
  /** Whether the reader has a scope: `may('companies:write')`. */
  may(scope: string): boolean;
  /** The language of the texts of the console. Numbers and days are written as the browser does, `toLocaleString()`. */
  readonly language: 'en' | 'de';
  /** The time zone of the workspace, which decides what a day is: `Europe/Berlin`. */
  readonly timeZone: string;
  /** The rest of the path behind the address of the screen: `berlin` in `/console/x/companies/cities/berlin`; empty without one. */
  readonly path: string;
  /** The search of the address. */
  readonly search: Readonly<Record<string, string>>;
  /** Runs the listener when the address has changed within the screen, which stays. */
  onMove(listener: Listener): void;
  /**
   * Runs the listener when records of these types, such as `companies.company`, have changed, whoever did it: at most once a second,
   * and also where changes may have been missed.
   */
  onChange(types: readonly string[], listener: Listener): void;
  /** Is aborted when people leave the screen. */
  readonly signal: AbortSignal;
  /** The place that shows a record: `/contacts/ctc_…`. */
  placeOf(id: string): string;
  /** The address of a place, for links: `href('/records/companies.companies')`. Links within the screen do not load the page anew. */
  href(place: string): string;
  /** Goes to a place. */
  go(place: string): void;
  /** Says for a moment what was done. */
  toast(text: string): void;
}

/** An error that it throws, or with which its promise is rejected, is shown in place of the screen. */
type Listener = () => unknown;

type Call = (path: string, options?: RequestOptions) => Promise<any>;

export interface RequestOptions {
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  body?: object;
  /** Such as `If-Match`. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** An error of the API. */
export interface Refusal extends Error {
  status: number;
  /** `VALIDATION_ERROR`, `CONFLICT` … */
  code: string;
  /** By which the operator finds the request. */
  requestId: string;
  details: readonly { field: string; code: string; message: string }[];
}
