import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react';
import { useMay } from '../api.js';
import { lazyPage } from '../lazy.js';
import { nameOf } from '../record/nouns.js';
import type { Values } from '../schema/fields.js';
import type { InputProps } from '../schema/input.js';
import type { Scope } from '../scopes.js';
import type { Selection } from '../table.js';
import type { Run } from './bar.js';
import type { Failure } from './run.js';

/** Actions on several rows of a list; what they are stands in `several.ts`. */
export interface Bulk<T> {
  /** How the ids of its rows begin. */
  of: string;
  /** The scope of those who may. */
  needs: Scope;
  /** The name of a row. Default: the best that it has. */
  name?: (row: T) => string;
  /** Inputs of fields that need more than their schema. */
  inputs?: Record<string, ComponentType<InputProps>>;
  /** Buttons of its own, before the others. */
  buttons?: ComponentType<{ of: readonly T[]; run: Run }>;
}

/** Loaded when the first row is ticked. */
const Bar = lazyPage(() => import('./bar.js'));

/** Rows that people tick, for `DataTable`, and the bar with what can be done with them. */
export function useSelection<T extends object>(
  rows: readonly T[],
  bulk: Bulk<T> | undefined,
): { selection: Selection<T> | undefined; bar: ReactNode } {
  const may = useMay();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const bar = useRef<HTMLDivElement>(null);
  if (!bulk || !may(bulk.needs)) return { selection: undefined, bar: null };
  const name = bulk.name ?? nameOf;
  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    setFailures([]);
  };
  // Their rows stay ticked, unless they are gone by now.
  const fail = (found: readonly Failure[]) => {
    setChosen(new Set(found.map(({ record }) => record.id)));
    setFailures(found);
  };
  const ticked = chosen.size ? rows.filter((row) => chosen.has((row as { id: string }).id)) : [];
  return {
    selection: { chosen, choose, name, act: () => bar.current?.querySelector('button')?.focus() },
    bar: (
      <div ref={bar} className="bulk-place">
        {(ticked.length > 0 || failures.length > 0) && (
          <Suspense>
            <Bar
              {...(bulk as Bulk<any>)}
              name={name as (row: Values) => string}
              rows={ticked}
              choose={choose}
              failures={failures}
              fail={fail}
            />
          </Suspense>
        )}
      </div>
    ),
  };
}
