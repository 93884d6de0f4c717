import { Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { read, useMe } from '../kit/api.js';
import { Icon, type IconName } from '../kit/icons.js';
import { placeOf } from '../kit/id.js';
import { prefixOf, type Resource, useResources } from '../kit/resources.js';
import { SCREENS } from '../screens/index.js';
import { maySee } from './shell.js';
import styles from './search.module.css';

interface Found {
  to: string;
  title: string;
  about: string;
  icon: IconName;
}

/** Milliseconds without a key pressed after which records are asked for. */
const PAUSE_MS = 200;
/** Of each list. */
const MOST = 5;
/** The most characters that `q` takes. */
const MAX_QUERY_LENGTH = 200;

/** Finds screens by their names, a record by its id, and records by a text, from anywhere. */
export default function Search({ close }: { close: () => void }) {
  const [typed, type] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const list = useId();
  const places = useScreens(typed);
  const { records, asking } = useRecords(useDebouncedValue(typed.trim(), PAUSE_MS)[0]);
  const found = [...records, ...places];
  useEffect(() => {
    setAt(0);
  }, [typed]);
  const go = ({ to }: Found) => {
    close();
    void navigate({ to });
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
      <Modal.Content aria-label="Search">
        <Modal.Body>
          <TextInput
            data-autofocus
            size="md"
            role="combobox"
            aria-label="Search"
            aria-expanded
            aria-controls={list}
            aria-activedescendant={found[at] && `${list}-${at}`}
            placeholder="A page, an id, a name …"
            leftSection={<Icon name="search" />}
            rightSection={asking && <Loader size={16} aria-label="Searching" />}
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <div className={styles.found} id={list} role="listbox" aria-label="Found" tabIndex={-1}>
            {found.map((each, index) => (
              <div
                key={each.to}
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
                  {each.title}
                  <small>{each.about}</small>
                </span>
              </div>
            ))}
          </div>
          {!found.length && !asking && (
            <p className={`soft ${styles.foundNone}`} role="status">
              No results. Search records by their id, or by the beginnings of their words.
            </p>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useScreens(typed: string): Found[] {
  const { scopes } = useMe();
  const words = typed.toLowerCase().split(/\s+/);
  return SCREENS.filter(maySee(scopes))
    .filter(({ title, section, about }) => {
      const text = `${title} ${section} ${about ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ title, section, path, icon }) => ({ to: `/${path}`, title, about: section || 'Console', icon }));
}

/** The record with this id, or those in which lists that can find texts find this one. */
function useRecords(text: string): { records: Found[]; asking: boolean } {
  const { scopes } = useMe();
  const api = useResources();
  const prefix = prefixOf(text);
  const one = (prefix && api?.shows.get(prefix)) || null;
  const isSearch = !prefix && text.length >= 2 && text.length <= MAX_QUERY_LENGTH && /[\p{L}\p{N}]/u.test(text);
  const lists = isSearch ? (api?.lists ?? []) : [];
  const asked = lists.filter(({ finds, scope }) => finds && (!scope || scopes.includes(scope)));
  const answers = useQueries({
    queries: asked.map(({ path }) => ({
      queryKey: [path, 'search', text],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read(path, { params: { query: { q: text, limit: MOST } }, signal }),
    })),
  });
  const records = answers.flatMap(({ data }, index) =>
    ((data?.data ?? []) as Record<string, unknown>[]).map((row) => describe(asked[index]!, row)),
  );
  if (one) records.push({ to: placeOf(text), title: text, about: `Open it: ${one.title}`, icon: 'arrowRight' });
  return { records, asking: answers.some(({ isFetching }) => isFetching) || (text.length >= 2 && !api) };
}

/** The names that a record may have, the best first. */
const NAMES = ['display_name', 'name', 'title', 'full_name', 'action', 'email'];

function describe({ title }: Resource, row: Record<string, unknown>): Found {
  const name = NAMES.map((field) => row[field]).find((value) => typeof value === 'string' && value) ?? row.id;
  const more = [title, row.email].filter((text) => text && text !== name).join(' · ');
  return { to: placeOf(String(row.id)), title: String(name), about: more, icon: 'database' };
}
