import { type KeyboardEvent, lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useMay } from '../api.js';
import { isKeyAlone, singleKeys } from '../keys.js';
import { useOffered } from '../offered.js';
import type { Scope } from '../scopes.js';
import { inSentence, t } from '../language.js';

export interface Choice {
  value: string;
  label: string;
  /** Beside the label: a sign of priority, for example. */
  sign?: ReactNode;
}

/** How the value of a field is picked. */
export type Picks<T> =
  | { kind: 'choices'; choices: readonly Choice[] }
  | { kind: 'date' }
  /** A colleague; members of the project come first. */
  | { kind: 'people'; none: string; project?: (row: T) => string }
  | { kind: 'stages'; pipeline: (row: T) => string }
  /** Several short texts, one of which is added or removed. */
  | { kind: 'words'; known: (rows: readonly T[]) => string[] };

/** A field that is changed where it is shown, by a press or by its key on the focused row. */
export interface QuickField<T> {
  key: string;
  /** `Assignee` */
  name: string;
  /** As the API calls it. */
  field: keyof T & string;
  picks: Picks<T>;
}

export interface Quick<T extends object> {
  fields: readonly QuickField<T>[];
  needs: Scope;
  name: (row: T) => string;
  /** Sends a change; `row` is the record as it is before it. */
  send: (row: T, body: object) => Promise<unknown>;
  /** The route of a record, for the form with all fields. */
  path: string;
  /** Fields that this form leaves out. */
  without?: readonly string[];
}

export interface Opened<T extends object> {
  row: T;
  /** None: the form with all fields. */
  field: QuickField<T> | null;
  /** The place below which the choices open. */
  anchor: DOMRect;
}

export interface Ask<T extends object> {
  /** Opens the choices of a field, below an element. */
  (row: T, key: string, at: Element): void;
}

const Panel = lazy(() => import('./panel.js'));

/**
 * Fields of rows that are changed where they are shown: by a press on the value (`QuickValue`), or by a key on the focused row.
 * There is one panel for all rows, because a menu in each would take longer to draw than the rows. `unless`: nobody may now;
 * `ofPage`: the one row is the record of the page, so the search offers the same.
 */
export function useQuick<T extends object>(
  of: Quick<T>,
  rows: readonly T[],
  { unless = false, ofPage = false }: { unless?: boolean; ofPage?: boolean } = {},
) {
  const may = useMay()(of.needs) && !unless;
  const [opened, open] = useState<Opened<T> | null>(null);
  const ask: Ask<T> = useCallback(
    (row, key, at) =>
      open({
        row,
        field: of.fields.find((field) => field.key === key) ?? null,
        anchor: at.getBoundingClientRect(),
      }),
    [of],
  );
  const onKey = useMemo(
    () =>
      may
        ? (event: KeyboardEvent, row: T): boolean => {
            const { key, nativeEvent } = event;
            const known = key === 'e' || of.fields.some((field) => field.key === key);
            if (!known || !isKeyAlone(nativeEvent) || !singleKeys.areOn()) return false;
            event.preventDefault();
            ask(row, key, event.target as Element);
            return true;
          }
        : undefined,
    [may, ask, of],
  );
  useOffered(
    ofPage && may
      ? of.fields.map(({ key, name }) => ({
          title: t('Change {name}', { name: inSentence(name) }),
          run: () => ask(rows[0]!, key, document.querySelector('main h1')!),
        }))
      : [],
  );
  const shown = opened && (
    <Suspense>
      <Panel of={of as never} opened={opened as never} rows={rows} close={() => open(null)} />
    </Suspense>
  );
  return { ask: may ? ask : undefined, onKey, shown };
}

interface QuickValueProps<T extends object> {
  row: T;
  /** The key of the field. */
  of: string;
  /** `Assignee of Pack` */
  label: string;
  /** Undefined: the reader may not change it. */
  ask: Ask<T> | undefined;
  /** The value as it is read. */
  children: ReactNode;
}

/** The value of a field, which opens its choices when it is pressed. */
export const QuickValue = <T extends object>({ row, of, label, ask, children }: QuickValueProps<T>) =>
  ask ? (
    <button
      type="button"
      className="inline"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => ask(row, of, currentTarget)}
    >
      <span>
        <span className="hidden">{t('Change {label}: ', { label })}</span>
        {children}
      </span>
    </button>
  ) : (
    children
  );
