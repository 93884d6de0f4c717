import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ErrorDetail, SuiteError } from '#client';
import { type IfMatch, ifMatch, noteRefusal, read, type RecordOf, refresh } from './api.js';
import { type Change, changesOf, Changes } from './changes.js';
import { useGuard } from './dialog.js';
import { Problem } from './errors.js';
import { inPlainWords, labelOfPath } from './messages.js';
import { toast } from './toast.js';
import { t } from './language.js';

/** The props of a field: spread them into an input of Mantine. */
interface FieldProps<T> {
  name: string;
  value: T;
  onChange: (change: any) => void;
  error?: string;
}

export interface Fields<V> {
  /** `<TextInput label="Name" {...field('name')} />` */
  <K extends keyof V & string>(name: K): FieldProps<V[K]>;
  values: V;
  set<K extends keyof V>(name: K, value: V[K]): void;
  /** Sets all of them. */
  replace(values: V): void;
  /** The server's error about a part of a field: `principals[0].id`. */
  at(path: string): string | undefined;
  /** The same of a part and all in it: `condition.actions[0]` is in `condition.actions`. */
  within(path: string): string | undefined;
  /** All that it said of fields. */
  problems: readonly ErrorDetail[];
  /** For a checkbox or switch. */
  checked<K extends keyof V & string>(name: K): { name: string; checked: boolean; onChange: (change: any) => void };
}

export interface FormProps<V, T> {
  initial: V;
  /**
   * The record that it changes, whose fields `initial` has, or `as` makes of it. Hand `header` on, and nobody overwrites what
   * they have not seen: the ETag with which it was read goes along.
   */
  of?: RecordOf & { as?: (record: any) => V };
  /**
   * Sends it; `base` are the values as they were loaded. What the server refuses stands at the field that it names, and the
   * rest above the button.
   */
  submit: (values: V, header: IfMatch, base: V) => Promise<T>;
  /**
   * Fields that may not be empty, and their messages. For requests that ask for a new sign-in: whoever proves who they are should
   * not hear of a missing name afterwards.
   */
  needs?: Partial<Record<keyof V & string, string>>;
  button: string;
  done?: string;
  after?: (answer: T) => unknown;
  cancel?: () => void;
  children: (field: Fields<V>) => ReactNode;
}

const isEmpty = (value: unknown) => (Array.isArray(value) ? !value.length : String(value ?? '').trim() === '');

/** As the server refuses a request. */
const incomplete = (details: ErrorDetail[]) =>
  new SuiteError(t('Some fields are missing.'), 400, 'VALIDATION_ERROR', '', details, null);

/** Inputs that can have the focus. */
export const INPUTS = ['input:not([type=hidden])', 'textarea', 'select']
  .map((input) => `${input}:not(:disabled)`)
  .join();

/** Inputs with a wrong value, and messages. */
const WRONG = '[aria-invalid=true], .mantine-InputWrapper-error, [role=alert]';

/**
 * A form. What was typed stays until the server has taken it, whatever happens meanwhile: the server checks, and its words
 * stand at the fields.
 */
export function Form<V extends object, T>({
  initial,
  of,
  submit,
  needs = {},
  button,
  done,
  after,
  cancel,
  children,
}: FormProps<V, T>) {
  const [values, setValues] = useState(initial);
  // The record as it was loaded, and its entity tag.
  const [base, setBase] = useState(() => ({ values: initial, header: ifMatch(of) }));
  const [changes, setChanges] = useState<Change[] | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (sent: V) => {
      const missing = Object.entries<string>(needs as Record<string, string>).filter(([name]) =>
        isEmpty(sent[name as keyof V]),
      );
      if (missing.length) throw incomplete(missing.map(([field, message]) => ({ field, code: 'required', message })));
      return submit(sent, base.header, base.values);
    },
    onError: noteRefusal,
    onSuccess: async (answer) => {
      await refresh();
      if (done) toast(done);
      after?.(answer);
    },
  });
  const compare = useMutation({
    mutationFn: async ({ path, names, as = (record) => record }: NonNullable<typeof of>): Promise<V> =>
      as(await read(path, { params: { path: names } })),
    onSuccess: (record) => {
      const { now, merged, changes: found } = changesOf(base.values, record, values);
      setBase({ values: now, header: ifMatch(of) });
      setValues(merged);
      setChanges(found);
      reset();
      void refresh();
    },
  });
  useGuard(JSON.stringify(values) !== JSON.stringify(base.values));
  const details =
    error instanceof SuiteError ? error.details.map((detail) => ({ ...detail, message: inPlainWords(detail) })) : [];
  const known = Object.keys(values);
  const fieldOf = (field: string) =>
    known.find((name) => field === name || (/^[.[]/.test(field.slice(name.length)) && field.startsWith(name)));
  const elsewhere = details.filter(({ field }) => !fieldOf(field));

  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>(`[data-autofocus], ${INPUTS}`);
    if (!first || !form.current?.closest('[role=dialog]')) return;
    // The focus trap of the dialog may run before this, or after: then it looks for the attribute.
    first.dataset.autofocus = '';
    first.focus();
  }, []);
  useEffect(() => {
    if (error) {
      const wrong = form.current?.querySelector<HTMLElement>(WRONG);
      wrong?.focus({ preventScroll: true });
      wrong?.scrollIntoView({ block: 'center' });
    } else if (changes) form.current?.querySelector<HTMLElement>('.changes')?.focus();
  }, [error, changes]);

  const set = <K extends keyof V>(name: K, value: V[K]) => setValues((before) => ({ ...before, [name]: value }));
  const field = ((name: keyof V & string) => ({
    name,
    value: values[name],
    // Inputs hand over an event, pickers the value itself.
    onChange: (change: any) => set(name, change?.currentTarget ? change.currentTarget.value : change),
    error: details.find((detail) => fieldOf(detail.field) === name)?.message,
  })) as Fields<V>;
  field.values = values;
  field.set = set;
  field.replace = setValues;
  field.at = (path) => details.find((detail) => detail.field === path)?.message;
  field.within = (path) =>
    details.find(({ field: name }) => name === path || (name.startsWith(path) && /^[.[]/.test(name.slice(path.length))))
      ?.message;
  field.problems = details;
  field.checked = (name) => ({
    name,
    checked: Boolean(values[name]),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.checked as never),
  });

  return (
    <form
      ref={form}
      noValidate
      className="stack"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate(values);
      }}
    >
      {children(field)}
      {error && (details.length === 0 || elsewhere.length > 0) && (
        <Problem error={compare.error ?? error} compare={of && (() => compare.mutate(of))}>
          {elsewhere.length > 0 && (
            <ul>
              {elsewhere.map(({ field, message }) => (
                <li key={field}>{message}</li>
              ))}
            </ul>
          )}
        </Problem>
      )}
      {changes && !error && (
        <Changes
          of={changes}
          take={() => {
            setValues(base.values);
            setChanges(null);
          }}
        />
      )}
      {/* Screen readers hear of all wrong fields, because the focus goes to the first one alone. */}
      <p className="hidden" aria-live="assertive">
        {details.length > 0 &&
          t('Not sent. Check: {details}.', { details: details.map(({ field }) => labelOfPath(field)).join(', ') })}
      </p>
      <Group justify="flex-end" className="form-foot">
        {cancel && (
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" loading={isPending}>
          {button}
        </Button>
      </Group>
    </form>
  );
}
