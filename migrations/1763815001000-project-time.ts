import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'project.time_entry', 'billable', 'project_id', 'user_id', 'date'`;

export class ProjectTime1763815001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table projects add column billable boolean not null default false, add column hourly_rate numeric(14, 2);
      alter table project_members add column hourly_rate numeric(14, 2);

      -- Entries outlive their task and their project, so they refer to neither.
      create table time_entries (
        workspace_id text not null,
        id text not null,
        task_id text not null,
        project_id text not null,
        user_id text not null,
        duration_seconds integer not null,
        date date not null,
        note text not null,
        source text not null,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        long_running boolean not null,
        billable boolean not null,
        hourly_rate numeric(14, 2),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index time_entries_date on time_entries (workspace_id, date, id);
      create index time_entries_created on time_entries (workspace_id, created_at, id);
      create index time_entries_updated on time_entries (workspace_id, updated_at, id);
      create index time_entries_duration on time_entries (workspace_id, duration_seconds, id);
      create index time_entries_billable on time_entries (workspace_id, billable, date, id);
      create index time_entries_user on time_entries (workspace_id, user_id, date, id);
      -- With what the sum of a task and the report of a project add up.
      create index time_entries_task on time_entries (workspace_id, task_id, date, id) include (duration_seconds);
      create index time_entries_project on time_entries (workspace_id, project_id, date, id)
        include (user_id, task_id, duration_seconds, billable, hourly_rate);

      create trigger time_entries_added after insert on time_entries referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger time_entries_removed after delete on time_entries referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger time_entries_changed after update on time_entries for each row
        when ((old.billable, old.project_id, old.user_id, old.date) is distinct from (new.billable, new.project_id, new.user_id, new.date))
        execute function count_record(${COUNTED});

      -- Keeps the sum of each task, whoever writes entries.
      create function add_time_spent() returns trigger language plpgsql as $$
      declare
        changed text := case tg_op
          when 'INSERT' then 'select workspace_id, task_id, duration_seconds as seconds from added'
          when 'DELETE' then 'select workspace_id, task_id, -duration_seconds from removed'
          else 'select workspace_id, task_id, duration_seconds from added union all select workspace_id, task_id, -duration_seconds from removed'
        end;
      begin
        execute format('update tasks t set time_spent_seconds = t.time_spent_seconds + s.seconds
          from (select workspace_id, task_id, sum(seconds) as seconds from (%s) c (workspace_id, task_id, seconds)
            group by workspace_id, task_id having sum(seconds) <> 0 order by workspace_id, task_id) s
          where t.workspace_id = s.workspace_id and t.id = s.task_id', changed);
        return null;
      end $$;
      create trigger time_entries_spent after insert on time_entries referencing new table as added
        for each statement execute function add_time_spent();
      create trigger time_entries_unspent after delete on time_entries referencing old table as removed
        for each statement execute function add_time_spent();
      create trigger time_entries_respent after update on time_entries referencing old table as removed new table as added
        for each statement execute function add_time_spent();

      -- Those that run. A stopped one has become a time entry.
      create table timers (
        workspace_id text not null,
        id text not null,
        task_id text not null,
        project_id text not null,
        user_id text not null,
        started_at timestamptz(3) not null,
        reminded_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      -- Timers that were left behind by several users, who have been deleted since, all name the placeholder.
      create unique index timers_user on timers (workspace_id, user_id) where user_id <> 'usr_deleted';
      create index timers_users on timers (workspace_id, user_id, started_at, id);
      create index timers_task on timers (workspace_id, task_id, started_at, id);
      create index timers_project on timers (workspace_id, project_id, started_at, id);
      create index timers_started on timers (workspace_id, started_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table timers;
      drop table time_entries;
      drop function add_time_spent;
      alter table project_members drop column hourly_rate;
      alter table projects drop column hourly_rate, drop column billable;
    `);
  }
}
