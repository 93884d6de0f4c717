import type { InfiniteData } from '@tanstack/react-query';
import { type List, pagesKey, queries } from '../api.js';
import type { Total } from '../total.js';

type Request = List<unknown>['request'];
type Pages = InfiniteData<{ data: { id: string }[]; meta: Total }>;

/** Rows of a list that is shown, changed before the server has answered. */
function change(request: Request, by: number, work: (pages: Pages['pages']) => Pages['pages']): void {
  const queryKey = pagesKey(request);
  // An answer that is on its way knows nothing of the change yet.
  void queries.cancelQueries({ queryKey });
  queries.setQueryData<Pages>(queryKey, (before) => {
    if (!before) return before;
    const [first, ...rest] = work(before.pages);
    const { total, total_relation } = first!.meta;
    const counted = { ...first!, meta: { ...first!.meta, total: total_relation ? total : total + by } };
    return { ...before, pages: [counted, ...rest] };
  });
}

export const takeRow = (request: Request, id: string): void =>
  change(request, -1, (pages) => pages.map((page) => ({ ...page, data: page.data.filter((row) => row.id !== id) })));

export const putRow = (request: Request, row: { id: string }, index: number): void =>
  change(request, 1, (pages) => {
    let left = index;
    let put = false;
    return pages.map((page, at) => {
      const here = !put && (left <= page.data.length || at === pages.length - 1);
      const place = left;
      left -= page.data.length;
      put ||= here;
      return here ? { ...page, data: page.data.toSpliced(place, 0, row) } : page;
    });
  });

/** Replaces a row by the server's answer. */
export function replaceRow(request: Request, row: { id: string }): void {
  const queryKey = pagesKey(request);
  // A first answer that was on its way when the row was put there was given up for it.
  if (!queries.getQueryData(queryKey))
    return void queries.cancelQueries({ queryKey }).then(() => queries.refetchQueries({ queryKey }));
  change(request, 0, (pages) =>
    pages.map((page) => ({
      ...page,
      data: page.data.map((each) => (each.id === row.id ? { ...each, ...row } : each)),
    })),
  );
}
