import { useNavigate, useSearch } from '@tanstack/react-router';
import { takesWords } from './built.js';
import type { Search } from './screen.js';
import { t } from './language.js';

/** Comparisons, such as `value[gte]`, and the saved view: every list takes them. */
const isAsked = (name: string) => name === 'view' || /^\w+\[\w+\]$/.test(name);

/** Changes several filters at once. An empty value takes one away. */
export type SetFilters = (changes: Record<string, string>) => void;

/**
 * Filters of a list, and comparisons of any of its fields: they stand in the address, so that a link shows the same, and the way
 * back leads to them.
 */
export function useFilters(names: readonly string[]): [Record<string, string>, SetFilters] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = Object.entries(search).filter((each): each is [string, string] => Boolean(each[1]));
  const chosen = Object.fromEntries(given.filter(([name]) => names.includes(name) || isAsked(name)));
  const set: SetFilters = (changes) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before) =>
        Object.fromEntries(Object.entries<string | undefined>({ ...before, ...changes }).filter(([, value]) => value)),
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
  /** Filters that mean something else once this one has another value, such as a record of the type before. */
  clears?: readonly string[];
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
  label: t('Order'),
  any,
  options: Object.entries(orders).map(([value, label]) => ({ value, label })),
});

/** The filters of a list, and the one that finds records by words where the API has it. */
export const withWords = <F extends Pick<Filter, 'name'>>(
  path: string,
  filters: readonly F[],
): readonly (F | Filter)[] =>
  takesWords(path) && !filters.some(({ name }) => name === 'q')
    ? [{ name: 'q', label: t('Find'), placeholder: t('Words') }, ...filters]
    : filters;
