import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CareersStays1763821000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Who brought an application into its stage, and what they noted about it.
      alter table applications add column moved_by_type text not null default 'system',
        add column moved_by_id text, add column stage_note text;
      create index applications_moved_by on applications (workspace_id, moved_by_id) where moved_by_id is not null;

      -- An application begins in a stage of its job's pipeline, while the job is published, and belongs to whom the job belongs
      -- to. Where that is not so any more, the request has looked at what others have changed since, and is run again.
      create function applications_begin() returns trigger language plpgsql as $$
      begin
        select j.owner_id into new.owner_id from jobs j
          join careers_stages s on s.workspace_id = j.workspace_id and s.pipeline_id = j.pipeline_id
          where j.workspace_id = new.workspace_id and j.id = new.job_id and j.status = 'published' and s.id = new.stage_id
          for share of j for key share of s;
        if not found then
          raise foreign_key_violation using message = 'The job takes no applications in this stage.';
        end if;
        return new;
      end $$;
      create trigger applications_begun before insert on applications for each row
        when (new.status = 'active') execute function applications_begin();

      -- Ids that order as they are made, so that stays of one millisecond keep their order.
      create sequence stage_visit_numbers;

      -- An active application is in one stage at a time. Whatever moves, ends or reopens it ends one stay and begins another.
      -- The stage is held, so that it is not deleted meanwhile.
      create function applications_stay() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          update stage_visits set left_at = new.updated_at, outcome = case new.status when 'active' then 'moved' else new.status end,
            updated_at = new.updated_at, revision = revision + 1
            where workspace_id = old.workspace_id and application_id = old.id and left_at is null;
        end if;
        if new.status = 'active' then
          insert into stage_visits (workspace_id, id, application_id, job_id, stage_id, stage_name, entered_at, moved_by_type,
            moved_by_id, note, created_at, updated_at, revision)
          select new.workspace_id, 'vis_' || lpad(nextval('stage_visit_numbers')::text, 26, '0'), new.id, new.job_id, id, name,
            new.updated_at, new.moved_by_type, new.moved_by_id, new.stage_note, new.updated_at, new.updated_at, 1
          from careers_stages where workspace_id = new.workspace_id and id = new.stage_id for key share;
          if not found then
            raise foreign_key_violation using message = 'The stage is not there any more.';
          end if;
        end if;
        return null;
      end $$;
      create trigger applications_entered after insert on applications for each row execute function applications_stay();
      create trigger applications_moved after update on applications for each row
        when ((old.status, old.stage_id) is distinct from (new.status, new.stage_id)) execute function applications_stay();

      -- The trigger runs behind the lock of the application, so there is one open stay without an index that says so; and
      -- applications are not deleted, so this would look up, with each stay, what cannot be gone.
      drop index stage_visits_open;
      alter table stage_visits drop constraint stage_visits_workspace_id_application_id_fkey;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stage_visits add constraint stage_visits_workspace_id_application_id_fkey
        foreign key (workspace_id, application_id) references applications on delete cascade;
      create unique index stage_visits_open on stage_visits (workspace_id, application_id) where left_at is null;
      drop trigger applications_moved on applications;
      drop trigger applications_entered on applications;
      drop trigger applications_begun on applications;
      drop function applications_stay, applications_begin;
      drop sequence stage_visit_numbers;
      alter table applications drop column moved_by_type, drop column moved_by_id, drop column stage_note;
    `);
  }
}
