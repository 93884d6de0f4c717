import { Injectable, Logger } from '@nestjs/common';
import { ApiError, asSystem, Clock, conflict, Database, Maintenance, plainReason } from '../../platform/index.js';
import { type ArchivedTable, ArchivedTables } from './archived-tables.repository.js';
import { type KeptTable, KeptRowsRepository, type WaitingRows } from './kept-rows.repository.js';
import { WorkspaceTables } from './workspace-tables.repository.js';

const DAY_SECONDS = 86_400;

/** Puts rows that were kept for an absent extension into their table, once it is here. */
@Injectable()
export class KeptRows {
  readonly #logger = new Logger('Extensions');

  constructor(
    private readonly repository: KeptRowsRepository,
    private readonly tables: ArchivedTables,
    private readonly rows: WorkspaceTables,
    private readonly database: Database,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'operations.kept-rows',
      description: 'Inserts rows of archives that waited for an extension.',
      due: KeptRowsRepository.due,
      run: () => this.insert(),
    });
  }

  /** Kept tables of all workspaces. */
  all(): Promise<KeptTable[]> {
    return this.repository.tables(this.database);
  }

  /** 409 if a workspace has kept rows: what continues a copy knows rows by keys, which kept rows do not have. */
  async refuseCopy(workspaceId: string): Promise<void> {
    const [kept] = await this.repository.tables(this.database, workspaceId);
    if (kept)
      throw conflict(
        `Rows of the extension ${kept.extension} are kept in this workspace, and copies do not have them. Move it without --copy.`,
      );
  }

  /** Number of kept rows by extension, with a reason why they could not be inserted. */
  waiting(): Promise<WaitingRows[]> {
    return this.repository.waiting();
  }

  /**
   * Inserts the rows of each table whose extension is here, in a transaction of its own. Rows that do not fit stay kept, and are tried
   * again after a day; `all`: at once.
   */
  async insert({ all } = { all: false }): Promise<void> {
    const returned = await this.repository.returned({ all });
    const known = returned.length ? await this.tables.archived(true) : [];
    for (const kept of returned)
      await asSystem(kept.workspace_id, async () => {
        const name = `${kept.rows} rows of ${kept.table} in workspace ${kept.workspace_id}`;
        try {
          const table = tableFor(kept, known);
          if (table.month) await this.rows.ensureMonths(table, await this.repository.months(kept, table.month));
          if (await this.database.transaction(() => this.#insert(kept, table)))
            this.#logger.log(`The extension ${kept.extension} is here: ${name} are in their table.`);
        } catch (error) {
          if (!isOfRows(error)) throw error;
          const problem = plainReason(error);
          await this.repository.noteProblem(kept, problem, this.clock.iso(DAY_SECONDS));
          this.#logger.warn(`${name} stay kept for the extension ${kept.extension}: ${problem}`);
        }
      });
  }

  /** False if another process has inserted the rows, or does. */
  async #insert(kept: KeptTable, table: ArchivedTable): Promise<boolean> {
    if (!(await this.repository.lock(kept))) return false;
    await this.rows.withoutLimits();
    for await (const lines of this.repository.portions(kept)) await this.rows.add(table, kept.columns, lines);
    const id = await this.rows.clash(table);
    if (id) throw conflict(`The record ${id} is in another workspace of this deployment.`);
    await this.repository.remove(kept);
    return true;
  }
}

/** The table for kept rows. 409 if it is not here, or has other columns. */
function tableFor({ extension, table, columns }: KeptTable, known: readonly ArchivedTable[]): ArchivedTable {
  const found = known.find((each) => each.table === table && each.extension === extension);
  if (!found) throw conflict(`The extension has no table ${table} here.`);
  const strange = columns.find((column) => !found.columns.includes(column));
  if (strange !== undefined) throw conflict(`The table has no column ${strange} here.`);
  return found;
}

/** Whether rows were refused, and not the database failed: data, constraints, names. */
const isOfRows = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 409 : /^(22|23|42)/.test((error as { code?: string }).code ?? '');
