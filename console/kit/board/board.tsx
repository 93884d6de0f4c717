import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { SuiteError } from '#client';
import { type List, noteRefusal, queries, type Query, useListAny } from '../api.js';
import { offerUndo } from '../action.js';
import { Problem } from '../errors.js';
import type { Filter } from '../filter.js';
import { BoardColumn } from './column.js';
import { Failed } from '../states.js';
import { putRow, replaceRow, takeRow } from './pages.js';
import { usePointer } from './pointer.js';
import styles from './board.module.css';
import { t } from '../language.js';

export interface Card {
  id: string;
}

export interface ColumnOf {
  key: string;
  title: string;
  /** The query of its list, beside the filters of the page. */
  query: Query;
  /** Where records end: a narrow column that stays in sight while the others are scrolled. */
  end?: boolean;
}

/** Where a card is put: among the others of the column, without itself. */
export interface Place<T> {
  column: string;
  /** The cards that it comes to stand behind and before. */
  after?: T;
  before?: T;
}

export interface BoardProps<T extends Card> {
  /** A label for screen readers. */
  label: string;
  /** The list that every column is a part of. */
  path: string;
  names?: Record<string, string>;
  /** Filters of the page's address. */
  filters: readonly Filter[];
  columns: readonly ColumnOf[];
  /** The order within a column is kept, so that cards can be put between others. */
  ranked?: boolean;
  name: (card: T) => string;
  /** The sum of the values of a column's cards, for its head. */
  sum?: (cards: readonly T[]) => string;
  /** The two lines below the name. */
  face: (card: T) => ReactNode;
  to: (card: T) => string;
  /**
   * Sends it, and answers the record as it is then; null: people thought better of it, so the card goes back. Without it nobody
   * moves anything.
   */
  move?: (card: T, from: string, place: Place<T>) => Promise<object | null>;
  /** Creates a record in a column. */
  add?: { noun: string; columns?: (column: string) => boolean; open: (column: string) => void };
  /** A key on the focused card; whether it did something (`useQuick`). */
  onKey?: (event: KeyboardEvent, card: T) => boolean;
  /** Columns whose `move` offers to undo it by itself. */
  undone?: (column: string) => boolean;
}

/** A card that is being moved, and where it would come to stand. */
export interface Lifted<T> {
  card: T;
  from: string;
  /** Its place there. */
  index: number;
  by: 'keys' | 'pointer';
  to: { column: string; index: number };
}

interface Move<T> {
  card: T;
  from: string;
  index: number;
  to: string;
  send: () => Promise<object | null>;
  undo: () => Promise<unknown>;
}

/**
 * Records in columns, moved from one to the other with the mouse, by keys, or by the menu of a card. A move is shown at once
 * and taken back where the server refuses it. Columns draw what is in sight and load more as they are scrolled.
 */
export function Board<T extends Card>(props: BoardProps<T>) {
  const { label, columns, ranked = false, name, move, path, names, filters, undone } = props;
  // Filters and views hold for all columns, so their refusal is said once. The request is that of the first column.
  const first = useListAny(path, { path: names, query: columns[0]?.query, filters });
  const lists = useRef(new Map<string, List<T>>());
  const board = useRef<HTMLDivElement>(null);
  const focus = useRef<string | null>(null);
  const [lifted, lift] = useState<Lifted<T> | null>(null);
  const [said, say] = useState('');
  const [refused, setRefused] = useState<{ name: string; error: Error } | null>(null);
  const titleOf = (key: string) => columns.find((column) => column.key === key)!.title;

  const { mutate } = useMutation({
    // One after the other, so that a card which is moved twice ends where it was put last.
    scope: { id: `board of ${path}` },
    mutationFn: ({ send }: Move<T>) => send(),
    onMutate: () => setRefused(null),
    onSuccess: (answer, { card, from, index, to, undo }) => {
      if (answer === null) {
        takeRow(lists.current.get(to)!.request, card.id);
        putRow(lists.current.get(from)!.request, card, index);
        focus.current = card.id;
        return say(t('{name} stays in {column}.', { name: name(card), column: titleOf(from) }));
      }
      replaceRow(lists.current.get(to)!.request, { ...answer, id: card.id });
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== path });
      if (from !== to && !undone?.(to))
        offerUndo(t('{name} moved to {column}.', { name: name(card), column: titleOf(to) }), undo);
    },
    onError: (error, { card, from, index, to }) => {
      noteRefusal(error);
      takeRow(lists.current.get(to)!.request, card.id);
      putRow(lists.current.get(from)!.request, card, index);
      setRefused({ name: name(card), error });
      say(t('{name} was not moved.', { name: name(card) }));
      void queries.invalidateQueries({ queryKey: [path] });
    },
  });

  const drop = ({ card, from, index, to }: Omit<Lifted<T>, 'by'>, focused = true) => {
    lift(null);
    const [source, target] = [lists.current.get(from)!, lists.current.get(to.column)!];
    const stays = from === to.column && (!ranked || to.index === index);
    if (stays || !move) return say(t('{name} stays in {column}.', { name: name(card), column: titleOf(from) }));
    const others = target.rows.filter(({ id }) => id !== card.id);
    const place = {
      column: to.column,
      after: ranked ? others[to.index - 1] : undefined,
      before: ranked ? others[to.index] : undefined,
    };
    takeRow(source.request, card.id);
    putRow(target.request, card, ranked ? to.index : 0);
    if (focused) focus.current = card.id;
    say(t('{name} moved to {column}.', { name: name(card), column: titleOf(to.column) }));
    const back = {
      column: from,
      after: ranked ? source.rows[index - 1] : undefined,
      before: ranked ? source.rows[index + 1] : undefined,
    };
    const undo = () => move(card, to.column, back);
    mutate({ card, from, index, to: to.column, send: () => move(card, from, place), undo });
  };

  /** With the keys: from column to column, and up and down where the order counts. */
  const aim = (right: number, down: number) => {
    if (!lifted) return;
    const at = columns.findIndex(({ key }) => key === lifted.to.column) + right;
    const column = columns[at];
    if (!column) return;
    const rows = lists.current.get(column.key)!.rows.filter(({ id }) => id !== lifted.card.id);
    const index = ranked ? Math.max(0, Math.min(rows.length, lifted.to.index + down)) : 0;
    lift({ ...lifted, to: { column: column.key, index } });
    say(
      ranked
        ? t('{column}, place {place} of {places}.', {
            column: column.title,
            place: index + 1,
            places: rows.length + 1,
          })
        : `${column.title}.`,
    );
    board.current
      ?.querySelector(`[data-column="${column.key}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  const pickUp = (card: T, from: string, index: number, by: Lifted<T>['by']) => {
    const next: Lifted<T> = { card, from, index, by, to: { column: from, index } };
    lift(next);
    say(
      t('{name} lifted. Arrow keys choose where it goes, Space puts it there, Escape leaves it.', { name: name(card) }),
    );
    return next;
  };

  const pointer = usePointer<T>({ board, lists: lists.current, ranked, pickUp, lift, drop });

  if (isRefusal(first.error) && !first.rows.length) return <Failed error={first.error} />;
  return (
    <>
      {refused && (
        <div className={styles.refused}>
          <Problem error={refused.error}>
            <p>{t('“{name}” is back where it was. The board shows what is there now.', { name: refused.name })}</p>
          </Problem>
        </div>
      )}
      {move && (
        <p className={`${styles.hint} soft`}>
          {t('Drag a card, press Space on it and use the arrow keys, or open its menu.')}
        </p>
      )}
      <div
        ref={board}
        className={styles.board}
        data-wide
        role="group"
        aria-label={label}
        tabIndex={0}
        onClickCapture={pointer.swallow}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            {...props}
            column={column}
            lists={lists.current}
            focus={focus}
            lifted={lifted}
            pickUp={pickUp}
            aim={aim}
            drop={drop}
            leave={() => {
              if (lifted)
                say(t('{name} stays in {column}.', { name: name(lifted.card), column: titleOf(lifted.from) }));
              lift(null);
            }}
            grab={pointer.grab}
          />
        ))}
      </div>
      {lifted?.by === 'pointer' && (
        <div ref={pointer.ghost} className={`${styles.card} ${styles.ghost}`} aria-hidden>
          <strong>{name(lifted.card)}</strong>
        </div>
      )}
      <p className="hidden" role="status">
        {said}
      </p>
    </>
  );
}

const isRefusal = (error: unknown): boolean => error instanceof SuiteError && [400, 403].includes(error.status);
