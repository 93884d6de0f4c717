import { conflict, type Database } from '../../platform/index.js';
import type { ArchivedTable } from './archived-tables.repository.js';
import type { ManifestPart } from './manifest.js';
import type { KeyPart, WorkspaceTables } from './workspace-tables.repository.js';

/** A change that PostgreSQL may refuse until another one has been made. */
type Change = () => Promise<void>;

/** A unique value that another row still has, or a row that is not there yet or still referred to. */
const OUT_OF_ORDER = ['23505', '23503'];

/**
 * Brings the rows of a copy to the state of its source: rows that may have changed are added or replaced, parents first, then those
 * that are gone are removed, children first. A change that depends on a later one is set aside until that has been made.
 */
export class ChangedRows {
  readonly #ids = new Map<string, string[]>();
  #later: Change[] = [];

  constructor(
    private readonly tables: WorkspaceTables,
    private readonly database: Database,
  ) {}

  /** Ids of the rows of a table that were added or replaced. */
  idsOf({ table }: ArchivedTable): readonly string[] {
    return this.#ids.get(table) ?? [];
  }

  async add(table: ArchivedTable, { columns, replaces }: ManifestPart, lines: readonly string[]): Promise<void> {
    if (table.order.join() === 'id' && !replaces) {
      const ids = this.#ids.get(table.table) ?? [];
      for (const line of lines) ids.push((JSON.parse(line) as { id: string }).id);
      this.#ids.set(table.table, ids);
    }
    await this.#each(lines, (some) => this.tables.add(table, columns!, some, !replaces));
  }

  /** Removes the rows whose keys are not in this part of the keys. */
  async keepOnly(table: ArchivedTable, part: KeyPart, keys: readonly string[]): Promise<void> {
    await this.tables.withoutLoops();
    const gone = await this.tables.surplus(table, part, keys);
    if (gone.length) await this.#each(gone, (some) => this.tables.removeRows(table, some));
  }

  /** Makes the changes that were set aside. 409 where they depend on one another. */
  async end(): Promise<void> {
    while (this.#later.length) {
      const left: Change[] = [];
      for (const change of this.#later) if (!(await this.#attempt(change))) left.push(change);
      if (left.length === this.#later.length)
        throw conflict(
          'Records have exchanged unique values since the copy, such as their names. Abort the move, discard the copy, and move the workspace without one.',
        );
      this.#later = left;
    }
  }

  /** All lines together, or else one by one. */
  async #each(lines: readonly string[], change: (lines: readonly string[]) => Promise<void>): Promise<void> {
    if (await this.#attempt(() => change(lines))) return;
    for (const line of lines) {
      const one = () => change([line]);
      if (!(await this.#attempt(one))) this.#later.push(one);
    }
  }

  /** False where the change has to wait for another one. */
  #attempt(change: Change): Promise<boolean> {
    return this.database.transaction(async (unit) => {
      await unit.savepoint();
      try {
        await change();
      } catch (error) {
        await unit.rollbackToSavepoint();
        if (!OUT_OF_ORDER.includes((error as { code?: string }).code ?? '')) throw error;
        return false;
      }
      await unit.releaseSavepoint();
      return true;
    });
  }
}
