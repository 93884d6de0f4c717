import { type MouseEvent, type PointerEvent as Pressed, type RefObject, useRef } from 'react';
import type { List } from '../api.js';
import type { Lifted } from './board.js';
import { CARD_HEIGHT } from './card.js';

/** Pixels that the pointer moves before a press becomes a drag. */
const SLACK = 6;
/** Pixels from an edge within which what is below scrolls, and by how many it does with each picture. */
const EDGE = 48;
const SCROLL_STEP = 12;

interface Given<T> {
  board: RefObject<HTMLDivElement | null>;
  lists: Map<string, List<T>>;
  ranked: boolean;
  pickUp: (card: T, from: string, index: number, by: 'pointer') => Lifted<T>;
  lift: (lifted: Lifted<T> | null) => void;
  drop: (lifted: Lifted<T>, focused?: boolean) => void;
}

/** Drags cards with a mouse or pen. A finger scrolls; it has the menu of a card. */
export function usePointer<T extends { id: string }>({ board, lists, ranked, pickUp, lift, drop }: Given<T>) {
  const ghost = useRef<HTMLDivElement>(null);
  /** The click that ends a drag opens nothing. */
  const dragged = useRef(false);

  const grab = (press: Pressed, card: T, from: string, index: number) => {
    if (press.button !== 0 || press.pointerType === 'touch') return;
    dragged.current = false;
    const start = { x: press.clientX, y: press.clientY };
    let point = start;
    let now: Lifted<T> | null = null;
    let frame = 0;

    /** With each picture: the card follows, edges scroll, and the place below the pointer is the aim. */
    const follow = () => {
      frame = requestAnimationFrame(follow);
      if (!now) return;
      if (ghost.current) ghost.current.style.transform = `translate(${point.x + 8}px, ${point.y + 8}px)`;
      const column = document.elementFromPoint(point.x, point.y)?.closest<HTMLElement>('[data-column]');
      const cards = column?.querySelector<HTMLElement>('[data-cards]');
      if (board.current) scroll(board.current, point.x, 'left');
      if (!column || !cards) return;
      scroll(cards, point.y, 'top');
      const to = { column: column.dataset.column!, index: ranked ? placeIn(cards, column.dataset.column!) : 0 };
      if (to.column === now.to.column && to.index === now.to.index) return;
      now = { ...now, to };
      lift(now);
    };
    const placeIn = (cards: HTMLElement, column: string) => {
      const rows = lists.get(column)!.rows;
      const below = (point.y - cards.getBoundingClientRect().top + cards.scrollTop) / CARD_HEIGHT;
      const slot = Math.max(0, Math.min(rows.length, Math.round(below)));
      const own = rows.findIndex(({ id }) => id === card.id);
      return own >= 0 && slot > own ? slot - 1 : slot;
    };
    const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
      point = { x, y };
      if (now || Math.hypot(x - start.x, y - start.y) < SLACK) return;
      dragged.current = true;
      now = pickUp(card, from, index, 'pointer');
      follow();
    };
    const end = () => {
      cancelAnimationFrame(frame);
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as never);
    };
    const listeners = {
      pointermove: onMove,
      pointerup: () => {
        end();
        if (now) drop(now, false);
        // The click comes right after, if it comes at all.
        setTimeout(() => (dragged.current = false));
      },
      pointercancel: () => {
        end();
        if (now) lift(null);
      },
      keydown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') listeners.pointercancel();
      },
    };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as never);
  };

  const swallow = (click: MouseEvent) => {
    if (!dragged.current) return;
    dragged.current = false;
    click.preventDefault();
    click.stopPropagation();
  };
  return { ghost, grab, swallow };
}

function scroll(element: HTMLElement, at: number, side: 'left' | 'top'): void {
  const box = element.getBoundingClientRect();
  const [first, last] = side === 'left' ? [box.left, box.right] : [box.top, box.bottom];
  const step = at < first + EDGE ? -SCROLL_STEP : at > last - EDGE ? SCROLL_STEP : 0;
  if (step) element.scrollBy({ [side]: step });
}
