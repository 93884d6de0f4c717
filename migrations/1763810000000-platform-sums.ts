import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlatformSums1763810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The sum of a decimal column over the records that are counted, where a resource asks for it.
      alter table record_counts add amount numeric not null default 0;

      -- As before, and with an argument '+column' the sum of that column:
      -- count_record('sales.deal', 'status', 'pipeline_id', '+value').
      create or replace function count_record() returns trigger language plpgsql as $$
      declare
        changed text := case
          when tg_op = 'INSERT' then 'select *, 1 as "#n" from added'
          when tg_op = 'DELETE' then 'select *, -1 as "#n" from removed'
          when tg_level = 'ROW' then 'select ($2).*, 1 as "#n" union all select ($3).*, -1'
          else 'select *, 1 as "#n" from added union all select *, -1 from removed'
        end;
        dims text := '';
        amount text := '0';
        name text;
      begin
        for place in 1 .. tg_nargs - 1 loop
          if tg_argv[place] like '+%' then
            amount := format('sum("#n" * %I)', substr(tg_argv[place], 2));
            continue;
          end if;
          name := split_part(tg_argv[place], '=', 1);
          dims := dims || format(', %L, %s', name,
            coalesce(nullif(substr(tg_argv[place], length(name) + 2), ''), quote_ident(name)));
        end loop;
        changed := format('insert into record_counts (workspace_id, resource, dims, n, amount)
          select workspace_id, $1, jsonb_build_object(%s), sum("#n"), %s from (%s) changed
          group by 1, 3 having sum("#n") <> 0 or %s <> 0', substr(dims, 3), amount, changed, amount);
        if tg_level = 'ROW' then
          execute changed using tg_argv[0], new, old;
        else
          execute changed using tg_argv[0];
        end if;
        return null;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table record_counts drop amount;

      create or replace function count_record() returns trigger language plpgsql as $$
      declare
        changed text := case
          when tg_op = 'INSERT' then 'select *, 1 as "#n" from added'
          when tg_op = 'DELETE' then 'select *, -1 as "#n" from removed'
          when tg_level = 'ROW' then 'select ($2).*, 1 as "#n" union all select ($3).*, -1'
          else 'select *, 1 as "#n" from added union all select *, -1 from removed'
        end;
        dims text := '';
        name text;
      begin
        for place in 1 .. tg_nargs - 1 loop
          name := split_part(tg_argv[place], '=', 1);
          dims := dims || format(', %L, %s', name,
            coalesce(nullif(substr(tg_argv[place], length(name) + 2), ''), quote_ident(name)));
        end loop;
        changed := format('insert into record_counts (workspace_id, resource, dims, n)
          select workspace_id, $1, jsonb_build_object(%s), sum("#n") from (%s) changed
          group by 1, 3 having sum("#n") <> 0', substr(dims, 3), changed);
        if tg_level = 'ROW' then
          execute changed using tg_argv[0], new, old;
        else
          execute changed using tg_argv[0];
        end if;
        return null;
      end $$;
    `);
  }
}
