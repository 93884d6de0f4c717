import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { openDataSource } from './data-source.js';
import { type ExtensionMigrations, migrationsTableOf, withinOwnTables } from './extension-migrations.js';
import { forgetHash, isThere, nameOf } from './migration-hashes.js';

/** Migrations that were taken back, the last one first. `problem`: why it ended before the count was reached. */
interface TakenBack {
  taken_back: string[];
  problem?: string;
}

/**
 * Takes the last migrations back, each in a transaction of its own: those of the extension, or of the product if there is none. Ends at one
 * that cannot be taken back, of which nothing is done then.
 */
export async function takeBack(url: string, count: number, extension?: ExtensionMigrations): Promise<TakenBack> {
  const table = extension ? migrationsTableOf(extension.name) : 'migrations';
  const own = extension && { migrations: extension.migrations ?? [], migrationsTableName: table };
  const dataSource = await openDataSource(url, undefined, own);
  const lock = dataSource.createQueryRunner();
  const runner = dataSource.createQueryRunner();
  const takenBack: string[] = [];
  try {
    await lock.query(`select pg_advisory_lock(hashtext('workspace-suite.migrate'))`);
    while (takenBack.length < count && (await isThere(runner, table))) {
      const [last]: { name: string }[] = await runner.query(`select name from "${table}" order by id desc limit 1`);
      if (!last) break;
      const migration = dataSource.migrations.find((each) => nameOf(each) === last.name);
      const work = async () => {
        // Without types, a class may have no way back.
        if (migration && typeof migration.down !== 'function') throw new Error('it has no down');
        // Before the table is taken back itself.
        await forgetHash(runner, table, last.name);
        const executor = new MigrationExecutor(dataSource, runner);
        executor.transaction = 'none';
        await executor.undoLastMigration();
        // The table says that the extension has data here, for as long as it is there.
        if (extension && !(await runner.query(`select 1 from "${table}" limit 1`)).length)
          await runner.query(`drop table "${table}"`);
      };
      try {
        await inTransaction(runner, () => (extension ? withinOwnTables(runner, extension, work) : work()));
      } catch (error) {
        const problem = `${last.name} was not taken back, and all of it remains: ${(error as Error).message}`;
        return { taken_back: takenBack, problem };
      }
      takenBack.push(last.name);
    }
    return { taken_back: takenBack };
  } finally {
    await runner.release();
    await lock.release();
    await dataSource.destroy();
  }
}

async function inTransaction(runner: QueryRunner, work: () => Promise<unknown>): Promise<void> {
  await runner.startTransaction();
  try {
    await work();
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  }
}
