import { Checkbox } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { List } from './api.js';
import { useFilters } from './filter.js';
import { Empty, Failed, Loading } from './states.js';
import { Go } from './page.js';
import { shownTotal } from './total.js';
import { plural, t } from './language.js';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** How wide beside the others: `12rem`, `30%`. Without it they share what is left. */
  width?: string;
  /** The narrowest table that shows it. Default: all. */
  from?: 'sm' | 'md' | 'lg';
  /** For numbers. */
  align?: 'right';
  /** The field by which its head sorts the list. */
  sort?: string;
}

export interface TableProps<T> {
  /** A label for screen readers. */
  label: string;
  list: List<T>;
  /** The first one names the row. */
  columns: readonly Column<T>[];
  /** The page of a row. */
  to?: (row: T) => Place | undefined;
  /** The actions at the end of a row. */
  actions?: (row: T) => ReactNode;
  /** In place of it where there is nothing and no filter. */
  empty: ReactNode;
  /** Rows that people tick, for actions on several (`useSelection`). */
  selection?: Selection<T>;
  /** A key on the focused row; whether it did something (`useQuick`). */
  onKey?: (event: KeyboardEvent, row: T) => boolean;
}

export interface Selection<T> {
  /** The ids of the rows that are ticked. */
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
  /** The name of a row: its box says what it ticks. */
  name: (row: T) => string;
  /** Leads to the actions. */
  act: () => void;
}

/** A path, or one with a query. */
type Place = string | { to: string; search: Record<string, string> };

/** In a narrow window the name of a row may take two lines. */
const NARROW = matchMedia('(max-width: 40rem)');
/** Of each row, in pixels: so the place of any of 100 000 is known without drawing it. */
const rowHeight = () => (NARROW.matches ? 44 : 32);
/** Pages are asked for so many rows before they are needed. */
const AHEAD = 30;

/** A list of any length: only the rows in sight are drawn, and the next ones are loaded as they come near. */
export function DataTable<T extends object>({
  label,
  list,
  columns,
  to,
  actions,
  empty,
  selection,
  onKey,
}: TableProps<T>) {
  const { rows, total, hasMore, loading, error } = list;
  const table = useRef<HTMLTableElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop(offsetOf(table.current));
  }, [rows.length > 0, list.request.path]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: rowHeight,
    scrollMargin: top,
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const tick = useTicks(rows, selection);
  const near = (shown.at(-1)?.index ?? 0) + AHEAD >= rows.length;
  useEffect(() => {
    if (near && hasMore) list.more();
  }, [near, hasMore, rows.length]);

  if (error && !rows.length) return <Failed error={error} again={list.again} />;
  if (loading) return <Loading rows={8} />;
  if (!rows.length)
    return list.filtered ? (
      <Empty icon="filter" title={t('Nothing matches')}>
        {t('No record has all that the filters ask for. Change or clear them.')}
      </Empty>
    ) : (
      empty
    );

  const above = (shown[0]?.start ?? top) - top;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);
  return (
    <>
      <div className="table">
        <table
          ref={table}
          aria-label={label}
          aria-rowcount={total && !total.total_relation ? total.total : -1}
          onKeyDown={(event) => {
            const at = (event.target as Element).closest('tbody tr')?.getAttribute('aria-rowindex');
            const row = at && isOfRow(event.target as Element) ? rows[Number(at) - 2] : undefined;
            if (!row || !onKey?.(event, row)) walk(event, selection);
          }}
        >
          <colgroup>
            {selection && <col style={{ width: '2.75rem' }} />}
            {columns.map(({ title, width, from = 'all' }) => (
              <col key={title} className={`from-${from}`} style={{ width }} />
            ))}
            {actions && <col style={{ width: '3.25rem' }} />}
          </colgroup>
          <thead>
            <tr>
              {selection && (
                <th scope="col">
                  <Checkbox
                    size="xs"
                    aria-label={t('All rows that are loaded')}
                    checked={rows.length > 0 && rows.every((row) => selection.chosen.has(idOf(row)))}
                    indeterminate={selection.chosen.size > 0 && !rows.every((row) => selection.chosen.has(idOf(row)))}
                    onChange={({ currentTarget }) =>
                      selection.choose(new Set(currentTarget.checked ? rows.map(idOf) : []))
                    }
                  />
                </th>
              )}
              {columns.map(({ title, from, align, sort }) => (
                <Head key={title} title={title} from={from} align={align} sort={sort} />
              ))}
              {actions && (
                <th scope="col">
                  <span className="hidden">{t('Actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <Space height={above} />}
            {shown.map(({ index }) => {
              const row = rows[index]!;
              const key = (row as { id?: string }).id ?? index;
              return (
                <TableRow
                  key={key}
                  row={row}
                  index={index}
                  columns={columns}
                  to={to}
                  actions={actions}
                  ticked={selection?.chosen.has(idOf(row))}
                  name={selection?.name(row)}
                  tick={tick}
                />
              );
            })}
            {below > 0 && <Space height={below} />}
          </tbody>
        </table>
      </div>
      <p className="table-foot" role="status">
        {hasMore
          ? t('{rows} of {total}', {
              rows: rows.length.toLocaleString(),
              total: total === null ? t('many') : shownTotal(total),
            })
          : plural(rows.length, '{count} row', '{count} rows')}
        {error ? ` · ${t('The rest could not be loaded.')} ` : null}
      </p>
    </>
  );
}

/** The head of a column. Pressed, it sorts by it: upwards, downwards, and as usual. */
function Head({ title, from, align, sort }: Pick<Column<never>, 'title' | 'from' | 'align' | 'sort'>) {
  const [chosen, set] = useFilters(['sort']);
  const [field, way] = (chosen.sort ?? '').split(':');
  const sorted = sort !== undefined && field === sort;
  const next = !sorted ? `${sort}:asc` : way === 'asc' ? `${sort}:desc` : '';
  return (
    <th
      scope="col"
      className={`from-${from ?? 'all'}`}
      data-align={align}
      aria-sort={sorted ? (way === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sort === undefined ? (
        title
      ) : (
        <button type="button" className="sort" onClick={() => set({ sort: next })}>
          {title}
          <span aria-hidden>{sorted ? (way === 'asc' ? '↑' : '↓') : ''}</span>
        </button>
      )}
    </th>
  );
}

interface RowProps<T> extends Pick<TableProps<T>, 'columns' | 'to' | 'actions'> {
  row: T;
  index: number;
  /** Whether it is; undefined: rows of this table cannot be. */
  ticked?: boolean;
  name?: string;
  tick: Tick;
}

/** Ticks a row or unticks it; `range`: with all between it and the one before. */
type Tick = (index: number, ticked: boolean, range: boolean) => void;

/** Stays the same from drawing to drawing, so that rows are not drawn again for it. */
function useTicks<T extends object>(rows: readonly T[], selection: Selection<T> | undefined): Tick {
  const now = useRef({ rows, selection, last: 0 });
  Object.assign(now.current, { rows, selection });
  return useCallback((index, ticked, range) => {
    const { rows, selection, last } = now.current;
    const next = new Set(selection!.chosen);
    const [from, to] = range ? [Math.min(index, last), Math.max(index, last)] : [index, index];
    for (const row of rows.slice(from, to + 1)) next[ticked ? 'add' : 'delete'](idOf(row));
    now.current.last = index;
    selection!.choose(next);
  }, []);
}

/** Drawn once: while somebody scrolls, only rows that come into sight are. */
const TableRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<T>({ row, index, columns, to, actions, ticked, name, tick }: RowProps<T>) {
  const router = useRouter();
  const place = to?.(row);
  const target = typeof place === 'string' ? { to: place } : place;
  return (
    <tr
      aria-rowindex={index + 2}
      data-link={target ? true : undefined}
      // The link in the first cell is for the keyboard; for the mouse the whole row is one.
      onClick={(event) => {
        if (!target || (event.target as Element).closest('a, button, input, label, [role=menu], [role=listbox]'))
          return;
        if (getSelection()?.toString()) return;
        void router.navigate(target);
      }}
    >
      {ticked !== undefined && (
        <td className="tick">
          {/* Not the box of the library, which takes ten times as long to draw, and there is one in each row. */}
          <input
            type="checkbox"
            aria-label={t('Choose {name}', { name })}
            checked={ticked}
            onChange={({ currentTarget, nativeEvent }) =>
              tick(index, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        </td>
      )}
      <Cells row={row} columns={columns} to={to} actions={actions} />
    </tr>
  );
}

/** Not drawn again when the row is ticked: of all rows in sight that takes longer than a frame. */
const Cells = memo(DrawnCells) as typeof DrawnCells;

function DrawnCells<T>({ row, columns, to, actions }: Pick<RowProps<T>, 'row' | 'columns' | 'to' | 'actions'>) {
  const place = to?.(row);
  const target = typeof place === 'string' ? { to: place } : place;
  return (
    <>
      {columns.map(({ title, cell, from = 'all', align }, at) => (
        <td key={title} className={`from-${from}`} data-align={align}>
          {at === 0 && target ? <Go {...target}>{cell(row)}</Go> : cell(row)}
        </td>
      ))}
      {actions && <td className="row-actions">{actions(row)}</td>}
    </>
  );
}

const idOf = (row: object) => (row as { id: string }).id;

/** In place of the rows above or below those in sight. */
const Space = ({ height }: { height: number }) => (
  <tr aria-hidden className="space">
    <td style={{ height }} />
  </tr>
);

const offsetOf = (element: HTMLElement | null) => (element ? element.getBoundingClientRect().top + window.scrollY : 0);

/** The link and the box of a row have its keys. */
const isOfRow = (element: Element) => element.matches('.tick input, td a');

/** Arrow keys go from row to row, `x` ticks one, and Enter on a box leads to the actions. */
function walk(event: KeyboardEvent<HTMLTableElement>, selection: Pick<Selection<never>, 'act'> | undefined): void {
  const target = event.target as HTMLElement;
  const row = target.closest('tbody tr');
  const isBox = target.matches('.tick input');
  if (!row || !(isBox || target.tagName === 'A')) return;
  if (isBox && event.key === 'Enter') {
    event.preventDefault();
    return selection?.act();
  }
  if (event.key === 'x' && !event.ctrlKey && !event.metaKey && !event.altKey)
    return row.querySelector<HTMLElement>('.tick input')?.click();
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  const next = step && (row[step as 'nextElementSibling'] as Element | null);
  const there = next && next.querySelector<HTMLElement>(isBox ? '.tick input' : 'td a');
  if (!there) return;
  event.preventDefault();
  there.focus();
  there.scrollIntoView({ block: 'nearest' });
}
