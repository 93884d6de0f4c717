import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'project.comment', 'task_id'`;

export class ProjectComments1763814005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table task_comments (
        workspace_id text not null,
        id text not null,
        task_id text not null,
        project_id text not null,
        body text not null,
        mentions text[] not null,
        author_id text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, task_id) references tasks on delete cascade
      );
      create index task_comments_created on task_comments (workspace_id, task_id, created_at, id);
      create index task_comments_author on task_comments (workspace_id, author_id);

      create trigger task_comments_added after insert on task_comments referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger task_comments_removed after delete on task_comments referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger task_comments_changed after update on task_comments for each row
        when (old.task_id is distinct from new.task_id) execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table task_comments');
  }
}
