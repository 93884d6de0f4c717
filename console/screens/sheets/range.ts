/** `A`, `B` … `Z`, `AA`: the letters of a column, counted from 0. */
export const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

export const cellName = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

/** A range of a tab, whatever its name is. */
export const rangeOf = (tab: string, from?: string, to?: string): string =>
  [`'${tab.replaceAll("'", "''")}'`, from && (to && to !== from ? `${from}:${to}` : from)].filter(Boolean).join('!');
