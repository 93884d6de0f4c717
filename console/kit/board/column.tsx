import { ActionIcon, Menu } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type List, useListAny } from '../api.js';
import { Icon } from '../icons.js';
import { Go } from '../page.js';
import { Failed, Loading } from '../states.js';
import { shownTotal } from '../total.js';
import type { BoardProps, Card, ColumnOf, Lifted } from './board.js';
import styles from './board.module.css';

/** Of a card and the gap below it, in pixels: all are as high, so the place of any of thousands is known. */
export const CARD_HEIGHT = 104;
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
  const { pickUp, aim, drop, leave, grab } = props;
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

  return (
    <section className={styles.column} aria-label={column.title} data-column={column.key} data-aim={isAim || undefined}>
      <header>
        <h2>{column.title}</h2>
        <span className="soft">{total && shownTotal(total)}</span>
        {sum && rows.length > 0 && (
          <strong className={styles.sum} title={hasMore ? 'Of the cards that are loaded' : undefined}>
            {sum(rows)}
            {hasMore && '+'}
          </strong>
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
              <li
                key={card.id}
                className={styles.card}
                data-card={card.id}
                data-lifted={lifted?.card.id === card.id || undefined}
                data-moves={move ? true : undefined}
                aria-setsize={total && !total.total_relation ? total.total : -1}
                aria-posinset={index + 1}
                style={{ top: start, height: CARD_HEIGHT - 8 }}
                onKeyDown={(event) => onKeyDown(event, card, index)}
                onDragStart={(event) => event.preventDefault()}
                onPointerDown={(event) => {
                  if (move && !(event.target as Element).closest('button, [role=menu]'))
                    grab(event, card, column.key, index);
                }}
              >
                <Go to={to(card)} className={styles.name}>
                  {name(card).slice(0, LONGEST_NAME)}
                </Go>
                <div className={styles.face}>{face(card)}</div>
                {move && (
                  <Menu position="bottom-end" returnFocus>
                    <Menu.Target>
                      <ActionIcon
                        className={styles.menu}
                        variant="subtle"
                        color="gray"
                        size={24}
                        aria-label={`Move ${name(card).slice(0, LONGEST_NAME)} to`}
                      >
                        <Icon name="more" size={16} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Label>Move to</Menu.Label>
                      {columns.map(({ key, title }) => (
                        <Menu.Item
                          key={key}
                          disabled={key === column.key}
                          onClick={() => drop({ card, from: column.key, index, to: { column: key, index: 0 } })}
                        >
                          {title}
                        </Menu.Item>
                      ))}
                      {ranked && <Menu.Divider />}
                      {ranked &&
                        (
                          [
                            ['Up', index - 1],
                            ['Down', index + 1],
                          ] as const
                        ).map(([way, place]) => (
                          <Menu.Item
                            key={way}
                            disabled={place < 0 || place >= rows.length}
                            onClick={() =>
                              drop({ card, from: column.key, index, to: { column: column.key, index: place } })
                            }
                          >
                            {way}
                          </Menu.Item>
                        ))}
                    </Menu.Dropdown>
                  </Menu>
                )}
              </li>
            );
          })}
        </ul>
        {!loading && !error && !rows.length && <p className={`${styles.none} soft`}>Nothing here</p>}
      </div>
    </section>
  );
}

/** Of a name: two lines. */
const LONGEST_NAME = 120;

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
