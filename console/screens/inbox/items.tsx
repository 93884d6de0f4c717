import { type KeyboardEvent, useRef } from 'react';
import { RowAction } from '../../kit/action.js';
import { refreshInbox, suite } from '../../kit/api.js';
import { Icon } from '../../kit/icons.js';
import { When } from '../../kit/when.js';
import styles from './inbox.module.css';
import { type Item, kindOf, Line } from './line.js';
import { t } from '../../kit/language.js';

const read = ({ id }: Item) => suite.post('/v1/inbox/read', { body: { ids: [id] } });

const markRead = (item: Item) => void read(item).then(refreshInbox);

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Items of the inbox. J and K, or arrows, go from one to another, and E marks the focused one as read. */
export function Items({ of }: { of: readonly Item[] }) {
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...list.current!.children];
    const at = rows.findIndex((row) => row.contains(event.target as Node));
    const step = STEPS[event.key];
    if (step) focus(rows[at + step]);
    else if (event.key === 'e' && !of[at]!.read_at) {
      focus(rows[at + 1] ?? rows[at - 1]);
      markRead(of[at]!);
    } else return;
    event.preventDefault();
  };
  return (
    <ul ref={list} className={styles.items} onKeyDown={onKeyDown}>
      {of.map((item) => (
        <li
          key={item.id}
          data-unread={item.read_at === null || undefined}
          onClick={({ target }) => {
            if (!item.read_at && (target as Element).closest('a')) markRead(item);
          }}
        >
          <Icon name={kindOf(item.kind).icon} size={16} />
          <span>
            <Line of={item} />
          </span>
          <When at={item.updated_at} />
          {item.read_at === null ? (
            <RowAction
              icon="check"
              title={t('Mark as read')}
              label={t('Mark as read: {title}', { title: item.records[0]?.title ?? kindOf(item.kind).title })}
              work={() => read(item)}
            />
          ) : (
            <span />
          )}
        </li>
      ))}
    </ul>
  );
}

const focus = (row: Element | undefined) => row?.querySelector('a')?.focus();
