import { useQueries } from '@tanstack/react-query';
import { read, type Shown } from '../../kit/index.js';
import { cellName, rangeOf } from './range.js';

export const VALUES = '/v1/office/sheets/{id}/values';

/** Cells are asked for in blocks of so many rows and columns. */
const ROWS = 200;
const COLUMNS = 26;

interface InSight {
  index: number;
}

/**
 * The texts or formulas of the visible cells, loaded block by block. A new `revision` of the sheet loads them again.
 */
export function useCells(
  id: string,
  tab: Shown<'Tab'>,
  revision: number,
  rows: readonly InSight[],
  columns: readonly InSight[],
  formulas: boolean,
): { valueAt: (row: number, column: number) => string; error: unknown; again: () => void } {
  const blocks = blocksOf(rows, ROWS).flatMap((row) => blocksOf(columns, COLUMNS).map((column) => ({ row, column })));
  const answers = useQueries({
    queries: blocks.map(({ row, column }) => {
      const to = cellName(Math.min(tab.rows, row + ROWS) - 1, Math.min(tab.columns, column + COLUMNS) - 1);
      const range = rangeOf(tab.name, cellName(row, column), to);
      return {
        queryKey: [VALUES, { id }, { range }, revision, formulas],
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<Shown<'Values'>> =>
          read(VALUES, {
            params: { path: { id }, query: { range, ...(formulas && { value_render: 'formula' }) } },
            signal,
          }),
      };
    }),
  });
  const found = new Map(blocks.map(({ row, column }, index) => [`${row} ${column}`, answers[index]!]));
  const failed = answers.find(({ error }) => error);
  return {
    valueAt: (row, column) => {
      const [top, left] = [row - (row % ROWS), column - (column % COLUMNS)];
      return String(found.get(`${top} ${left}`)?.data?.values[row - top]?.[column - left] ?? '');
    },
    error: failed?.error,
    again: () => void failed?.refetch(),
  };
}

/** Where the blocks begin that these are in. */
const blocksOf = (shown: readonly InSight[], size: number): number[] => [
  ...new Set(shown.map(({ index }) => index - (index % size))),
];
