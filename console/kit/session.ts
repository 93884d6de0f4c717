import { isPending, type Pending, SignIn, Suite, SuiteError, type SuiteOptions } from '#client';
import { deferred } from '../languages/index.js';
import { SCOPE_NAMES } from './scope-names.js';
import { reached } from './reach.js';

/** The address of the server, as its operator set it: where signing in leads back to. */
export const BASE_URL = document.querySelector<HTMLMetaElement>('meta[name=base-url]')!.content;

/** The path of the console, with a slash at its end. */
export const ROOT = `${new URL(BASE_URL).pathname.replace(/\/$/, '')}/console/`;

/** Where the reader is in the console: what comes after `ROOT`. */
export const HERE = (): string => `${location.pathname}${location.search}${location.hash}`.slice(ROOT.length);

/** The same place at the server's own address, where the page was opened at another one. */
export const mustMove = location.origin === new URL(BASE_URL).origin ? null : `${new URL(ROOT, BASE_URL)}${HERE()}`;

/** The window in which people sign in again, and the channel over which it says what came of it. */
const WINDOW = 'workspace-suite-sign-in';

const signIn = new SignIn({
  baseUrl: BASE_URL,
  clientId: 'console',
  redirectUri: `${location.origin}${ROOT}`,
  scopes: [...SCOPE_NAMES],
});

export const startSignIn = (here = ''): Promise<void> => signIn.start(here);

/** Signs in while the page stays; false where people have to sign in themselves, or something went wrong. */
export const signInSilently = (): Promise<boolean> => signIn.silently();

/** Where to go on after signing in; null where nobody came back from it. */
export async function finishSignIn(): Promise<{ back: string | null; problem?: unknown }> {
  try {
    const answer = await signIn.finish();
    return { back: answer && `${ROOT}${answer.state}` };
  } catch (problem) {
    return { back: null, problem };
  }
}

/** Whether the server has sent the reader back here, signed in or not. */
export const cameBack = (): boolean => /[?&](code|error)=/.test(location.search);

/** In the window in which people signed in again: tells the page that opened it, which goes on where it was. */
export function handOn(): boolean {
  if (window.name !== WINDOW || !cameBack()) return false;
  new BroadcastChannel(WINDOW).postMessage(location.search);
  window.close();
  return true;
}

/** Ends the session of this browser, with all that stands on it. */
export async function signOut(): Promise<void> {
  await signIn.end();
  location.assign(`${ROOT.replace(/console\/$/, '')}sign-in?done=signed-out`);
}

/** Why people are asked to sign in: the session has ended, or the last proof of their identity is too old for a request. */
export type SignInReason = 'ended' | 'proof';

interface Ended {
  reason: SignInReason;
  goOn(): void;
  giveUp(): void;
}

let ended: (Ended & { over: Promise<boolean> }) | null = null;
/** The last result, and its time (milliseconds, as `performance.now`). */
let last = { at: -Infinity, signedIn: true };
const watchers = new Set<() => void>();

/** Says when the session has ended in the middle of work; what was asked meanwhile waits for `signInAgain`. */
export const session = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  hasEnded: (): boolean => ended?.reason === 'ended',
  /** Null where nobody is asked to sign in. */
  asks: (): SignInReason | null => ended?.reason ?? null,
  /** People were asked to sign in again, and did not. */
  staysOut: (): boolean => !last.signedIn,
};

function ask(reason: SignInReason): Promise<boolean> {
  if (!ended) {
    const { promise: over, resolve } = Promise.withResolvers<boolean>();
    const settle = (signedIn: boolean) => {
      ended = null;
      // Whoever gives no proof is still signed in.
      if (signedIn || reason === 'ended') last = { at: performance.now(), signedIn };
      for (const watcher of watchers) watcher();
      resolve(signedIn);
    };
    ended = { reason, over, goOn: () => settle(true), giveUp: () => settle(false) };
    for (const watcher of watchers) watcher();
  }
  return ended.over;
}

/** Rejects the requests that wait for a sign-in. */
export const staySignedOut = (): void => ended?.giveUp();

/**
 * Lets people sign in again in a window of their own, so that nothing on this page is lost. Call it in the handler of a
 * click: browsers open no window else. Somebody else than who worked here starts anew.
 */
export async function signInAgain({ id, email }: { id: string; email: string | null }): Promise<void> {
  const opened = window.open('', WINDOW, 'popup,width=520,height=760');
  if (!opened)
    throw new Error(deferred('Your browser has blocked the window. Allow pop-ups of this page and try again.'));
  opened.location.href = await signIn.address('', {
    ...(ended?.reason === 'proof' && { maxAge: PROOF_MAX_AGE }),
    ...(email && { loginHint: email }),
  });
  const channel = new BroadcastChannel(WINDOW);
  const search = await new Promise<string | null>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    const timer = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(timer);
      // It says what came of it before it closes.
      setTimeout(() => resolve(null), 500);
    }, 300);
  }).finally(() => channel.close());
  opened.close();
  if (search === null || !(await signIn.finish(search))) throw new Error(deferred('You have not signed in yet.'));
  const headers = { Authorization: `Bearer ${await signIn.accessToken()}` };
  const me = await fetch(`${BASE_URL}/v1/access/me`, { headers });
  if (!me.ok || (await me.json()).id !== id) return location.reload();
  ended?.goOn();
}

async function token(): Promise<string> {
  try {
    return await signIn.accessToken();
  } catch (error) {
    // Refreshing it failed for another reason, which may pass.
    if (signIn.signedIn || !(error instanceof SuiteError)) throw error;
    if (!(await ask('ended'))) throw error;
    return signIn.accessToken();
  }
}

/** By which a change says what it was made from, by the address of the record: of its last answer. */
const tags = new Map<string, string>();

/** The ETag with which a record was read last. */
export const tagOf = (address: string): string | undefined => tags.get(BASE_URL + address);

/** Answers to changes do not count: what they say is not shown before it is read. */
function noteTag({ method, url }: Request, { ok, headers }: Response): void {
  const tag = headers.get('etag');
  if (method === 'GET' && ok && tag) tags.set(url.split('?', 1)[0]!, tag);
}

/** Seconds that the last proof of identity may be old, where people are asked for another one. */
const PROOF_MAX_AGE = 900;

/** The user proved their identity too long ago (RFC 9470). */
const needsProof = ({ headers }: Response): boolean =>
  headers.get('www-authenticate')?.includes('insufficient_user_authentication') === true;

/** A request that comes back with 401 waits until its sender has signed in again, and is sent once more. */
async function send(request: Request): Promise<Response> {
  const copy = request.clone();
  const sentAt = performance.now();
  let response = await reached(() => fetch(request));
  // People are asked once for all that was on its way.
  if (
    response.status === 401 &&
    (sentAt < last.at ? last.signedIn : await ask(needsProof(response) ? 'proof' : 'ended'))
  ) {
    copy.headers.set('Authorization', `Bearer ${await signIn.accessToken()}`);
    response = await reached(() => fetch(copy));
  }
  noteTag(request, response);
  return response;
}

/** A policy lets a request wait for an approval. It is thrown, so that nothing that was not done is said to be done. */
export class WaitsForApproval extends Error {
  constructor(readonly review: Pending) {
    super(deferred('Nothing was changed yet. It is done once somebody approves it.'));
  }
}

const WRITES = ['post', 'put', 'patch', 'delete'] as const;

class WaitingSuite extends Suite {
  constructor(options: SuiteOptions) {
    super(options);
    for (const method of WRITES) {
      const call = this[method] as (...args: unknown[]) => Promise<unknown>;
      const whole = async (...args: unknown[]) => {
        const answer = await call(...args);
        if (isPending(answer)) throw new WaitsForApproval(answer);
        return answer;
      };
      Object.assign(this, { [method]: whole });
    }
  }
}

/** The API, in the name of whoever is signed in. */
export const suite: Suite = new WaitingSuite({ baseUrl: BASE_URL, accessToken: token, fetch: send });

/** The same, without asking anybody to sign in: for what the page does by itself. */
export const quietSuite = new Suite({ baseUrl: BASE_URL, accessToken: () => signIn.accessToken() });
