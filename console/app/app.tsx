import './mantine.js';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { type Answer, queries, readContract, readMe, SuiteError } from '../kit/api.js';
import { registerScreens } from '../kit/id.js';
import { retryPages } from '../kit/lazy.js';
import { follow } from '../kit/live.js';
import { reach } from '../kit/reach.js';
import { root, type Search } from '../kit/screen.js';
import { ROOT, startSignIn } from '../kit/session.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { PAGES, SCREENS } from '../screens/index.js';
import { NoRole } from './no-role.js';
import { Shell } from './shell.js';
import { theme, variables } from './theme.js';
import { t } from '../kit/language.js';

/** With it the policy of the page takes the styles that libraries add. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

root.update({
  component: Shell,
  notFoundComponent: () => (
    <Empty page icon="search" title={t('There is no such page')}>
      {t('The address may be misspelt, or what was there has moved.')}
    </Empty>
  ),
});
registerScreens(SCREENS);

/** A page that was not loaded. It tries again by itself when the server can be reached again. */
function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const again = () => {
    retryPages();
    reset();
  };
  useEffect(() => reach.watch(() => void (reach.isThere() && again())), []);
  return <Failed page error={error} again={again} />;
}

const router = createRouter({
  routeTree: root.addChildren(PAGES),
  basepath: ROOT,
  // As forms write it: every value is a text.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search as Search).filter((each): each is [string, string] => each[1] !== undefined);
    const text = new URLSearchParams(given).toString();
    return text && `?${text}`;
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: PageFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const draw = (what: ReactNode) =>
  createRoot(document.getElementById('root')!).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {what}
    </MantineProvider>,
  );

/** `me`: who is signed in, asked for while the console was loading. */
export const show = (me: Promise<Answer<'/v1/access/me'>>): void => {
  void queries.prefetchQuery({ queryKey: readMe.queryKey, queryFn: () => me });
  // The page of a record begins with the contract, which is a third of the size of the console. Boards need none.
  if (/^[^/]+\/[a-z]+_[0-9a-z]{20,}$/.test(location.pathname.slice(ROOT.length)))
    void queries.prefetchQuery(readContract);
  // Before anything is read, so that no change comes between.
  void follow();
  draw(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

/** Signing in has not worked. */
export const showProblem = (problem: unknown): void =>
  draw(isWithoutRole(problem) ? <NoRole /> : <Failed page error={problem} again={() => void startSignIn()} />);

/** Nobody is asked for consent to the console, so there is no other reason for it (RFC 6749, 4.1.2.1). */
const isWithoutRole = (problem: unknown) => problem instanceof SuiteError && problem.code === 'access_denied';
