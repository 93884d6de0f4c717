import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { takesWords } from './built.js';
import { PickOne } from './named.js';
import type { Search } from './screen.js';
import { worded } from './words.js';

/** Filters of a list: they stand in the address, so that a link shows the same, and the way back leads to them. */
export function useFilters(names: readonly string[]): [Record<string, string>, (name: string, value: string) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
  const set = (name: string, value: string) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before) => {
        const { [name]: _, ...rest }: Search = before;
        return value === '' ? rest : { ...rest, [name]: value };
      },
    });
  return [chosen, set];
}

export interface Filter {
  /** As the API calls it. */
  name: string;
  label: string;
  /** The choices, by the API's name and in words. Without them the filter is a text input. */
  options?: readonly (string | { value: string; label: string })[];
  /** The beginning of the ids of records, one of which is picked by its name. */
  pick?: string;
  type?: 'text' | 'date' | 'datetime-local';
  placeholder?: string;
  /** Shown on hover. */
  about?: string;
  /** The label of no choice. Default: any. */
  any?: string;
}

/** The filter that orders a list: how it is without it, and what can be asked for instead, as the API calls it. */
export const orderBy = (any: string, orders: Record<string, string>): Filter => ({
  name: 'sort',
  label: 'Order',
  any,
  options: Object.entries(orders).map(([value, label]) => ({ value, label })),
});

/** The filters of a list, and the one that finds records by words where the API has it. */
export const withWords = <F extends Pick<Filter, 'name'>>(
  path: string,
  filters: readonly F[],
): readonly (F | Filter)[] =>
  takesWords(path) && !filters.some(({ name }) => name === 'q')
    ? [{ name: 'q', label: 'Find', placeholder: 'Words' }, ...filters]
    : filters;

/** Milliseconds without a key pressed after which a typed filter counts. */
const PAUSE_MS = 300;

/** The filters above a list, and what else stands there. */
export function Filters({ of, children }: { of: readonly Filter[]; children?: ReactNode }) {
  const [chosen, set] = useFilters(of.map(({ name }) => name));
  const navigate = useNavigate();
  const clear = () => void navigate({ to: '.', replace: true, search: {} });
  return (
    <div className="filters" role="search">
      {of.map((filter) => {
        const value = chosen[filter.name] ?? '';
        return filter.options ? (
          <NativeSelect
            key={filter.name}
            label={filter.label}
            title={filter.about}
            value={value}
            onChange={({ currentTarget }) => set(filter.name, currentTarget.value)}
            data={[
              { value: '', label: filter.any ?? 'Any' },
              ...filter.options.map((each) => (typeof each === 'string' ? { value: each, label: worded(each) } : each)),
            ]}
          />
        ) : filter.pick ? (
          <PickOne
            key={filter.name}
            of={filter.pick}
            others
            label={filter.label}
            placeholder={filter.placeholder ?? 'Anybody'}
            value={value}
            onChange={(id) => set(filter.name, id)}
          />
        ) : (
          <Typed key={filter.name} filter={filter} value={value} set={(typed) => set(filter.name, typed)} />
        );
      })}
      {/* It keeps its place without a filter, so that nothing below it moves. */}
      <Button
        variant="subtle"
        color="gray"
        className="filters-clear"
        data-on={Object.keys(chosen).length > 0 || undefined}
        onClick={clear}
      >
        Clear
      </Button>
      {children && <div className="filters-more">{children}</div>}
    </div>
  );
}

function Typed({ filter, value, set }: { filter: Filter; value: string; set: (value: string) => void }) {
  const [typed, type] = useState(value);
  useEffect(() => {
    type(value);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => set(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      label={filter.label}
      type={filter.type ?? 'text'}
      placeholder={filter.placeholder}
      title={filter.about}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
