import { ActionIcon, Drawer } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { Me, refresh, useMe, useRead } from '../kit/api.js';
import { keepFocus } from '../kit/focus.js';
import { Icon } from '../kit/icons.js';
import { Go } from '../kit/page.js';
import { isKeyAlone, singleKeys } from '../kit/keys.js';
import { inWords } from '../kit/scopes.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { Toasts } from '../kit/toast.js';
import { SCREENS } from '../screens/index.js';
import { reach } from '../kit/reach.js';
import { session, suite } from '../kit/session.js';
import { Ended } from './ended.js';
import { Brand, Navigation } from './navigation.js';
import styles from './shell.module.css';
import { Unread } from './unread.js';
import { t } from '../kit/language.js';

const Search = lazy(() => import('./search.js'));
const Keys = lazy(() => import('./keys.js'));
/** The list that a record is added to from the search. */
export interface ToMake {
  path: string;
  /** As the contract calls it. */
  list: string;
}

const Make = lazy(async () => ({ default: (await import('../kit/record/make.js')).Make }));
/** Forms of their own, by the list that they add to. */
const FORMS: Record<string, ComponentType<{ close: () => void }>> = {
  '/v1/careers/jobs': lazy(() => import('../screens/jobs/new.js')),
  '/v1/project/projects/{project_id}/tasks': lazy(() => import('../screens/tasks/anywhere.js')),
  '/v1/sales/deals': lazy(() => import('../screens/deals/new.js')),
};

/** Where the navigation stands beside the page, as in `shell.module.css`; on a phone it is behind a button. */
const WIDE = '(width > 52rem)';

/** The frame of the console: what there is, who is here, and the page. */
export function Shell() {
  const me = useRead('/v1/access/me');
  if (!me.data) return me.error ? <Failed page error={me.error} again={() => void me.refetch()} /> : <Loading />;
  return (
    <Me value={me.data}>
      <Frame />
    </Me>
  );
}

function Frame() {
  const me = useMe();
  const { scopes } = me;
  const [open, setOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    setOpen(false);
  }, [path]);
  useEffect(keepFocus, []);
  const [making, make] = useState<ToMake | null>(null);
  const Form = making && FORMS[making.path];
  const [showsKeys, showKeys] = useState(false);
  useHotkeys([['mod+K', () => setSearching(true)]], []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isKeyAlone(event) || !singleKeys.areOn()) return;
      if (event.key === '?') return showKeys(true);
      const button = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(event.key)}"]`);
      if (!button || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const here = SCREENS.find((screen) => `${path}/`.startsWith(`/${screen.path}/`));
  const missing = here?.scopes?.find((scope) => !scopes.includes(scope));
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  // After its frame, in slices between which the browser answers.
  const drawsPage = useDeferredValue(true, false);
  const navigation = <Navigation search={() => setSearching(true)} showKeys={() => showKeys(true)} />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('Skip to the page')}
      </a>
      {isWide && <aside className={styles.side}>{navigation}</aside>}
      <nav className={styles.top} aria-label={t('Top')}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Navigation')} onClick={() => setOpen(true)}>
          <Icon name="menu" size={20} />
        </ActionIcon>
        <Brand />
        <Go to="/inbox" className={styles.bell}>
          <Icon name="inbox" size={20} />
          <span className="hidden">{t('Inbox')}</span>
          <Unread />
        </Go>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Search')} onClick={() => setSearching(true)}>
          <Icon name="search" size={20} />
        </ActionIcon>
      </nav>
      <Drawer
        opened={open}
        onClose={() => setOpen(false)}
        size={264}
        title={<Brand />}
        padding={0}
        className={styles.sideDrawer}
      >
        {navigation}
      </Drawer>
      <main id="main" tabIndex={-1}>
        <Reach />
        {missing ? (
          <Empty page icon="lock" title={t('{title} is not for you', { title: here!.title })}>
            {t('You need the right “{right}”. Ask an admin of your workspace for a role that gives it.', {
              right: inWords(missing),
            })}
          </Empty>
        ) : (
          drawsPage && <Outlet />
        )}
      </main>
      <Toasts />
      <Ended />
      {searching && (
        <Suspense>
          <Search close={() => setSearching(false)} make={make} />
        </Suspense>
      )}
      {showsKeys && (
        <Suspense>
          <Keys close={() => showKeys(false)} />
        </Suspense>
      )}
      {making && (
        <Suspense>{Form ? <Form close={() => make(null)} /> : <Make {...making} close={() => make(null)} />}</Suspense>
      )}
    </div>
  );
}

/** Milliseconds after which it looks again whether a server that was away is back. */
const LOOK_MS = 3000;

/** Says so while the server cannot be reached, and goes on by itself when it is back. */
function Reach() {
  const there = useSyncExternalStore(reach.watch, reach.isThere);
  const over = useSyncExternalStore(session.watch, session.hasEnded);
  useEffect(() => {
    if (there) return undefined;
    const look = setInterval(() => void suite.get('/health/live').catch(() => undefined), LOOK_MS);
    return () => {
      clearInterval(look);
      void refresh();
    };
  }, [there]);
  if (there || over) return null;
  return (
    <div className="banner" role="alert">
      <Icon name="offline" />
      <span>
        {t('{what} What you see may be old; this page goes on by itself.', {
          what: navigator.onLine ? t('The server cannot be reached.') : t('You are offline.'),
        })}
      </span>
    </div>
  );
}
