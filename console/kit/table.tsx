import { useRouter } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { List } from './api.js';
import { Empty, Failed, Loading } from './states.js';
import { Go } from './page.js';
import { shownTotal } from './total.js';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** How wide beside the others: `12rem`, `30%`. Without it they share what is left. */
  width?: string;
  /** The narrowest table that shows it. Default: all. */
  from?: 'sm' | 'md' | 'lg';
  /** For numbers. */
  align?: 'right';
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
}

/** A path, or one with a query. */
type Place = string | { to: string; search: Record<string, string> };

/** Of each row, in pixels: so the place of any of 100 000 is known without drawing it. */
const ROW_HEIGHT = 44;
/** Pages are asked for so many rows before they are needed. */
const AHEAD = 30;

/** A list of any length: only the rows in sight are drawn, and the next ones are loaded as they come near. */
export function DataTable<T extends object>({ label, list, columns, to, actions, empty }: TableProps<T>) {
  const { rows, total, hasMore, loading, error } = list;
  const table = useRef<HTMLTableElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop(offsetOf(table.current));
  }, [rows.length > 0, list.request.path]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: top,
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const near = (shown.at(-1)?.index ?? 0) + AHEAD >= rows.length;
  useEffect(() => {
    if (near && hasMore) list.more();
  }, [near, hasMore, rows.length]);

  if (error && !rows.length) return <Failed error={error} again={list.again} />;
  if (loading) return <Loading rows={8} />;
  if (!rows.length)
    return list.filtered ? (
      <Empty icon="filter" title="Nothing matches">
        No record has all that the filters ask for. Change or clear them.
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
          onKeyDown={walk}
        >
          <colgroup>
            {columns.map(({ title, width, from = 'all' }) => (
              <col key={title} className={`from-${from}`} style={{ width }} />
            ))}
            {actions && <col style={{ width: '3.25rem' }} />}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ title, from = 'all', align }) => (
                <th key={title} scope="col" className={`from-${from}`} data-align={align}>
                  {title}
                </th>
              ))}
              {actions && (
                <th scope="col">
                  <span className="hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <Space height={above} />}
            {shown.map(({ index }) => {
              const row = rows[index]!;
              const key = (row as { id?: string }).id ?? index;
              return <TableRow key={key} row={row} index={index} columns={columns} to={to} actions={actions} />;
            })}
            {below > 0 && <Space height={below} />}
          </tbody>
        </table>
      </div>
      <p className="table-foot" role="status">
        {hasMore
          ? `${number.format(rows.length)} of ${total === null ? 'many' : shownTotal(total)}`
          : counted(rows.length)}
        {error ? ' · The rest could not be loaded. ' : null}
      </p>
    </>
  );
}

interface RowProps<T> extends Pick<TableProps<T>, 'columns' | 'to' | 'actions'> {
  row: T;
  index: number;
}

/** Drawn once: while somebody scrolls, only rows that come into sight are. */
const TableRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<T>({ row, index, columns, to, actions }: RowProps<T>) {
  const router = useRouter();
  const place = to?.(row);
  const target = typeof place === 'string' ? { to: place } : place;
  return (
    <tr
      aria-rowindex={index + 2}
      data-link={target ? true : undefined}
      // The link in the first cell is for the keyboard; for the mouse the whole row is one.
      onClick={(event) => {
        if (!target || (event.target as Element).closest('a, button, input, label, [role=menu]')) return;
        if (getSelection()?.toString()) return;
        void router.navigate(target);
      }}
    >
      {columns.map(({ title, cell, from = 'all', align }, at) => (
        <td key={title} className={`from-${from}`} data-align={align}>
          {at === 0 && target ? <Go {...target}>{cell(row)}</Go> : cell(row)}
        </td>
      ))}
      {actions && <td className="row-actions">{actions(row)}</td>}
    </tr>
  );
}

const number = new Intl.NumberFormat();
const counted = (count: number) => (count === 1 ? '1 row' : `${number.format(count)} rows`);

/** In place of the rows above or below those in sight. */
const Space = ({ height }: { height: number }) => (
  <tr aria-hidden className="space">
    <td style={{ height }} />
  </tr>
);

const offsetOf = (element: HTMLElement | null) => (element ? element.getBoundingClientRect().top + window.scrollY : 0);

/** Arrow keys go from row to row. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  const row = (event.target as Element).closest('tbody tr');
  if (!step || !row || (event.target as Element).tagName !== 'A') return;
  const link = (row[step as 'nextElementSibling'] as Element | null)?.querySelector<HTMLElement>('td a');
  if (!link) return;
  event.preventDefault();
  link.focus();
  link.scrollIntoView({ block: 'nearest' });
}
