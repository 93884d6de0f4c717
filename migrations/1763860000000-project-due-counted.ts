import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['project_id', 'status', 'priority', 'assignee_id', 'sprint_id', 'labels', 'tags'];
const TOP = 'parent_id is null';
const DELETED = 'deleted_at is not null';
const DUE = `coalesce(due_date, 'infinity')`;

const counting = (computed: Record<string, string>, watched: readonly string[]) => {
  const how = ['project.task', ...COLUMNS, ...Object.entries(computed).map((pair) => pair.join('='))];
  const args = how.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');
  const counted = (row: string) => [...COLUMNS.slice(1), ...watched].map((name) => `${row}.${name}`).join(', ');
  return `
    drop trigger tasks_added on tasks;
    drop trigger tasks_removed on tasks;
    drop trigger tasks_changed on tasks;
    create trigger tasks_added after insert on tasks referencing new table as added
      for each statement execute function count_record(${args});
    create trigger tasks_removed after delete on tasks referencing old table as removed
      for each statement execute function count_record(${args});
    create trigger tasks_changed after update on tasks for each row
      when ((${counted('old')}) is distinct from (${counted('new')}))
      execute function count_record(${args});`;
};

/** How many tasks of a project are due on a day, for totals: the sums of those that there are are written as the fold writes them. */
export class ProjectDueCounted1763860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table tasks in share row exclusive mode;
      ${counting({ top: TOP, deleted: DELETED, due: DUE }, ['deleted_at is null', 'due_date'])}
      insert into record_counts (workspace_id, resource, kind, dims, n)
        select workspace_id, 'project.task', 'project_id=' || project_id || '&due=' || ${DUE},
          jsonb_build_object('status', status, 'priority', priority, 'top', ${TOP}, 'deleted', ${DELETED},
            'project_id', project_id, 'due', ${DUE}), count(*)
        from tasks group by 1, 3, 4;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table tasks in share row exclusive mode;
      ${counting({ top: TOP, deleted: DELETED }, ['deleted_at is null'])}
      -- What is not added up yet says nothing of due days from here on.
      update record_counts set dims = dims - 'due' where resource = 'project.task' and kind = 'new';
      delete from record_counts where resource = 'project.task' and kind like 'project\\_id=%&due=%';
    `);
  }
}
