import { ActionIcon, Menu } from '@mantine/core';
import { type KeyboardEvent, memo, type PointerEvent, type RefObject } from 'react';
import { Icon } from '../icons.js';
import { Go } from '../page.js';
import type { BoardProps, Card, Lifted } from './board.js';
import styles from './board.module.css';
import { t } from '../language.js';

/** Of a card and the gap below it, in pixels: all are as high, so the place of any of thousands is known. */
export const CARD_HEIGHT = 104;
/** Of a name: two lines. */
const LONGEST_NAME = 120;

/** Actions on cards. One object for all draws, so that cards are not drawn again. */
export interface CardActs<T> {
  press: (event: KeyboardEvent, card: T, index: number) => void;
  grab: (press: PointerEvent, card: T, index: number) => void;
  drop: (card: T, index: number, to: Lifted<T>['to']) => void;
}

interface CardProps<T extends Card> extends Pick<BoardProps<T>, 'columns' | 'ranked' | 'name' | 'face' | 'to'> {
  card: T;
  index: number;
  /** In pixels. */
  top: number;
  /** Cards of the column that are loaded. */
  count: number;
  /** Cards that the column has; -1: unknown. */
  size: number;
  column: string;
  moves: boolean;
  isLifted: boolean;
  acts: RefObject<CardActs<T>>;
}

/** Drawn again only where something of it changes: while a card is moved, all others stay as they are. */
export const BoardCard = memo(DrawnCard) as typeof DrawnCard;

function DrawnCard<T extends Card>({ card, index, top, count, size, column, columns, ranked, ...of }: CardProps<T>) {
  const { moves, isLifted, face, to, acts } = of;
  const name = of.name(card).slice(0, LONGEST_NAME);
  return (
    <li
      className={styles.card}
      data-card={card.id}
      data-lifted={isLifted || undefined}
      data-moves={moves || undefined}
      aria-setsize={size}
      aria-posinset={index + 1}
      style={{ top, height: CARD_HEIGHT - 8 }}
      onKeyDown={(event) => acts.current.press(event, card, index)}
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (moves && !(event.target as Element).closest('button, [role=menu]')) acts.current.grab(event, card, index);
      }}
    >
      <Go to={to(card)} className={styles.name}>
        {name}
      </Go>
      <div className={styles.face}>{face(card)}</div>
      {moves && (
        <Menu position="bottom-end" returnFocus>
          <Menu.Target>
            <ActionIcon
              className={styles.menu}
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t('Move {name} to', { name })}
            >
              <Icon name="more" size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('Move to')}</Menu.Label>
            {columns.map(({ key, title }) => (
              <Menu.Item
                key={key}
                disabled={key === column}
                onClick={() => acts.current.drop(card, index, { column: key, index: 0 })}
              >
                {title}
              </Menu.Item>
            ))}
            {ranked && <Menu.Divider />}
            {ranked &&
              (
                [
                  [t('Up'), index - 1],
                  [t('Down'), index + 1],
                ] as const
              ).map(([way, place]) => (
                <Menu.Item
                  key={way}
                  disabled={place < 0 || place >= count}
                  onClick={() => acts.current.drop(card, index, { column, index: place })}
                >
                  {way}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
