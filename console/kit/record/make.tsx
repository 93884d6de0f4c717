import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { placeOf } from '../id.js';
import { ShownOnce } from '../once.js';
import { prefixOf } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { SchemaDialog } from '../schema/form.js';
import type { InputProps } from '../schema/input.js';
import { nounOf, withCapital } from './nouns.js';
import { t } from '../language.js';

interface MakeProps {
  /** The path of the list that it is added to. */
  path: string;
  names?: Record<string, string>;
  /** The heading of the list: `Contacts`. */
  list: string;
  initial?: Values;
  fixed?: Values;
  without?: readonly string[];
  only?: readonly string[];
  inputs?: Record<string, ComponentType<InputProps>>;
  /** Stays where people are, instead of going to the new record. */
  stay?: boolean;
  /** Begins when the record is there. */
  after?: (answer: Values) => unknown;
  close: () => void;
}

/** Fields of an answer that are never shown again, and what to do with them. */
const ONCE: Record<string, { field: string; note: string }> = {
  '/v1/project/calendar-feeds': {
    field: 'url',
    note: t('Subscribe to this address in your calendar. It is shown only now, and whoever has it reads the calendar.'),
  },
};

/** Makes a record in a dialog, and goes to it. */
export function Make({ path, names, list, stay, after, close, ...form }: MakeProps) {
  const navigate = useNavigate();
  const [once, setOnce] = useState<string | null>(null);
  const noun = nounOf(list);
  if (once !== null)
    return (
      <ShownOnce
        title={t('The new {noun}', { noun })}
        value={once}
        label={noun}
        note={ONCE[path]!.note}
        close={close}
      />
    );
  return (
    <SchemaDialog
      {...form}
      of={{ method: 'post', path, names }}
      title={t('New {noun}', { noun })}
      button={t('Create {noun}', { noun })}
      done={t('{noun} created.', { noun: withCapital(noun) })}
      close={close}
      after={(answer) => {
        const shown = ONCE[path] && answer[ONCE[path].field];
        if (shown) {
          setOnce(shown);
          return false;
        }
        after?.(answer);
        if (!stay && typeof answer.id === 'string' && prefixOf(answer.id)) void navigate({ to: placeOf(answer.id) });
        return undefined;
      }}
    />
  );
}
