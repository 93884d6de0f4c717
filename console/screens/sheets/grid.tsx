import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Failed, type Shown } from '../../kit/index.js';
import type { Draft } from './cell-input.js';
import { useCells } from './cells.js';
import type { Edit } from './edit.js';
import { type Acts, GridRow } from './grid-row.js';
import { cellName, lettersOf, type Place } from './range.js';
import { chosenArea, movedBy, type Selection, steppedTo } from './selection.js';
import styles from './sheet.module.css';
import { t } from '../../kit/language.js';

/** In pixels. */
const ROW_HEIGHT = 28;
const COLUMN_WIDTH = 128;
const HEAD_WIDTH = 56;

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
    overscan: 4,
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
  const { error, again, version } = useCells(id, revision, tab, shownRows, shownColumns);
  const area = chosenArea(selection);
  // The same list as long as the same columns are in sight.
  const places = shownColumns.map(({ index, start }) => `${index} ${start}`).join();
  const drawnColumns = useMemo(() => shownColumns.map(({ index, start }) => ({ index, start })), [places]);

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
  const acts = useRef<Acts>(null!);
  acts.current = {
    press: onMouseDown,
    drag: (place) => dragging.current && select({ at, to: place }),
    open: (place) => of.begin(place),
    chooseRow: (row, extend) =>
      select({ at: { row: extend ? at.row : row, column: 0 }, to: { row, column: last.column } }),
    setDraft: of.setDraft,
    commit: of.commit,
  };
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
              <span className="hidden">{t('Row')}</span>
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
          {shownRows.map(({ index: row, start: top }) => {
            const isChosen = row >= area.top && row <= area.bottom;
            return (
              <GridRow
                key={row}
                id={id}
                tab={tab.name}
                name={name}
                row={row}
                top={top}
                columns={drawnColumns}
                left={isChosen ? area.left : -1}
                right={isChosen ? area.right : -1}
                active={row === at.row ? at.column : -1}
                formulas={formulas}
                waiting={waiting}
                draft={draft?.at.row === row ? draft : null}
                version={version}
                acts={acts}
              />
            );
          })}
        </div>
      </div>
      <p id={`${name}-keys`} className="hidden">
        {t(
          'Type or press Enter to write into a cell. Shift and arrows choose more cells. Escape and then Tab leaves the cells.',
        )}
      </p>
    </>
  );
}
