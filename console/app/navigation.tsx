import { Kbd } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type Shown, useMe } from '../kit/api.js';
import { useFavourites } from '../kit/favourites.js';
import { Icon, type IconName } from '../kit/icons.js';
import { placeOf } from '../kit/id.js';
import { prefixOf } from '../kit/resources.js';
import { EXTENSION_APPS, inPage } from '../kit/scope-names.js';
import { type App, APPS, type Scope } from '../kit/scopes.js';
import { APP_SECTIONS, type Screen, sectionOf, type SectionName, SECTIONS, SETTINGS_SECTIONS } from '../kit/screen.js';
import { OF_EXTENSIONS, OF_PRODUCT, SCREENS } from '../screens/index.js';
import { Account } from './account.js';
import { Unread } from './unread.js';
import styles from './shell.module.css';
import { t } from '../kit/language.js';

const RunningTimer = lazy(() => import('../screens/tasks/timer.js'));

type Me = Pick<Shown<'Me'>, 'scopes' | 'operator'>;

export const maySee =
  ({ scopes, operator }: Me) =>
  (screen: Screen) =>
    (operator || !screen.operators) && (screen.scopes ?? []).every((scope) => scopes.includes(scope));

export const Brand = () => (
  <Link to="/" className={styles.brand}>
    <span aria-hidden />
    <strong>{useMe().workspace.name}</strong>
  </Link>
);

interface Entry {
  title: string;
  icon: IconName;
  /** One of `SECTIONS`, or the app of an extension. */
  section: string;
  to: string;
}

/** A list of an extension that has a place of its own (`x-nav` in the contract). */
interface Place {
  slug: string;
  app: string;
  title: string;
  icon: IconName;
  scope: Scope | null;
}

const PLACES = inPage<Place>('places');

/** The entries of the navigation for somebody: places that they may see and that serve them. */
function entriesOf(me: Me): Entry[] {
  const has = (scopes: Screen['scopes']) => (scopes ?? []).every((scope) => me.scopes.includes(scope));
  const places = PLACES.filter(({ app, scope }) =>
    app === 'operations' ? me.operator : scope === null || me.scopes.includes(scope),
  ).map(({ slug, app, title, icon }) => ({ title, icon, section: sectionOf(app), to: `/records/${slug}` }));
  const of = ({ title, icon, section, pages, serves, entries }: Screen): Entry[] => {
    if (entries) return entries.filter(({ scopes }) => has(scopes)).map((entry) => ({ ...entry, icon }));
    return has(serves) || (me.operator && section === 'operations')
      ? [{ title, icon, section, to: pages[0]!.fullPath }]
      : [];
  };
  const [own, others] = [OF_PRODUCT, OF_EXTENSIONS].map((screens) => screens.filter(maySee(me)).flatMap(of));
  return [...own!, ...places, ...others!];
}

/** The sign of the screen that shows such records. */
const iconOf = (id: string): IconName => {
  const prefix = prefixOf(id) ?? '';
  return SCREENS.find(({ shows, also }) => shows === prefix || also?.[prefix])?.icon ?? 'star';
};

const INBOX = '/inbox';
const SETTINGS = 'settings';
const FAVOURITES = 'favourites';
const STORED = 'folds of the navigation';

/** Parts of the navigation that were opened or folded, by their names, as this browser has kept them. */
function useFolds(here: string | undefined) {
  const [folds, set] = useState<Record<string, boolean>>(() => {
    try {
      return { [SETTINGS]: false, ...JSON.parse(localStorage.getItem(STORED) ?? '{}') };
    } catch {
      return { [SETTINGS]: false };
    }
  });
  const [entered, enter] = useState<string>();
  // Whoever comes to a page sees where it stands; they may fold the part afterwards.
  if (here !== entered) {
    enter(here);
    if (here) set({ ...folds, [here]: true });
  }
  return {
    isOpen: (title: string) => folds[title] ?? true,
    toggle: (title: string) => {
      const next = { ...folds, [title]: !(folds[title] ?? true) };
      set(next);
      localStorage.setItem(STORED, JSON.stringify(next));
    },
  };
}

interface NavigationProps {
  search: () => void;
  showKeys: () => void;
}

/** Home, the apps, and the settings, each of which folds. */
export function Navigation({ search, showKeys }: NavigationProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const entries = entriesOf(useMe());
  const isAt = (to: string) => to !== '/' && (path === to || path.startsWith(`${to}/`));
  const place = entries.filter(({ to }) => isAt(to)).toSorted((a, b) => b.to.length - a.to.length)[0];
  const isSettings = SETTINGS_SECTIONS.includes(place?.section as never);
  const favourites = useFavourites().map(({ record_id, title }) => ({
    title,
    icon: iconOf(record_id),
    to: placeOf(record_id),
  }));
  const { isOpen, toggle } = useFolds(isSettings ? SETTINGS : place?.section);
  // An entry within another one is the place where people are: a list among the records, a favourite in its list.
  const hasInner = (to: string) =>
    [...entries, ...favourites].some((each) => each.to.startsWith(`${to}/`) && isAt(each.to));
  const list = useRef<HTMLElement>(null);
  // Where the list is longer than the window, the page that people are on is in sight.
  useEffect(() => {
    // In a block, because newer browsers return a promise and React would call it to clean up.
    void list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  const of = (section: string) => entries.filter((entry) => entry.section === section);
  const settings = SETTINGS_SECTIONS.filter((section) => of(section).length > 0);
  return (
    <>
      <div className={styles.sideTop}>
        <Brand />
        <button type="button" className={styles.searchButton} onClick={search}>
          <Icon name="search" size={16} />
          <span>{t('Search')}</span>
          <Kbd size="xs">{t('Ctrl K')}</Kbd>
        </button>
      </div>
      <nav ref={list} className="navigation" aria-label={t('Console')}>
        <Entries of={of('')} hasInner={hasInner} />
        {favourites.length > 0 && (
          <Fold title={t('Favourites')} open={isOpen(FAVOURITES)} toggle={() => toggle(FAVOURITES)}>
            <Entries of={favourites} hasInner={hasInner} />
          </Fold>
        )}
        {[...APP_SECTIONS.slice(1), ...EXTENSION_APPS.map(({ name }) => name)].map((section) => {
          const own = of(section);
          return (
            own.length > 0 && (
              <Fold
                key={section}
                title={SECTIONS[section as SectionName] ?? APPS[section as App]}
                open={isOpen(section)}
                toggle={() => toggle(section)}
              >
                <Entries of={own} hasInner={hasInner} />
              </Fold>
            )
          );
        })}
        {settings.length > 0 && (
          <Fold title={t('Settings')} open={isOpen(SETTINGS)} toggle={() => toggle(SETTINGS)}>
            {settings.map((section) => (
              <div key={section}>
                <h3>{SECTIONS[section]}</h3>
                <Entries of={of(section)} hasInner={hasInner} />
              </div>
            ))}
          </Fold>
        )}
      </nav>
      <Suspense>
        <RunningTimer />
      </Suspense>
      <Account showKeys={showKeys} />
    </>
  );
}

interface FoldProps {
  title: string;
  open: boolean;
  toggle: () => void;
  children: ReactNode;
}

const Fold = ({ title, open, toggle, children }: FoldProps) => (
  <div>
    <h2>
      <button type="button" aria-expanded={open} className={styles.fold} onClick={toggle}>
        {title}
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
      </button>
    </h2>
    {open && children}
  </div>
);

interface EntriesProps {
  of: readonly Omit<Entry, 'section'>[];
  hasInner: (to: string) => boolean;
}

const Entries = ({ of, hasInner }: EntriesProps) => (
  <ul>
    {of.map(({ title, to, icon }) => (
      <li key={to}>
        <Link to={to} activeOptions={{ exact: to === '/' || hasInner(to), includeSearch: false }}>
          <Icon name={icon} />
          <span>{title}</span>
          {to === INBOX && <Unread />}
        </Link>
      </li>
    ))}
  </ul>
);
