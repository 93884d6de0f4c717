import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton, Icon } from '../../kit/index.js';
import { t } from '../../kit/language.js';

interface ItemsProps<T> {
  legend: string;
  /** The label of the button that adds an item. */
  add: string;
  items: readonly T[];
  fresh: T;
  onChange: (items: T[]) => void;
  error?: string;
  children: (item: T, set: (item: T) => void, index: number) => ReactNode;
}

/** Things of which a policy has one or several. */
export function Items<T>({ legend, add, items, fresh, onChange, error, children }: ItemsProps<T>) {
  return (
    <fieldset className="items">
      <legend>{legend}</legend>
      {items.map((item, index) => (
        <div key={index} className="item" role="group" aria-label={`${legend}, ${index + 1}`}>
          {children(item, (changed) => onChange(items.with(index, changed)), index)}
          {items.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Remove')}
              onClick={() => onChange(items.toSpliced(index, 1))}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {error && (
        <p className="scopes-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
      <AddButton subtle onClick={() => onChange([...items, fresh])}>
        {add}
      </AddButton>
    </fieldset>
  );
}
