import type { TestApp } from './test-app.js';

/** A table of which some rows cannot be read, because the database fails. */
export interface FailingTable {
  /** From now on queries of a row fail with this SQLSTATE. */
  fail(id: string, code: string): Promise<void>;
  mend(): Promise<void>;
  /** Number of queries that have failed so far. */
  failures(): Promise<number>;
  restore(): Promise<void>;
}

/** Puts a view in front of a table. `column` names the rows; give the table back with `restore`. */
export async function failingTable({ database }: TestApp, table: string, column = 'id'): Promise<FailingTable> {
  const run = (sql: string, values: unknown[] = []) => database.execute(sql, values);
  await database.pool.query(`
    create table failing_rows (id text, code text);
    create sequence row_failures;
    create function row_fails(text) returns boolean language plpgsql as $$
      declare found text := (select code from failing_rows where id = $1);
      begin
        if found is not null then
          perform nextval('row_failures');
          raise exception 'The database fails.' using errcode = found;
        end if;
        return true;
      end
    $$;
    alter table ${table} rename to ${table}_kept;
    create view ${table} as select * from ${table}_kept where row_fails(${column})`);
  return {
    fail: async (id, code) => void (await run('insert into failing_rows values ($1, $2)', [id, code])),
    mend: async () => void (await run('delete from failing_rows')),
    failures: async () =>
      (await run('select case when is_called then last_value else 0 end as n from row_failures')).rows[0]!.n as number,
    restore: async () =>
      void (await database.pool.query(`
        drop view ${table};
        alter table ${table}_kept rename to ${table};
        drop function row_fails(text);
        drop sequence row_failures;
        drop table failing_rows`)),
  };
}
