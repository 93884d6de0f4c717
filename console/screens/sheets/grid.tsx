import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Failed, Long, type Shown } from '../../kit/index.js';
import { cellAt, useCells } from './cells.js';
import type { Edit } from './edit.js';
import { pendingText } from './edits.js';
import { cellName, isIn, lettersOf, type Place } from './range.js';
import { chosenArea, movedBy, type Selection, steppedTo } from './selection.js';
import styles from './sheet.module.css';
import { type Cell, EMPTY } from './typed.js';

/** In pixels. */
const ROW_HEIGHT = 28;
const COLUMN_WIDTH = 128;
const HEAD_WIDTH = 56;

/** The text that is being typed, and the cell that it is for. */
export interface Draft {
  at: Place;
  text: string;
  /** Where people type: in the cell, or in the bar above. */
  where: 'cell' | 'bar';
  /** Arrow keys leave the cell, as it was not opened to change what is in it. */
  fresh: boolean;
  /** Content of the cell before; undefined where it is not loaded yet. */
  seen?: Cell['raw'];
}

interface GridProps {
  id: string;
  revision: number;
  tab: Shown<'Tab'>;
  /** Formulas in place of what they come to. */
  formulas: boolean;
  writable: boolean;
  waiting: readonly Edit[];
  selection: Selection;
  select: (selection: Selection) => void;
  draft: Draft | null;
  setDraft: (draft: Draft | null) => void;
  /** Begins to write into a cell: over what is in it, where there is a text. */
  begin: (at: Place, text?: string) => void;
  /** Writes the draft, and goes on so many cells. */
  commit: (down: number, right: number) => void;
  /** The element that has the focus while cells are chosen. */
  scroller: RefObject<HTMLDivElement | null>;
  /** Keys that change something; true where it was one. */
  onKey: (event: KeyboardEvent) => boolean;
  onClipboard: (event: ClipboardEvent) => void;
}

/** The cells of a tab of any size: those in sight are asked for and drawn. */
export function Grid({
  id,
  revision,
  tab,
  formulas,
  writable,
  waiting,
  selection,
  select,
  draft,
  scroller,
  ...of
}: GridProps) {
  const name = useId();
  const { at, to } = selection;
  const [isLeaving, setLeaving] = useState(false);
  const dragging = useRef(false);
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
  const { error, again } = useCells(id, revision, tab, shownRows, shownColumns);
  const area = chosenArea(selection);

  useEffect(() => {
    rows.scrollToIndex(to.row);
    columns.scrollToIndex(to.column);
  }, [to.row, to.column]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (draft || of.onKey(event)) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const next = movedBy(event, selection, tab, page);
    const far = event.ctrlKey || event.metaKey || event.altKey;
    if (next) select(next);
    else if (event.key === 'Escape') return setLeaving(true);
    else if (event.key === 'Tab') {
      if (isLeaving) return;
      const step = event.shiftKey ? -1 : 1;
      // At the edges the focus goes on to what comes before or after the cells.
      if (at.column + step < 0 || at.column + step >= tab.columns) return;
      select(steppedTo(selection, 0, step, tab));
    } else if (event.key === 'Enter' || event.key === 'F2') of.begin(at);
    else if (event.key.length === 1 && !far && writable) of.begin(at, event.key);
    else return;
    event.preventDefault();
    setLeaving(false);
  };

  /** Cells that people point at while they type a formula become part of it. */
  const pointed = (event: MouseEvent, place: Place): boolean => {
    if (!draft || !/^=(?:.*[(,;=+\-*/^&<>:\s])?$/.test(draft.text)) return false;
    event.preventDefault();
    of.setDraft({ ...draft, text: draft.text + cellName(place.row, place.column), fresh: false });
    return true;
  };
  const onMouseDown = (event: MouseEvent, place: Place) => {
    if (event.button !== 0 || pointed(event, place)) return;
    dragging.current = true;
    select(event.shiftKey ? { at, to: place } : { at: place, to: place });
  };
  useEffect(() => {
    const end = () => (dragging.current = false);
    window.addEventListener('mouseup', end);
    return () => window.removeEventListener('mouseup', end);
  }, []);

  const last = { row: tab.rows - 1, column: tab.columns - 1 };
  return (
    <>
      {error ? <Failed error={error} again={again} /> : null}
      <div
        ref={scroller}
        className={styles.cells}
        role="grid"
        aria-label={tab.name}
        aria-readonly={!writable || undefined}
        aria-multiselectable
        aria-rowcount={tab.rows + 1}
        aria-colcount={tab.columns + 1}
        aria-activedescendant={`${name}-${cellName(to.row, to.column)}`}
        aria-describedby={`${name}-keys`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => target === currentTarget && setLeaving(false)}
        onCopy={of.onClipboard}
        onCut={of.onClipboard}
        onPaste={of.onClipboard}
      >
        <div role="presentation" style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}>
          <div role="row" aria-rowindex={1} className={styles.head} style={{ width: columns.getTotalSize() }}>
            <span
              role="columnheader"
              aria-colindex={1}
              className={styles.corner}
              onClick={() => select({ at: { row: 0, column: 0 }, to: last })}
            >
              <span className="hidden">Row</span>
            </span>
            {shownColumns.map(({ index, start }) => (
              <span
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                data-chosen={(index >= area.left && index <= area.right) || undefined}
                style={{ left: start }}
                onClick={({ shiftKey }) =>
                  select({ at: { row: 0, column: shiftKey ? at.column : index }, to: { row: last.row, column: index } })
                }
              >
                {lettersOf(index)}
              </span>
            ))}
          </div>
          {shownRows.map(({ index: row, start: top }) => (
            <div key={row} role="row" aria-rowindex={row + 2} className={styles.row} style={{ top }}>
              <span
                role="rowheader"
                aria-colindex={1}
                className={styles.number}
                data-chosen={(row >= area.top && row <= area.bottom) || undefined}
                onClick={({ shiftKey }) =>
                  select({ at: { row: shiftKey ? at.row : row, column: 0 }, to: { row, column: last.column } })
                }
              >
                {row + 1}
              </span>
              {shownColumns.map(({ index: column, start: left }) => {
                const place = { row, column };
                const cell = cellAt(id, tab.name, place) ?? EMPTY;
                const pending = pendingText(waiting, tab.name, row, column);
                const value = pending ?? (formulas ? String(cell.raw) : cell.shown);
                const isActive = row === at.row && column === at.column;
                const typed = draft && draft.at.row === row && draft.at.column === column ? draft : null;
                return (
                  <span
                    key={column}
                    id={`${name}-${cellName(row, column)}`}
                    role="gridcell"
                    aria-colindex={column + 2}
                    aria-selected={isIn(area, row, column)}
                    data-active={isActive || undefined}
                    data-number={
                      (pending === undefined && typeof cell.raw === 'number') || NUMBER.test(value) || undefined
                    }
                    data-error={value.startsWith('#') || undefined}
                    data-pending={pending !== undefined || undefined}
                    data-typed={typed?.where === 'cell' || undefined}
                    style={{ left }}
                    onMouseDown={(event) => onMouseDown(event, place)}
                    onMouseEnter={() => dragging.current && select({ at, to: place })}
                    onDoubleClick={() => of.begin(place)}
                  >
                    {typed?.where === 'cell' ? (
                      <CellInput draft={typed} setDraft={of.setDraft} commit={of.commit} />
                    ) : (
                      <Long text={typed ? typed.text : value} short />
                    )}
                  </span>
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <p id={`${name}-keys`} className="hidden">
        Type or press Enter to write into a cell. Shift and arrows choose more cells. Escape and then Tab leaves the
        cells.
      </p>
    </>
  );
}

interface CellInputProps {
  draft: Draft;
  setDraft: (draft: Draft | null) => void;
  commit: (down: number, right: number) => void;
}

/** The input in a cell. */
function CellInput({ draft, setDraft, commit }: CellInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current: area } = input;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  return (
    <textarea
      ref={input}
      rows={1}
      aria-label={`Content of ${cellName(draft.at.row, draft.at.column)}`}
      value={draft.text}
      style={{ width: `max(100%, ${Math.min(60, draft.text.length + 3)}ch)` }}
      onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
      onMouseDown={(event) => event.stopPropagation()}
      onBlur={({ relatedTarget }) => (relatedTarget as HTMLElement | null)?.dataset.bar === undefined && commit(0, 0)}
      onKeyDown={(event) => typingKeys(event, draft, setDraft, commit)}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
    />
  );
}

const ARROWS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Keys in the input of a cell, and in the bar above. */
export function typingKeys(
  event: KeyboardEvent,
  draft: Draft,
  setDraft: (draft: Draft | null) => void,
  commit: (down: number, right: number) => void,
): void {
  event.stopPropagation();
  if (event.nativeEvent.isComposing) return;
  const arrow = draft.fresh && ARROWS[event.key];
  if (event.key === 'Escape') setDraft(null);
  else if (event.key === 'Enter' && !event.altKey) commit(event.shiftKey ? -1 : 1, 0);
  else if (event.key === 'Tab') commit(0, event.shiftKey ? -1 : 1);
  else if (event.key === 'F2') setDraft({ ...draft, fresh: false });
  else if (arrow && !event.shiftKey) commit(...arrow);
  else if (event.key === 'Enter') insertLine(event.currentTarget as HTMLTextAreaElement, draft, setDraft);
  else return;
  event.preventDefault();
}

function insertLine(area: HTMLTextAreaElement, draft: Draft, setDraft: (draft: Draft) => void): void {
  const { selectionStart: from, selectionEnd: to } = area;
  setDraft({ ...draft, text: `${draft.text.slice(0, from)}\n${draft.text.slice(to)}`, fresh: false });
}

/** Numbers, amounts and shares stand on the right. */
const NUMBER = /^[-(]?[^\w\s]?[\d,. ]+%?\)?$/;
