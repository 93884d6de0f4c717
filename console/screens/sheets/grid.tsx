import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Failed, Long, type Shown, useRead } from '../../kit/index.js';
import { useCells, VALUES } from './cells.js';
import { cellName, lettersOf, rangeOf } from './range.js';
import styles from './sheet.module.css';

/** In pixels. */
const ROW_HEIGHT = 28;
const COLUMN_WIDTH = 128;
const HEAD_WIDTH = 56;

interface GridProps {
  id: string;
  tab: Shown<'Tab'>;
  revision: number;
  /** Formulas in place of what they come to. */
  formulas: boolean;
}

/** The cells of a tab of any size: those in sight are asked for and drawn. One is chosen, and shows what was typed into it. */
export function Grid({ id, tab, revision, formulas }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const name = useId();
  const [at, setAt] = useState({ row: 0, column: 0 });
  const rows = useVirtualizer({
    count: tab.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    paddingStart: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    overscan: 8,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: tab.columns,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN_WIDTH,
    paddingStart: HEAD_WIDTH,
    scrollPaddingStart: HEAD_WIDTH,
    overscan: 2,
  });
  const [shownRows, shownColumns] = [rows.getVirtualItems(), columns.getVirtualItems()];
  const { valueAt, error, again } = useCells(id, tab, revision, shownRows, shownColumns, formulas);
  const range = rangeOf(tab.name, cellName(at.row, at.column));
  const typed = useRead(VALUES, { path: { id }, query: { range, value_render: 'formula' } });

  useEffect(() => {
    rows.scrollToIndex(at.row);
    columns.scrollToIndex(at.column);
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const [down, right] =
      {
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0],
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
        PageUp: [-page, 0],
        PageDown: [page, 0],
        Home: event.ctrlKey ? [-tab.rows, -tab.columns] : [0, -tab.columns],
        End: event.ctrlKey ? [tab.rows, tab.columns] : [0, tab.columns],
      }[event.key] ?? [];
    if (down === undefined || right === undefined) return;
    event.preventDefault();
    setAt({ row: within(at.row + down, tab.rows), column: within(at.column + right, tab.columns) });
  };

  return (
    <div className={styles.sheet}>
      <div className={styles.typed}>
        <strong className="mono">{cellName(at.row, at.column)}</strong>
        <output aria-label={`In ${cellName(at.row, at.column)}`}>
          <Long text={String(typed.data?.values[0]?.[0] ?? '')} />
        </output>
      </div>
      {error ? <Failed error={error} again={again} /> : null}
      <div
        ref={scroller}
        className={styles.cells}
        role="grid"
        aria-label={tab.name}
        aria-readonly
        aria-rowcount={tab.rows + 1}
        aria-colcount={tab.columns + 1}
        aria-activedescendant={`${name}-${cellName(at.row, at.column)}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}>
          <div role="row" aria-rowindex={1} className={styles.head} style={{ width: columns.getTotalSize() }}>
            <span role="columnheader" aria-colindex={1} className={styles.corner}>
              <span className="hidden">Row</span>
            </span>
            {shownColumns.map(({ index, start }) => (
              <span key={index} role="columnheader" aria-colindex={index + 2} style={{ left: start }}>
                {lettersOf(index)}
              </span>
            ))}
          </div>
          {shownRows.map(({ index: row, start: top }) => (
            <div key={row} role="row" aria-rowindex={row + 2} className={styles.row} style={{ top }}>
              <span role="rowheader" aria-colindex={1} className={styles.number}>
                {row + 1}
              </span>
              {shownColumns.map(({ index: column, start: left }) => {
                const value = valueAt(row, column);
                return (
                  <span
                    key={column}
                    id={`${name}-${cellName(row, column)}`}
                    role="gridcell"
                    aria-colindex={column + 2}
                    aria-selected={row === at.row && column === at.column}
                    data-number={NUMBER.test(value) || undefined}
                    data-error={value.startsWith('#') || undefined}
                    style={{ left }}
                    onClick={() => setAt({ row, column })}
                  >
                    <Long text={value} short />
                  </span>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const within = (place: number, count: number) => Math.max(0, Math.min(count - 1, place));

/** Numbers, amounts and shares stand on the right. */
const NUMBER = /^[-(]?[^\w\s]?[\d,. ]+%?\)?$/;
