import { TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { SuiteError } from '#client';
import { offerUndo, useAction } from './action.js';
import { explain } from './errors.js';
import { Icon } from './icons.js';
import { here, notANumber } from './locale.js';
import { inPlainWords } from './messages.js';
import { t } from './language.js';

interface InlineProps {
  /** A label for screen readers: `Value of Looms`. */
  label: string;
  /** The value as the API has it; empty for none. */
  value: string;
  /** Sends it. */
  save: (value: string) => Promise<unknown>;
  /** The value as it is read. */
  children: ReactNode;
}

/**
 * A number that is changed where it stands, in a table for example. Enter and leaving the input save, Escape does not; a
 * value that the server refuses stays in the input, with the reason. What was saved can be undone for a moment.
 */
export function Inline({ label, value, save, children }: InlineProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const sent = useRef('');
  const action = useAction(() => save(sent.current), {
    after: () => offerUndo(t('{label}: changed.', { label }), () => save(value)),
    close: () => setTyped(null),
  });
  const leave = (focus: boolean) => {
    setTyped(null);
    action.reset();
    if (focus) setTimeout(() => opener.current?.focus());
  };
  const start = value !== '' ? here.number(Number(value)) : value;
  const unread = typed?.trim() && here.readNumber(typed) === null;
  const send = (next: string) => {
    if (next === start) return leave(false);
    if (action.running || unread) return;
    sent.current = next.trim() ? String(here.readNumber(next)) : next;
    action.run();
  };
  if (typed === null)
    return (
      <button ref={opener} type="button" className="inline" onClick={() => setTyped(start)}>
        <span>
          <span className="hidden">{t('Change {label}: ', { label })}</span>
          {children}
        </span>
        <Icon name="edit" size={13} />
      </button>
    );
  const error = unread ? notANumber() : action.error ? reasonOf(action.error) : undefined;
  return (
    <TextInput
      className="inline-input"
      aria-label={label}
      autoFocus
      inputMode="decimal"
      value={typed}
      error={error}
      disabled={action.running}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => (error === undefined ? send(typed) : leave(false))}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send(typed);
        else if (key === 'Escape') leave(true);
      }}
    />
  );
}

/** The server's error for the field, or else for the request. */
const reasonOf = (error: Error): string => {
  const detail = error instanceof SuiteError ? error.details[0] : undefined;
  return detail ? inPlainWords(detail) : explain(error).text;
};
