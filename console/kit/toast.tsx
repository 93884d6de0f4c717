import { Button, CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Icon } from './icons.js';
import styles from './toast.module.css';
import { t } from './language.js';

/** Milliseconds for which it stays. */
const SHOWN_MS = 5000;
/** The same where something can be undone. */
const UNDO_MS = 12_000;

interface Said {
  id: number;
  text: string;
  undo?: () => unknown;
}

let said: readonly Said[] = [];
let last = 0;
const watchers = new Set<() => void>();
const set = (next: readonly Said[]) => {
  said = next;
  for (const watcher of watchers) watcher();
};
const drop = (id: number) => set(said.filter((each) => each.id !== id));

/** Says that something is done, for a moment, and offers to undo it. What went wrong is said where it was tried (`Problem`). */
export function toast(text: string, undo?: () => unknown): void {
  const id = ++last;
  set([...said, { id, text, undo }].slice(-3));
  setTimeout(drop, undo ? UNDO_MS : SHOWN_MS, id);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function Toasts() {
  const shown = useSyncExternalStore(watch, () => said);
  return (
    <div className={styles.toasts} role="status">
      {shown.map(({ id, text, undo }) => (
        <div key={id} className={styles.toast}>
          <Icon name="check" />
          <span>{text}</span>
          {undo && (
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => {
                drop(id);
                undo();
              }}
            >
              {t('Undo')}
            </Button>
          )}
          <CloseButton size="sm" aria-label={t('Close')} onClick={() => drop(id)} />
        </div>
      ))}
    </div>
  );
}
