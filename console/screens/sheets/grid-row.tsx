import { memo, type MouseEvent, type RefObject } from 'react';
import { Long } from '../../kit/index.js';
import { cellAt } from './cells.js';
import { CellInput, type Draft } from './cell-input.js';
import type { Edit } from './edit.js';
import { pendingText } from './edits.js';
import { shownLocally } from './local.js';
import { cellName, type Place } from './range.js';
import styles from './sheet.module.css';
import { EMPTY } from './typed.js';

/** Actions on cells. One object for all draws, so that rows are not drawn again. */
export interface Acts {
  press: (event: MouseEvent, place: Place) => void;
  drag: (place: Place) => void;
  open: (place: Place) => void;
  chooseRow: (row: number, extend: boolean) => void;
  setDraft: (draft: Draft | null) => void;
  commit: (down: number, right: number) => void;
}

interface RowProps {
  id: string;
  tab: string;
  /** The beginning of the ids of its cells. */
  name: string;
  row: number;
  /** In pixels. */
  top: number;
  columns: readonly { index: number; start: number }[];
  /** The first and last chosen column; -1: none is. */
  left: number;
  right: number;
  /** The column of the active cell; -1: it is in another row. */
  active: number;
  formulas: boolean;
  waiting: readonly Edit[];
  /** The draft, where it is for a cell of this row. */
  draft: Draft | null;
  /** Changes with the cells that are loaded. */
  version: string;
  acts: RefObject<Acts>;
}

/** A row of cells. Drawn again only where something of it changes: all in sight are too many for one frame. */
export const GridRow = memo(function GridRow({
  id,
  tab,
  name,
  row,
  top,
  columns,
  left,
  right,
  active,
  ...of
}: RowProps) {
  const { formulas, waiting, draft, acts } = of;
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ top }}>
      <span
        role="rowheader"
        aria-colindex={1}
        className={styles.number}
        data-chosen={left >= 0 || undefined}
        onClick={({ shiftKey }) => acts.current.chooseRow(row, shiftKey)}
      >
        {row + 1}
      </span>
      {columns.map(({ index: column, start }) => {
        const place = { row, column };
        const cell = cellAt(id, tab, place) ?? EMPTY;
        const pending = pendingText(waiting, tab, row, column);
        const value = pending ?? (formulas ? String(cell.raw) : shownLocally(cell));
        const typed = draft?.at.column === column ? draft : null;
        return (
          <span
            key={column}
            id={`${name}-${cellName(row, column)}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={column >= left && column <= right}
            data-active={column === active || undefined}
            data-number={(pending === undefined && typeof cell.raw === 'number') || NUMBER.test(value) || undefined}
            data-error={value.startsWith('#') || undefined}
            data-pending={pending !== undefined || undefined}
            data-typed={typed?.where === 'cell' || undefined}
            style={{ left: start }}
            onMouseDown={(event) => acts.current.press(event, place)}
            onMouseEnter={() => acts.current.drag(place)}
            onDoubleClick={() => acts.current.open(place)}
          >
            {typed?.where === 'cell' ? (
              <CellInput draft={typed} setDraft={acts.current.setDraft} commit={acts.current.commit} />
            ) : (
              shown(typed ? typed.text : value)
            )}
          </span>
        );
      })}
    </div>
  );
});

/** Hundreds of cells are drawn at a time, and few of them hold a long text. */
const shown = (text: string) => (text.length > 200 ? <Long text={text} short /> : text);

/** Numbers, amounts and shares stand on the right. */
const NUMBER = /^[-(]?[^\w\s]?[\d,.'’\s]+%?\)?$/;
