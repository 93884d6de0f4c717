import type { Change, Edit } from './edit.js';
import { type Area, columnsIn, gridOf, isIn, rowsIn } from './range.js';
import { shownLocally, typedLocally } from './local.js';
import { shifted } from './shifted.js';
import { type Cell, type Entry, entryOf, isFormula } from './typed.js';
import { fromTableText } from './table-text.js';
import { t } from '../../kit/language.js';

/** The cells that were copied or cut here last. */
export interface Clip {
  tab: string;
  area: Area;
  cells: Cell[][];
  /** The same as text, which tells whether the clipboard still holds them. */
  text: string;
  cut: boolean;
}

/** Enough rows and columns of what is pasted to fill the chosen cells: as many times as it fits whole, at least once. */
function filled({ top, left, bottom, right }: Area, rows: number, columns: number): Area {
  const fits = (room: number, size: number) => (room % size === 0 ? room : size);
  return {
    top,
    left,
    bottom: top + fits(bottom - top + 1, rows) - 1,
    right: left + fits(right - left + 1, columns) - 1,
  };
}

/** The entry of a copied cell at another place. */
const moved = (cell: Cell, down: number, right: number): Entry =>
  isFormula(cell) ? shifted(String(cell.raw), down, right) : entryOf(cell);

const shownBy = (area: Area, of: (row: number, column: number) => string) => (row: number, column: number) =>
  isIn(area, row, column) ? of(row, column) : undefined;

/** An edit that puts what is on the clipboard into a tab, and the area that it fills. */
export function pasted(text: string, clip: Clip | null, tab: string, chosen: Area): { edit: Edit; area: Area } {
  if (clip?.text === text) return pastedClip(clip, tab, chosen);
  const rows = fromTableText(text);
  const columns = Math.max(...rows.map((row) => row.length));
  const area = filled(chosen, rows.length, columns);
  const at = (row: number, column: number) =>
    rows[(row - area.top) % rows.length]![(column - area.left) % columns] ?? '';
  return {
    area,
    edit: {
      name: t('Paste'),
      changes: [
        {
          tab,
          area,
          entries: () => gridOf(area, (row, column) => typedLocally(at(row, column))),
          shown: shownBy(area, at),
        },
      ],
    },
  };
}

function pastedClip(clip: Clip, tab: string, chosen: Area): { edit: Edit; area: Area } {
  const [rows, columns] = [rowsIn(clip.area), columnsIn(clip.area)];
  const area = clip.cut
    ? { ...chosen, bottom: chosen.top + rows - 1, right: chosen.left + columns - 1 }
    : filled(chosen, rows, columns);
  const cellFor = (row: number, column: number) => {
    const [down, across] = [(row - area.top) % rows, (column - area.left) % columns];
    return { cell: clip.cells[down]![across]!, down, across };
  };
  const entry = (row: number, column: number): Entry => {
    const { cell, down, across } = cellFor(row, column);
    // Cut formulas go on to compute with the same cells.
    return clip.cut ? moved(cell, 0, 0) : moved(cell, row - clip.area.top - down, column - clip.area.left - across);
  };
  const into: Change = {
    tab,
    area,
    entries: () => gridOf(area, entry),
    shown: shownBy(area, (row, column) => shownLocally(cellFor(row, column).cell)),
  };
  if (!clip.cut) return { area, edit: { name: t('Paste'), changes: [into] } };
  // First, as what is pasted may reach into it.
  const from: Change = { tab: clip.tab, area: clip.area, entries: 'clear', shown: shownBy(clip.area, () => '') };
  return { area, edit: { name: t('Move'), changes: [from, into] } };
}

/** An edit that copies the first row (or column) of an area to the others. */
export function filledFrom(tab: string, area: Area, towards: 'down' | 'right'): Edit {
  const entries = (before: Cell[][]) =>
    before.map((row, down) =>
      row.map((_, across) =>
        towards === 'down'
          ? down === 0
            ? null
            : moved(before[0]![across]!, down, 0)
          : across === 0
            ? null
            : moved(row[0]!, 0, across),
      ),
    );
  return { name: t('Fill'), changes: [{ tab, area, entries }] };
}
