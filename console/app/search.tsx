import { Loader, Modal, TextInput, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { type Shown, suite, useMe } from '../kit/api.js';
import { nounOf } from '../kit/record/nouns.js';
import { APPS } from '../kit/scopes.js';
import { worded } from '../kit/words.js';
import { useFocusBack } from '../kit/dialog.js';
import { Icon, type IconName } from '../kit/icons.js';
import { placeOf } from '../kit/id.js';
import { offeredHere } from '../kit/offered.js';
import { prefixOf, useResources } from '../kit/resources.js';
import type { Scope } from '../kit/scopes.js';
import { signOut } from '../kit/session.js';
import { Status } from '../kit/tag.js';
import { SCREENS } from '../screens/index.js';
import { ACCOUNT_URL, DOCS_URL, SCHEMES } from './account.js';
import { maySee } from './navigation.js';
import type { ToMake } from './shell.js';
import styles from './search.module.css';
import { inSentence, t, translated } from '../kit/language.js';

/** Tasks are created in a project, which the form asks for. */
export const TASKS = '/v1/project/projects/{project_id}/tasks';

interface Found {
  key: string;
  title: string;
  about: string;
  icon: IconName;
  status?: string | null;
  /** A place of the console, or what else is done. */
  does: string | (() => void);
}

/** Milliseconds without a key pressed after which records are asked for. */
const PAUSE_MS = 200;
/** The most characters that `q` takes. */
const MAX_QUERY_LENGTH = 200;

/** Finds records by a text or their id, then screens and actions by their names, from anywhere. */
export default function Search({ close, make }: { close: () => void; make: (what: ToMake) => void }) {
  useFocusBack();
  const [typed, type] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const list = useId();
  const { records, asking } = useRecords(useDebouncedValue(typed.trim(), PAUSE_MS)[0]);
  const [counts] = useState(used);
  const byUse = (some: Found[]) => some.toSorted((a, b) => (counts[b.key] ?? 0) - (counts[a.key] ?? 0));
  const { here, others } = useActions(typed, make);
  const groups = [
    { title: t('Records'), found: records },
    { title: t('This page'), found: here },
    { title: t('Screens'), found: byUse(useScreens(typed)) },
    { title: t('Actions'), found: byUse(others) },
  ].filter(({ found }) => found.length > 0);
  const found = groups.flatMap((group) => group.found);
  useEffect(() => {
    setAt(0);
  }, [typed]);
  const go = ({ key, does }: Found) => {
    if (!records.some((record) => record.key === key)) noteUse(key);
    close();
    if (typeof does === 'string') void navigate({ to: does });
    else does();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && found[at]) go(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={close} yOffset="12vh" centered={false}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('Search')}>
        <Modal.Body>
          <TextInput
            data-autofocus
            size="md"
            role="combobox"
            aria-label={t('Search')}
            aria-expanded
            aria-controls={list}
            aria-activedescendant={found[at] && `${list}-${at}`}
            placeholder={t('A page, an id, a name …')}
            leftSection={<Icon name="search" />}
            rightSection={asking && <Loader size={16} role="status" aria-label={t('Searching')} />}
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <div className={styles.found} id={list} role="listbox" aria-label={t('Found')} tabIndex={-1}>
            {groups.map((group) => (
              <div key={group.title} role="group" aria-label={group.title}>
                <h3 aria-hidden>{group.title}</h3>
                {group.found.map((each) => {
                  const index = found.indexOf(each);
                  return (
                    <div
                      key={each.key}
                      id={`${list}-${index}`}
                      role="option"
                      aria-selected={index === at}
                      onClick={() => go(each)}
                      onMouseMove={() => setAt(index)}
                      ref={(element) => {
                        if (index === at) element?.scrollIntoView({ block: 'nearest' });
                      }}
                    >
                      <Icon name={each.icon} />
                      <span>
                        <span className={styles.title}>{each.title}</span>
                        <small>{each.about}</small>
                      </span>
                      {each.status && <Status is={each.status} />}
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
          {!found.length && !asking && (
            <p className={`soft ${styles.foundNone}`} role="status">
              {t('No results. Search records by their id, or by the beginnings of their words.')}
            </p>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Whether every word that was typed is in a text. */
const hasWords = (typed: string, text: string) =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

function useScreens(typed: string): Found[] {
  return SCREENS.filter(maySee(useMe()))
    .filter(({ title, section, about }) => hasWords(typed, `${title} ${section} ${about ?? ''}`))
    .map(({ title, section, path, icon }) => ({
      key: `/${path}`,
      does: `/${path}`,
      title,
      about: section || t('Console'),
      icon,
    }));
}

/** Actions on the record of the page are offered at once, other actions when their name is typed. */
function useActions(typed: string, make: (what: ToMake) => void): { here: Found[]; others: Found[] } {
  const { setColorScheme } = useMantineColorScheme();
  const api = useResources();
  const { scopes } = useMe();
  const navigate = useNavigate();
  // As they were when the search was opened: the page behind goes on.
  const [offered] = useState(offeredHere);
  const has = (scope: Scope | null) => !scope || scopes.includes(scope);
  const made = (api?.lists ?? []).flatMap(({ path, title, make: by, app }): Omit<Found, 'key'>[] => {
    if (!by || !has(by.scope)) return [];
    const about = `${(APPS as Record<string, string>)[app] ?? t('Workspace')}: ${translated(title)}`;
    return [
      { title: t('New {noun}', { noun: nounOf(title) }), about, icon: 'plus', does: () => make({ path, list: title }) },
    ];
  });
  const task = { title: t('New task'), about: t('{project}: Tasks', { project: APPS.project }), icon: 'plus' } as const;
  const document = {
    title: t('New document'),
    about: t('{office}: Documents', { office: APPS.office }),
    icon: 'plus',
  } as const;
  const all: Omit<Found, 'key'>[] = [
    ...(has('project:write') ? [{ ...task, does: () => make({ path: TASKS, list: 'Tasks' }) }] : []),
    ...(has('office:write') ? [{ ...document, does: () => void navigate({ to: '/documents/new' }) }] : []),
    ...made,
    ...SCHEMES.map(([scheme, name, icon]) => ({
      title: t('Appearance: {name}', { name: inSentence(name) }),
      about: t('How the console looks here'),
      icon,
      does: () => setColorScheme(scheme),
    })),
    {
      title: t('Your account'),
      about: t('Password, factors, sessions'),
      icon: 'user',
      does: () => location.assign(ACCOUNT_URL),
    },
    { title: t('API documentation'), about: t('All routes'), icon: 'code', does: () => location.assign(DOCS_URL) },
    { title: t('Sign out'), about: t('End the session of this browser'), icon: 'signOut', does: () => void signOut() },
  ];
  return {
    here: offered
      .filter(({ title }) => hasWords(typed, title))
      .map(({ title, run }) => ({ key: title, title, about: t('This record'), icon: 'arrowRight', does: run })),
    others: all.flatMap((each) => (typed.trim() && hasWords(typed, each.title) ? { ...each, key: each.title } : [])),
  };
}

const USED = 'used in the search';
/** Entries that are remembered. */
const MAX_USED = 50;

/** How often each place and action was taken here, by its key. What cannot be read counts as none. */
function used(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(USED) ?? '{}');
  } catch {
    return {};
  }
}

function noteUse(key: string): void {
  const counts = Object.entries({ ...used(), [key]: (used()[key] ?? 0) + 1 }).toSorted(([, a], [, b]) => b - a);
  localStorage.setItem(USED, JSON.stringify(Object.fromEntries(counts.slice(0, MAX_USED))));
}

/** The record with this id, or those that the search over everything finds. */
function useRecords(text: string): { records: Found[]; asking: boolean } {
  const api = useResources();
  const prefix = prefixOf(text);
  const one = (prefix && api?.shows.get(prefix)) || null;
  const isSearch = !prefix && text.length >= 2 && text.length <= MAX_QUERY_LENGTH && /[\p{L}\p{N}]/u.test(text);
  const { data, isFetching } = useQuery({
    queryKey: ['/v1/search', text],
    queryFn: ({ signal }) => suite.get('/v1/search', { params: { query: { q: text } }, signal }),
    placeholderData: keepPreviousData,
    enabled: isSearch,
  });
  if (one) {
    const place = placeOf(text);
    const about = t('Open it: {title}', { title: translated(one.title) });
    return { records: [{ key: place, does: place, title: text, about, icon: 'arrowRight' }], asking: false };
  }
  return {
    records: isSearch ? (data?.data ?? []).map(describe) : [],
    asking: isFetching || (prefix !== null && !api),
  };
}

function describe({ type, id, title, subtitle, status, url }: Shown<'SearchResult'>): Found {
  const kind = worded(type.slice(type.indexOf('.') + 1));
  // A record without a path of its own is in a list of the record that it belongs to.
  const [list, parent] = url.split('/').toReversed();
  const does = list === id ? placeOf(id) : `/records/id/${parent}/${list}`;
  const about = [kind, subtitle].filter(Boolean).join(' · ');
  return { key: id, does, title: title || id, about, icon: 'database', status };
}
