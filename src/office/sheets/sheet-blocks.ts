import { Injectable } from '@nestjs/common';
import { currentContext } from '../../platform/context/request-context.js';
import { Database } from '../../platform/database/database.js';
import type { Area } from './a1.js';
import { Block, type BlockArea, blocksOf } from './block.js';

/** A block as it is stored, with the place that it has in its sheet. */
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

/** Blocks that are read or written at a time where there may be many. */
const PORTION = 64;

/** A sheet as it was at one moment. */
export interface Snapshot {
  /** The blocks of a tab by row and column, in portions. */
  blocks(tab: number): AsyncGenerator<StoredBlock[]>;
  /** Those of its last columns. */
  lastBand(tab: number): AsyncGenerator<StoredBlock[]>;
  close(): Promise<void>;
}

/** The stored cells of sheets. Everything runs in the unit of work of the request, where it has one. */
@Injectable()
export class SheetBlocks {
  constructor(private readonly database: Database) {}

  /** The blocks that an area touches, by row and column: one statement, so all of them as they were at one moment. */
  within(sheet: string, tab: number, area: Area): Promise<StoredBlock[]> {
    return this.#inArea(sheet, tab, blocksOf(area));
  }

  /** The named blocks, as far as they exist. */
  named(sheet: string, places: readonly [tab: number, block: number, band: number][]): Promise<StoredBlock[]> {
    const [tabs, blocks, bands] = [0, 1, 2].map((part) => places.map((place) => place[part]));
    return this.database.query(
      `select ${COLUMNS} from sheet_blocks join unnest($3::int[], $4::int[], $5::int[]) as place (tab, block, band)
         using (tab, block, band) where ${OF_SHEET}`,
      [currentContext().workspaceId, sheet, tabs, blocks, bands],
    );
  }

  /** The last row of blocks of a tab: the last row with something in it is in there. */
  last(sheet: string, tab: number): Promise<StoredBlock[]> {
    return this.database.query(
      `select ${COLUMNS} from sheet_blocks where ${OF_SHEET} and tab = $3
          and block = (select max(block) from sheet_blocks where ${OF_SHEET} and tab = $3)`,
      [currentContext().workspaceId, sheet, tab],
    );
  }

  /** All blocks of a sheet, by tab, row and column, in portions. */
  all(sheet: string): AsyncGenerator<StoredBlock[]> {
    return portions((after) =>
      this.database.query<StoredBlock>(
        `select ${COLUMNS} from sheet_blocks where ${OF_SHEET} and (tab, block, band) > ($3, $4, $5)
          order by tab, block, band limit ${PORTION}`,
        [currentContext().workspaceId, sheet, ...after],
      ),
    );
  }

  /** The blocks as they are now, whatever is written while they are read. To be closed: it holds a connection. */
  async snapshot(sheet: string): Promise<Snapshot> {
    const { workspaceId } = currentContext();
    const client = await this.database.connect();
    const run = async (text: string, values: unknown[]) =>
      (await this.database.run(client, text, values)).rows as StoredBlock[];
    try {
      await run('begin isolation level repeatable read read only', []);
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    return {
      blocks: (tab) =>
        portions(([, block, band]) =>
          run(
            `select ${COLUMNS} from sheet_blocks where ${OF_SHEET} and tab = $3 and (block, band) > ($4, $5)
              order by block, band limit ${PORTION}`,
            [workspaceId, sheet, tab, block, band],
          ),
        ),
      lastBand: (tab) =>
        portions(([, block]) =>
          run(
            `select ${COLUMNS} from sheet_blocks where ${OF_SHEET} and tab = $3 and block > $4
                and band = (select max(band) from sheet_blocks where ${OF_SHEET} and tab = $3)
              order by block limit ${PORTION}`,
            [workspaceId, sheet, tab, block],
          ),
        ),
      close: async () => {
        try {
          await run('commit', []);
          client.release();
        } catch (error) {
          client.release(error as Error);
        }
      },
    };
  }

  /** The blocks that an area touches, in portions, for areas that may be large. */
  async *inPortions(sheet: string, tab: number, area: Area): AsyncGenerator<StoredBlock[]> {
    const { firstBlock, lastBlock, firstBand, lastBand } = blocksOf(area);
    const height = Math.max(1, Math.floor(PORTION / (lastBand - firstBand + 1)));
    for (let from = firstBlock; from <= lastBlock; from += height) {
      const to = Math.min(lastBlock, from + height - 1);
      const portion = await this.#inArea(sheet, tab, { firstBlock: from, lastBlock: to, firstBand, lastBand });
      if (portion.length) yield portion;
    }
  }

  /** Writes changed blocks; those with nothing left in them are removed. */
  async save(sheet: string, changed: readonly (readonly [tab: number, block: Block])[]): Promise<void> {
    const { workspaceId } = currentContext();
    const kept = changed.filter(([, { cellCount }]) => cellCount > 0);
    const empty = changed.filter(([, { cellCount }]) => cellCount === 0);
    if (kept.length) {
      await this.database.query(
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
      await this.database.query(
        `delete from sheet_blocks where ${OF_SHEET}
            and (tab, block, band) in (select * from unnest($3::int[], $4::int[], $5::int[]))`,
        [workspaceId, sheet, ...places],
      );
    }
  }

  #inArea(
    sheet: string,
    tab: number,
    { firstBlock, lastBlock, firstBand, lastBand }: BlockArea,
  ): Promise<StoredBlock[]> {
    return this.database.query(
      `select ${COLUMNS} from sheet_blocks
        where ${OF_SHEET} and tab = $3 and block between $4 and $5 and band between $6 and $7 order by block, band`,
      [currentContext().workspaceId, sheet, tab, firstBlock, lastBlock, firstBand, lastBand],
    );
  }
}

/** Portion after portion; each begins behind the last block of the one before. */
async function* portions(
  read: (after: [tab: number, block: number, band: number]) => Promise<StoredBlock[]>,
): AsyncGenerator<StoredBlock[]> {
  for (let after: [number, number, number] = [-1, -1, -1]; ;) {
    const portion = await read(after);
    if (portion.length) yield portion;
    if (portion.length < PORTION) return;
    const { tab, block, band } = portion.at(-1)!;
    after = [tab, block, band];
  }
}
