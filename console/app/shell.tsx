import { ActionIcon, Drawer, Kbd, Menu, useMantineColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { refresh, type Shown, useMe, useRead } from '../kit/api.js';
import { keepFocus } from '../kit/focus.js';
import { Icon, type IconName } from '../kit/icons.js';
import { SECTIONS, type Screen } from '../kit/screen.js';
import { inWords } from '../kit/scopes.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { Toasts } from '../kit/toast.js';
import { SCREENS } from '../screens/index.js';
import { reach } from '../kit/reach.js';
import { BASE_URL, ROOT, session, signOut, suite } from '../kit/session.js';
import { Ended } from './ended.js';
import styles from './shell.module.css';

const Search = lazy(() => import('./search.js'));
/** The list that a record is added to from the search. */
export interface ToMake {
  path: string;
  title: string;
}

const Make = lazy(async () => ({ default: (await import('../kit/record/make.js')).Make }));
const NewDeal = lazy(() => import('../screens/deals/new.js'));
const RunningTimer = lazy(() => import('../screens/tasks/timer.js'));

/** The frame of the console: what there is, who is here, and the page. */
export function Shell() {
  const me = useRead('/v1/access/me');
  if (!me.data) return me.error ? <Failed page error={me.error} again={() => void me.refetch()} /> : <Loading />;
  return <Frame />;
}

export const maySee =
  ({ scopes, operator }: Pick<Shown<'Me'>, 'scopes' | 'operator'>) =>
  (screen: Screen) =>
    (operator || !screen.operators) && (screen.scopes ?? []).every((scope) => scopes.includes(scope));

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
  useHotkeys([['mod+K', () => setSearching(true)]], []);
  const screens = SCREENS.filter(maySee(me));
  const here = SCREENS.find((screen) => path.replace(/^\//, '').split('/')[0] === screen.path);
  const missing = here?.scopes?.find((scope) => !scopes.includes(scope));
  const navigation = <Navigation screens={screens} search={() => setSearching(true)} />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <aside className={styles.side}>{navigation}</aside>
      <nav className={styles.top} aria-label="Top">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Navigation" onClick={() => setOpen(true)}>
          <Icon name="menu" size={20} />
        </ActionIcon>
        <Brand />
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Search" onClick={() => setSearching(true)}>
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
          <Empty page icon="lock" title={`${here!.title} is not for you`}>
            You need the right “{inWords(missing)}”. Ask an admin of your workspace for a role that gives it.
          </Empty>
        ) : (
          <Outlet />
        )}
      </main>
      <Toasts />
      <Ended />
      {searching && (
        <Suspense>
          <Search close={() => setSearching(false)} make={make} />
        </Suspense>
      )}
      {making && (
        <Suspense>
          {making.path === '/v1/sales/deals' ? (
            <NewDeal close={() => make(null)} />
          ) : (
            <Make {...making} close={() => make(null)} />
          )}
        </Suspense>
      )}
    </div>
  );
}

const Brand = () => (
  <Link to="/" className={styles.brand}>
    <span aria-hidden />
    <strong>{useMe().workspace.name}</strong>
  </Link>
);

function Navigation({ screens, search }: { screens: readonly Screen[]; search: () => void }) {
  const here = useRouterState({ select: ({ location }) => location.pathname.split('/')[1] });
  const list = useRef<HTMLElement>(null);
  // Where the list is longer than the window, the page that people are on is in sight.
  useEffect(() => {
    // In a block, because newer browsers return a promise and React would call it to clean up.
    void list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <>
      <div className={styles.sideTop}>
        <Brand />
        <button type="button" className={styles.searchButton} onClick={search}>
          <Icon name="search" size={16} />
          <span>Search</span>
          <Kbd size="xs">Ctrl K</Kbd>
        </button>
      </div>
      <nav ref={list} aria-label="Console">
        {SECTIONS.map((section) => {
          const own = screens.filter((screen) => screen.section === section);
          return (
            own.length > 0 && (
              <div key={section}>
                {section && <h2>{section}</h2>}
                <ul>
                  {own.map(({ title, path, icon, pages }) => (
                    <li key={path}>
                      <Link to={pages[0]!.fullPath} activeOptions={{ exact: path === '', includeSearch: false }}>
                        <Icon name={icon} />
                        {title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            )
          );
        })}
      </nav>
      <Suspense>
        <RunningTimer />
      </Suspense>
      <Account />
    </>
  );
}

export const SCHEMES = [
  ['light', 'Light', 'sun'],
  ['dark', 'Dark', 'moon'],
  ['auto', 'As the system', 'eye'],
] as const satisfies [string, string, IconName][];

export const ACCOUNT_URL = `${ROOT.replace(/console\/$/, '')}account`;
export const DOCS_URL = `${BASE_URL}/docs`;

function Account() {
  const { display_name, email } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width="target" withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.account}>
          <span className={styles.avatar} aria-hidden>
            {initials(display_name)}
          </span>
          <span className={styles.accountWho}>
            <strong>{display_name}</strong>
            <small>{email}</small>
          </span>
          <Icon name="chevronDown" size={15} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(([scheme, name, icon]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={scheme === colorScheme && <Icon name="check" size={16} />}
            onClick={() => setColorScheme(scheme)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href={ACCOUNT_URL} leftSection={<Icon name="user" size={16} />}>
          Your account
        </Menu.Item>
        <Menu.Item component="a" href={DOCS_URL} leftSection={<Icon name="code" size={16} />}>
          API documentation
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()} leftSection={<Icon name="signOut" size={16} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word][0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase();

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
        {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'} What you see may be old; this page
        goes on by itself.
      </span>
    </div>
  );
}
