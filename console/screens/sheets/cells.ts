import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries, read, type Shown } from '../../kit/index.js';
import { type Area, areaName, type Place, rangeOf } from './range.js';
import { type Cell, EMPTY } from './typed.js';

export const VALUES = '/v1/office/sheets/{id}/values';

/** Cells are asked for in blocks of so many rows and columns. */
const ROWS = 200;
const COLUMNS = 26;

type Rows = readonly (readonly unknown[])[];

/** The cells of a block, as they are shown and as they were typed. */
interface Block {
  shown: Rows;
  raw: Rows;
}

/** The last revision of each sheet that is known here. Cells are read anew when it changes, and only then. */
const revisions = new Map<string, number>();

interface Loaded extends Block {
  /** The revision that was known when it was read; the cells are of this or of a later one. */
  revision: number | undefined;
}

/** Reads an area as it is shown and as it was typed. */
export async function readArea(id: string, tab: string, area: Area, signal?: AbortSignal): Promise<Block> {
  const [from, to] = areaName(area).split(':');
  const range = rangeOf(tab, from, to);
  const [shown, raw] = await Promise.all(
    (['formatted', 'formula'] as const).map(async (value_render): Promise<Rows> => {
      const answer: Shown<'Values'> = await read(VALUES, {
        params: { path: { id }, query: { range, value_render } },
        signal,
      });
      return answer.values;
    }),
  );
  return { shown: shown!, raw: raw! };
}

/** The content of a cell of a block, counted from its corner. */
export function cellIn({ shown, raw }: Block, down: number, across: number): Cell {
  const value = raw[down]?.[across] as Cell['raw'] | undefined;
  return value === undefined || value === '' ? EMPTY : { raw: value, shown: String(shown[down]?.[across] ?? '') };
}

/** No path of the API, so that no other part of the console reads the cells of a sheet that has just been deleted. */
const keyOf = (id: string, ...place: [] | [tab: string, row: number, column: number]) => ['cells', id, ...place];

interface InSight {
  index: number;
}

/** Loads the cells in sight, block by block, and again where the sheet has a new revision. */
export function useCells(
  id: string,
  revision: number,
  tab: Shown<'Tab'>,
  rows: readonly InSight[],
  columns: readonly InSight[],
) {
  const blocks = blocksOf(rows, ROWS).flatMap((row) => blocksOf(columns, COLUMNS).map((column) => ({ row, column })));
  const answers = useQueries({
    queries: blocks.map(({ row, column }) => ({
      queryKey: keyOf(id, tab.name, row, column),
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Loaded> => {
        const known = revisions.get(id);
        const bottom = Math.min(tab.rows, row + ROWS) - 1;
        const right = Math.min(tab.columns, column + COLUMNS) - 1;
        const cells = await readArea(id, tab.name, { top: row, left: column, bottom, right }, signal);
        return { ...cells, revision: known };
      },
      staleTime: 'static' as const,
      // The cells are read by `cellAt`, which the query does not see.
      notifyOnChangeProps: ['data' as const, 'error' as const],
    })),
  });
  const inSight = blocks.map(({ row, column }) => `${row} ${column}`).join();
  useEffect(() => void readCellsAnew(id, revision), [id, revision, inSight]);
  const failed = answers.find(({ error }) => error);
  const version = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  return { error: failed?.error, again: () => void failed?.refetch(), version };
}

/** The content of a cell; undefined where it is not loaded. */
export function cellAt(id: string, tab: string, { row, column }: Place): Cell | undefined {
  const [top, left] = [row - (row % ROWS), column - (column % COLUMNS)];
  const block = queries.getQueryData<Loaded>(keyOf(id, tab, top, left));
  return block && cellIn(block, row - top, column - left);
}

/** Reads the cells in sight anew that are of an earlier revision. */
export async function readCellsAnew(id: string, revision: number): Promise<void> {
  revisions.set(id, Math.max(revision, revisions.get(id) ?? 0));
  const old = queries
    .getQueryCache()
    .findAll({ queryKey: keyOf(id), type: 'active' })
    .filter(({ state }) => state.data && (state.data as Loaded).revision !== revisions.get(id));
  // Failures are shown with the cells.
  await Promise.allSettled(old.map((query) => query.fetch()));
}

/** Where the blocks begin that these are in. */
const blocksOf = (shown: readonly InSight[], size: number): number[] => [
  ...new Set(shown.map(({ index }) => index - (index % size))),
];
