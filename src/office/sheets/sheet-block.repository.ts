import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Area } from './a1.js';
import { type Block, blocksOf } from './block.js';

/** A stored block and its position. */
export interface StoredBlock {
  tab: number;
  block: number;
  band: number;
  cell_count: number;
  formula_count: number;
  cells: string;
}

const COLUMNS = 'tab, block, band, cell_count, formula_count, cells';
const OF_SHEET = 'workspace_id = $1 and sheet_id = $2';

/** Maximum blocks and bytes per read; at least one block. */
const MAX_BLOCKS = 64;
const MAX_BYTES = 8 * 2 ** 20;

/** Next blocks that match a condition, by tab, row and column; `found` includes those that exceeded the limit. */
const next = (condition: string) =>
  `select ${COLUMNS}, found from (
     select ${COLUMNS}, count(*) over ()::int as found,
            sum(octet_length(cells)) over (order by tab, block, band) - octet_length(cells) as before
       from (select ${COLUMNS} from sheet_blocks where ${OF_SHEET} and ${condition}
              order by tab, block, band limit ${MAX_BLOCKS}) picked
   ) sized where before <= ${MAX_BYTES} order by tab, block, band`;

const ALL = next('(tab, block, band) > ($3, $4, $5)');
const OF_TAB = 'tab = $3 and (block, band) > ($4, $5)';
const IN_TAB = next(OF_TAB);
const IN_LAST_BAND = next(`${OF_TAB} and band = (select max(band) from sheet_blocks where ${OF_SHEET} and tab = $3)`);
const IN_AREA = next(`${OF_TAB} and block <= $6 and band between $7 and $8`);

type Found = StoredBlock & { found: number };
type Run = (text: string, values: unknown[]) => Promise<Found[]>;

/** A snapshot of a sheet. */
export interface Snapshot {
  /** The blocks of a tab by row and column, in portions. */
  blocks(tab: number): AsyncGenerator<StoredBlock[]>;
  /** Blocks of the last non-empty columns. */
  lastBand(tab: number): AsyncGenerator<StoredBlock[]>;
  /** The blocks that an area touches. */
  within(tab: number, area: Area): AsyncGenerator<StoredBlock[]>;
  close(): Promise<void>;
}

/**
 * Stored cells of sheets, in the unit of work of the request if any. Raw SQL, because blocks are read in bounded portions and
 * written in bulk.
 */
@Injectable()
export class SheetBlockRepository {
  readonly #run: Run = (text, values) => this.database.read<Found>(text, values);

  constructor(private readonly database: Database) {}

  /** Blocks of an area by row and column, in portions from one snapshot. */
  async *within(sheet: string, tab: number, area: Area): AsyncGenerator<StoredBlock[]> {
    const { after, values } = inArea(tab, area);
    const few = await this.#run(IN_AREA, [...this.#of(sheet), ...after, ...values]);
    if (isLast(few)) {
      yield few;
      return;
    }
    const snapshot = await this.snapshot(sheet);
    try {
      yield* snapshot.within(tab, area);
    } finally {
      await snapshot.close();
    }
  }

  /** Existing blocks at these positions. */
  named(sheet: string, places: readonly [tab: number, block: number, band: number][]): Promise<StoredBlock[]> {
    const [tabs, blocks, bands] = [0, 1, 2].map((part) => places.map((place) => place[part]));
    return this.database.read(
      `select ${COLUMNS} from sheet_blocks join unnest($3::int[], $4::int[], $5::int[]) as place (tab, block, band)
         using (tab, block, band) where ${OF_SHEET}`,
      [currentContext().workspaceId, sheet, tabs, blocks, bands],
    );
  }

  /** Last row of blocks of a tab, which contains its last non-empty row. */
  last(sheet: string, tab: number): Promise<StoredBlock[]> {
    return this.database.read(
      `select ${COLUMNS} from sheet_blocks where ${OF_SHEET} and tab = $3
          and block = (select max(block) from sheet_blocks where ${OF_SHEET} and tab = $3)`,
      [currentContext().workspaceId, sheet, tab],
    );
  }

  /** All blocks of a sheet, by tab, row and column, in portions. */
  all(sheet: string): AsyncGenerator<StoredBlock[]> {
    return portions(this.#run, ALL, this.#of(sheet), { after: [-1, -1, -1] });
  }

  /** A snapshot of the blocks. Must be closed: it holds a connection. */
  async snapshot(sheet: string): Promise<Snapshot> {
    const place = this.#of(sheet);
    const snapshot = await this.database.snapshot();
    const run: Run = (text, values) => snapshot.read<Found>(text, values);
    return {
      blocks: (tab) => portions(run, IN_TAB, place, { after: [tab, -1, -1] }),
      lastBand: (tab) => portions(run, IN_LAST_BAND, place, { after: [tab, -1, -1] }),
      within: (tab, area) => portions(run, IN_AREA, place, inArea(tab, area)),
      close: () => snapshot.close(),
    };
  }

  /** The blocks that an area touches, in portions, for areas that may be large. */
  inPortions(sheet: string, tab: number, area: Area): AsyncGenerator<StoredBlock[]> {
    return portions(this.#run, IN_AREA, this.#of(sheet), inArea(tab, area));
  }

  /** Writes changed blocks; deletes empty ones. */
  async save(sheet: string, changed: readonly (readonly [tab: number, block: Block])[]): Promise<void> {
    const { workspaceId } = currentContext();
    const kept = changed.filter(([, { cellCount }]) => cellCount > 0);
    const empty = changed.filter(([, { cellCount }]) => cellCount === 0);
    if (kept.length) {
      await this.database.write(
        `insert into sheet_blocks (workspace_id, sheet_id, ${COLUMNS})
         select $1, $2, * from unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[])
         on conflict (workspace_id, sheet_id, tab, block, band) do update set cell_count = excluded.cell_count,
           formula_count = excluded.formula_count, cells = excluded.cells`,
        [
          workspaceId,
          sheet,
          kept.map(([tab]) => tab),
          kept.map(([, { block }]) => block),
          kept.map(([, { band }]) => band),
          kept.map(([, { cellCount }]) => cellCount),
          kept.map(([, { formulaCount }]) => formulaCount),
          kept.map(([, block]) => block.stored()),
        ],
      );
    }
    if (empty.length) {
      const places = [
        empty.map(([tab]) => tab),
        empty.map(([, { block }]) => block),
        empty.map(([, { band }]) => band),
      ];
      await this.database.write(
        `delete from sheet_blocks where ${OF_SHEET}
            and (tab, block, band) in (select * from unnest($3::int[], $4::int[], $5::int[]))`,
        [workspaceId, sheet, ...places],
      );
    }
  }

  #of(sheet: string): [workspace: string, sheet: string] {
    return [currentContext().workspaceId, sheet];
  }
}

/** Start position of a read, and further parameters. */
interface From {
  after: [tab: number, block: number, band: number];
  values?: number[];
}

/** Reads portions by keyset: each begins after the last block of the previous one. */
async function* portions(
  run: Run,
  text: string,
  sheet: [workspace: string, sheet: string],
  { after, values = [] }: From,
): AsyncGenerator<StoredBlock[]> {
  for (;;) {
    const portion = await run(text, [...sheet, ...after, ...values]);
    if (portion.length) yield portion;
    if (isLast(portion)) return;
    const { tab, block, band } = portion.at(-1)!;
    after = [tab, block, band];
  }
}

const isLast = (portion: Found[]) => portion.length < MAX_BLOCKS && portion.length === (portion[0]?.found ?? 0);

function inArea(tab: number, area: Area): Required<From> {
  const { firstBlock, lastBlock, firstBand, lastBand } = blocksOf(area);
  return { after: [tab, firstBlock, firstBand - 1], values: [lastBlock, firstBand, lastBand] };
}
