import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import {
  Calm,
  Failed,
  Loading,
  Long,
  Named,
  Problem,
  Section,
  type Shown,
  suite,
  useAction,
  useList,
  useMay,
  When,
  counted,
} from '../../kit/index.js';
import { personOf } from '../../kit/people.js';
import { type Mentioned, mentionsIn, nameBefore, piecesOf } from './mentions.js';
import styles from './tasks.module.css';

const PATH = '/v1/project/tasks/{id}/comments';

/** The comments of a task, the first one first, and a text that adds one. */
export function Comments({ task }: { task: string }) {
  const list = useList(PATH, { path: { id: task }, query: { sort: 'created_at:asc' } });
  const may = useMay()('project:write');
  return (
    <Section title="Comments">
      {list.error && !list.rows.length ? (
        <Failed error={list.error} again={list.again} />
      ) : list.loading ? (
        <Loading rows={2} />
      ) : list.rows.length ? (
        <ul className="feed">
          {list.rows.map((each) => (
            <li key={each.id}>
              <div className="feed-head">
                <Named of={each.author_id} /> <When at={each.created_at} />
              </div>
              <Body of={each} />
            </li>
          ))}
        </ul>
      ) : (
        !may && <Calm icon="minus">No comments yet</Calm>
      )}
      {list.hasMore && (
        <button type="button" className="link" onClick={list.more}>
          Show more
        </button>
      )}
      {may && <Write task={task} />}
    </Section>
  );
}

/** Milliseconds for which a name is taken as known. */
const KNOWN_MS = 5 * 60_000;

function Body({ of: { body, mentions } }: { of: Shown<'TaskComment'> }) {
  const names = useQueries({
    queries: mentions.map((id) => ({
      queryKey: ['name', id],
      queryFn: async () => (await personOf(id))?.display_name ?? null,
      staleTime: KNOWN_MS,
    })),
  });
  const people = mentions.flatMap((id, index): Mentioned[] => {
    const name = names[index]?.data;
    return name ? [{ id, name }] : [];
  });
  return (
    <p className="typed">
      {piecesOf(body, people).map(({ text, id }, index) =>
        id ? (
          <strong key={index} className={styles.mention}>
            {text}
          </strong>
        ) : (
          <Long key={index} text={text} />
        ),
      )}
    </p>
  );
}

/** Milliseconds without a key pressed after which people are looked for. */
const PAUSE_MS = 150;
/** Enough to choose from. */
const MAX_CHOICES = 6;

/** A text that adds a comment. `@` offers people by their names. */
function Write({ task }: { task: string }) {
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
  const send = useAction(
    () => {
      const mentions = mentionsIn(body, chosen);
      return suite.post(PATH, { params: { path: { id: task } }, body: { body, ...(mentions.length && { mentions }) } });
    },
    {
      after: () => {
        setBody('');
        setChosen([]);
      },
      done: 'Comment created.',
    },
  );

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
      <Textarea
        ref={input}
        aria-label="Comment"
        placeholder="Write a comment. @ names somebody."
        autosize
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
        <ul id={`${id}-people`} role="listbox" aria-label="People" className={styles.people}>
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
        {offers.length ? counted(offers.length, 'person', 'people') : ''}
      </span>
      {send.error && <Problem error={send.error} />}
      <div>
        <Button size="compact-sm" disabled={!body.trim()} loading={send.running} onClick={send.run}>
          Comment
        </Button>
      </div>
    </div>
  );
}
