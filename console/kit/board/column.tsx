import { ActionIcon } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type List, useListAny } from '../api.js';
import { Icon } from '../icons.js';
import { Failed, Loading } from '../states.js';
import { shownTotal } from '../total.js';
import type { BoardProps, Card, ColumnOf, Lifted } from './board.js';
import { BoardCard, CARD_HEIGHT, type CardActs } from './card.js';
import styles from './board.module.css';
import { t } from '../language.js';

/** Pages are asked for so many cards before they are needed. */
const AHEAD = 20;

interface ColumnProps<T extends Card> extends BoardProps<T> {
  column: ColumnOf;
  lists: Map<string, List<T>>;
  /** The card that is to have the focus when it is drawn. */
  focus: RefObject<string | null>;
  lifted: Lifted<T> | null;
  pickUp: (card: T, from: string, index: number, by: 'keys') => void;
  aim: (right: number, down: number) => void;
  drop: (lifted: Omit<Lifted<T>, 'by'>) => void;
  leave: () => void;
  grab: (press: PointerEvent, card: T, from: string, index: number) => void;
}

export function BoardColumn<T extends Card>(props: ColumnProps<T>) {
  const { column, columns, path, names, filters, name, sum, face, to, move, ranked, lists, focus, lifted } = props;
  const { pickUp, aim, drop, leave, grab, add, onKey } = props;
  const list: List<T> = useListAny(path, { path: names, query: column.query, filters });
  lists.set(column.key, list);
  const { rows, total, hasMore, loading, error } = list;
  const cards = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => cards.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 4,
  });
  const shown = virtual.getVirtualItems();
  const near = (shown.at(-1)?.index ?? 0) + AHEAD >= rows.length;
  useEffect(() => {
    if (near && hasMore) list.more();
  }, [near, hasMore, rows.length]);
  useEffect(() => {
    const index = focus.current === null ? -1 : rows.findIndex(({ id }) => id === focus.current);
    if (index < 0) return;
    virtual.scrollToIndex(index);
    const link = cards.current?.querySelector<HTMLElement>(`[data-card="${focus.current}"] a`);
    if (!link) return;
    focus.current = null;
    link.focus();
  });

  const isAim = lifted?.to.column === column.key;
  const onKeyDown = (event: KeyboardEvent, card: T, index: number) => {
    if ((event.target as Element).tagName !== 'A') return;
    const { key } = event;
    const [right, down] = STEPS[key] ?? [0, 0];
    if (!lifted && onKey?.(event, card)) return;
    if (lifted) {
      if (right || down) aim(right, down);
      else if (key === ' ' || key === 'Enter') drop(lifted);
      else if (key === 'Escape' || key === 'Tab') leave();
      else return;
      if (key === 'Tab') return;
    } else if (key === ' ' && move) pickUp(card, column.key, index, 'keys');
    else if (right || down) walk(event.currentTarget, right, down);
    else return;
    event.preventDefault();
  };

  const acts = useRef<CardActs<T>>(null!);
  acts.current = {
    press: onKeyDown,
    grab: (press, card, index) => grab(press, card, column.key, index),
    drop: (card, index, to) => drop({ card, from: column.key, index, to }),
  };

  return (
    <section
      className={styles.column}
      aria-label={column.title}
      data-column={column.key}
      data-end={column.end}
      data-aim={isAim || undefined}
    >
      <header>
        <h2>{column.title}</h2>
        <span className="soft">{total && shownTotal(total)}</span>
        {sum && rows.length > 0 && (
          <strong className={styles.sum} title={hasMore ? t('Of the cards that are loaded') : undefined}>
            {sum(rows)}
            {hasMore && '+'}
          </strong>
        )}
        {add && (add.columns?.(column.key) ?? true) && (
          <ActionIcon
            className={styles.add}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('New {noun} in {title}', { noun: add.noun, title: column.title })}
            title={t('New {noun}', { noun: add.noun })}
            onClick={() => add.open(column.key)}
          >
            <Icon name="plus" size={16} />
          </ActionIcon>
        )}
      </header>
      <div ref={cards} className={styles.cards} data-cards>
        {error && !rows.length ? <Failed error={error} again={list.again} /> : loading && <Loading rows={4} />}
        {isAim && ranked && lifted && (
          <div className={styles.line} data-drop-line style={{ top: slotOf(lifted, rows) * CARD_HEIGHT - 5 }} />
        )}
        <ul style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const card = rows[index]!;
            return (
              <BoardCard
                key={card.id}
                card={card}
                index={index}
                top={start}
                count={rows.length}
                size={total && !total.total_relation ? total.total : -1}
                column={column.key}
                columns={columns}
                ranked={ranked}
                moves={move !== undefined}
                isLifted={lifted?.card.id === card.id}
                name={name}
                face={face}
                to={to}
                acts={acts}
              />
            );
          })}
        </ul>
        {!loading && !error && !rows.length && <p className={`${styles.none} soft`}>{t('Nothing here')}</p>}
      </div>
    </section>
  );
}

const STEPS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Among the cards as they are drawn, with the one that is moved. */
function slotOf<T extends Card>({ card, to }: Lifted<T>, rows: readonly T[]): number {
  const own = rows.findIndex(({ id }) => id === card.id);
  return own >= 0 && to.index >= own ? to.index + 1 : to.index;
}

/** From card to card, and to the nearest one of the next column. */
function walk(card: Element, right: number, down: number): void {
  let to: Element | null | undefined =
    down > 0 ? card.nextElementSibling : down < 0 ? card.previousElementSibling : null;
  if (right) {
    const columns = [...card.closest('[role=group]')!.querySelectorAll('[data-column]')];
    const here = columns.indexOf(card.closest('[data-column]')!);
    const top = card.getBoundingClientRect().top;
    const far = (each: Element) => Math.abs(each.getBoundingClientRect().top - top);
    const beside = right > 0 ? columns.slice(here + 1) : columns.slice(0, here).reverse();
    to = beside
      .map((column) => [...column.querySelectorAll('[data-card]')].sort((a, b) => far(a) - far(b))[0])
      .find(Boolean);
  }
  const link = to?.querySelector<HTMLElement>('a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
