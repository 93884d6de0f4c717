import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useAction } from '../action.js';
import { suite } from '../api.js';
import { Problem } from '../errors.js';
import { KNOWN_MS, type Mentioned, mentionsIn, nameBefore } from './mentions.js';
import styles from './writing.module.css';
import { inSentence, plural, t } from '../language.js';
import { TextArea } from '../text-area.js';

/** Milliseconds without a key pressed after which people are looked for. */
const PAUSE_MS = 150;
/** Enough to choose from. */
const MAX_CHOICES = 6;

interface WriteProps {
  /** Names the text: "Comment". */
  label: string;
  placeholder: string;
  /** Says that it is done. */
  done: string;
  send: (text: string, mentions: string[]) => Promise<unknown>;
}

/** A text that is added where it is read: Ctrl Enter sends it, and `@` offers people by their names. */
export function Write({ label, placeholder, done, send: add }: WriteProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState('');
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState<readonly Mentioned[]>([]);
  const [at, setAt] = useState(0);
  // The place of an `@` that people left alone.
  const [closed, setClosed] = useState(-1);
  const naming = nameBefore(body, caret);
  const isNaming = naming !== null && naming.from !== closed;
  const [q] = useDebouncedValue(naming?.typed.trim() ?? '', PAUSE_MS);
  const query = { limit: MAX_CHOICES, ...(q && { q }) };
  const people = useQuery({
    queryKey: ['/v1/access/people', {}, query],
    queryFn: ({ signal }) => suite.get('/v1/access/people', { params: { query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: KNOWN_MS,
    enabled: isNaming,
  });
  // People found for fewer letters stay until the answer for all of them is there.
  const isMeant = (name: string) => name.toLowerCase().includes(naming!.typed.trim().toLowerCase());
  const offers = isNaming ? (people.data?.data ?? []).filter(({ display_name }) => isMeant(display_name)) : [];
  const active = Math.min(at, offers.length - 1);
  const send = useAction(() => add(body.trim(), mentionsIn(body, chosen)), {
    after: () => {
      setBody('');
      setChosen([]);
    },
    done,
  });

  const choose = ({ id: person, display_name }: { id: string; display_name: string }) => {
    const before = `${body.slice(0, naming!.from)}@${display_name} `;
    setBody(before + body.slice(caret));
    setCaret(before.length);
    setChosen([...chosen, { id: person, name: display_name }]);
    setAt(0);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(before.length, before.length);
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && body.trim()) send.run();
    else if (!offers.length) return;
    else if (event.key === 'ArrowDown') setAt((active + 1) % offers.length);
    else if (event.key === 'ArrowUp') setAt((active + offers.length - 1) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offers[active]!);
    else if (event.key === 'Escape') setClosed(naming!.from);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.write}>
      <TextArea
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        minRows={2}
        maxRows={12}
        value={body}
        aria-autocomplete="list"
        aria-controls={offers.length ? `${id}-people` : undefined}
        aria-activedescendant={offers.length ? `${id}-${active}` : undefined}
        onChange={({ currentTarget }) => {
          setBody(currentTarget.value);
          setCaret(currentTarget.selectionStart);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setCaret(0)}
        onKeyDown={onKeyDown}
      />
      {offers.length > 0 && (
        <ul id={`${id}-people`} role="listbox" aria-label={t('People')} className={styles.people}>
          {offers.map((each, index) => (
            <li
              key={each.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(each)}
            >
              {each.display_name}
            </li>
          ))}
        </ul>
      )}
      <span className="hidden" role="status">
        {offers.length ? plural(offers.length, '{count} person', '{count} people') : ''}
      </span>
      {send.error && <Problem error={send.error} />}
      <div>
        <Button size="compact-sm" disabled={!body.trim()} loading={send.running} onClick={send.run}>
          {t('Add {label}', { label: inSentence(label) })}
        </Button>
      </div>
    </div>
  );
}
