/** `A`, `B` … `Z`, `AA`: the letters of a column, counted from 0. */
export const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

export const cellName = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

/** A range of a tab, whatever its name is. */
export const rangeOf = (tab: string, from?: string, to?: string): string =>
  [`'${tab.replaceAll("'", "''")}'`, from && (to && to !== from ? `${from}:${to}` : from)].filter(Boolean).join('!');

export interface Place {
  row: number;
  column: number;
}

/** Cells from one corner to the other, both counted from 0 and inside of it. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The area between two cells, whichever of them comes first. */
export const areaOf = (a: Place, b: Place): Area => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.column, b.column),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.column, b.column),
});

export const rowsIn = ({ top, bottom }: Area): number => bottom - top + 1;
export const columnsIn = ({ left, right }: Area): number => right - left + 1;
export const cellsIn = (area: Area): number => rowsIn(area) * columnsIn(area);

export const isIn = ({ top, left, bottom, right }: Area, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** `A1` or `A1:C10`. */
export const areaName = ({ top, left, bottom, right }: Area): string =>
  top === bottom && left === right ? cellName(top, left) : `${cellName(top, left)}:${cellName(bottom, right)}`;

/** Rows with the results of a function for each cell of an area. */
export const gridOf = <T>(area: Area, of: (row: number, column: number) => T): T[][] =>
  Array.from({ length: rowsIn(area) }, (_, down) =>
    Array.from({ length: columnsIn(area) }, (_, across) => of(area.top + down, area.left + across)),
  );
