import { type Area, areaOf, type Place } from './range.js';

/** The chosen cells: from the active one to the other corner. */
export interface Selection {
  at: Place;
  to: Place;
}

export const chosenArea = ({ at, to }: Selection): Area => areaOf(at, to);

interface Size {
  rows: number;
  columns: number;
}

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

const clamped = ({ row, column }: Place, { rows, columns }: Size): Place => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
});

/** The selection that a key moves to; null for keys that move nothing. `page` is the number of rows in sight. */
export function movedBy(pressed: Pressed, { at, to }: Selection, size: Size, page: number): Selection | null {
  const { key, shiftKey: extends_ } = pressed;
  const far = pressed.ctrlKey || pressed.metaKey;
  const steps: Record<string, [down: number, right: number]> = {
    ArrowUp: [far ? -size.rows : -1, 0],
    ArrowDown: [far ? size.rows : 1, 0],
    ArrowLeft: [0, far ? -size.columns : -1],
    ArrowRight: [0, far ? size.columns : 1],
    PageUp: [-page, 0],
    PageDown: [page, 0],
    Home: [far ? -size.rows : 0, -size.columns],
    End: [far ? size.rows : 0, size.columns],
  };
  const step = steps[key];
  if (!step) return null;
  const from = extends_ ? to : at;
  const next = clamped({ row: from.row + step[0], column: from.column + step[1] }, size);
  return extends_ ? { at, to: next } : { at: next, to: next };
}

/** One cell further, where there is one. */
export function steppedTo({ at }: Selection, down: number, right: number, size: Size): Selection {
  const next = clamped({ row: at.row + down, column: at.column + right }, size);
  return { at: next, to: next };
}
