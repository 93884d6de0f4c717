import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountRecord1763800590000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger audit_entries_added on audit_entries;
      drop trigger audit_entries_removed on audit_entries;
      drop trigger documents_count on documents;
      drop trigger documents_recount on documents;
      drop trigger files_count on files;
      drop trigger files_recount on files;
      drop trigger sessions_count on sessions;
      drop trigger sessions_recount on sessions;
      drop trigger sheets_count on sheets;
      drop trigger sheets_recount on sheets;
      drop trigger users_count on users;
      drop trigger users_recount on users;
      drop trigger webhook_deliveries_added on webhook_deliveries;
      drop trigger webhook_deliveries_changed on webhook_deliveries;
      drop trigger webhook_deliveries_removed on webhook_deliveries;
      drop function audit_dims, count_audit_entries, count_deliveries, count_document, count_file, count_session, count_sheet, count_user, delivery_dims, session_dims;

      -- Counts the records of a resource for the totals of its lists:
      -- count_record('sales.deal', 'status', 'deleted=deleted_at is not null').
      -- Its arguments are the type of the resource and what it is counted by, each a column or a name for an expression.
      --
      -- Records come and go many at a time, so that is counted for each statement. Where a record changes alone, and
      -- seldom in what it is counted by, a trigger for each row with a condition costs nothing otherwise.
      create function count_record() returns trigger language plpgsql as $$
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

      create trigger documents_added after insert on documents referencing new table as added
        for each statement execute function count_record('office.document', 'status', 'owner_id', 'visibility', 'deleted=deleted_at is not null', 'tags');
      create trigger documents_removed after delete on documents referencing old table as removed
        for each statement execute function count_record('office.document', 'status', 'owner_id', 'visibility', 'deleted=deleted_at is not null', 'tags');
      create trigger documents_changed after update on documents for each row
        when ((old.status, old.owner_id, old.visibility, old.tags, old.deleted_at is null) is distinct from (new.status, new.owner_id, new.visibility, new.tags, new.deleted_at is null))
        execute function count_record('office.document', 'status', 'owner_id', 'visibility', 'deleted=deleted_at is not null', 'tags');

      create trigger sheets_added after insert on sheets referencing new table as added
        for each statement execute function count_record('office.sheet', 'owner_id', 'deleted=deleted_at is not null', 'tags');
      create trigger sheets_removed after delete on sheets referencing old table as removed
        for each statement execute function count_record('office.sheet', 'owner_id', 'deleted=deleted_at is not null', 'tags');
      create trigger sheets_changed after update on sheets for each row
        when ((old.owner_id, old.tags, old.deleted_at is null) is distinct from (new.owner_id, new.tags, new.deleted_at is null))
        execute function count_record('office.sheet', 'owner_id', 'deleted=deleted_at is not null', 'tags');

      create trigger files_added after insert on files referencing new table as added
        for each statement execute function count_record('office.file', 'uploaded_by', 'mime_type', 'tags');
      create trigger files_removed after delete on files referencing old table as removed
        for each statement execute function count_record('office.file', 'uploaded_by', 'mime_type', 'tags');
      create trigger files_changed after update on files for each row
        when ((old.uploaded_by, old.mime_type, old.tags) is distinct from (new.uploaded_by, new.mime_type, new.tags))
        execute function count_record('office.file', 'uploaded_by', 'mime_type', 'tags');

      create trigger users_added after insert on users referencing new table as added
        for each statement execute function count_record('access.user', 'status');
      create trigger users_removed after delete on users referencing old table as removed
        for each statement execute function count_record('access.user', 'status');
      create trigger users_changed after update on users for each row
        when ((old.status) is distinct from (new.status))
        execute function count_record('access.user', 'status');

      create trigger sessions_added after insert on sessions referencing new table as added
        for each statement execute function count_record('access.session', 'revoked=revoked_at is not null', 'hour=to_char(expires_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24'')');
      create trigger sessions_removed after delete on sessions referencing old table as removed
        for each statement execute function count_record('access.session', 'revoked=revoked_at is not null', 'hour=to_char(expires_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24'')');
      create trigger sessions_changed after update on sessions for each row
        when ((old.revoked_at is null, old.expires_at) is distinct from (new.revoked_at is null, new.expires_at))
        execute function count_record('access.session', 'revoked=revoked_at is not null', 'hour=to_char(expires_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24'')');

      create trigger webhook_deliveries_added after insert on webhook_deliveries referencing new table as added
        for each statement execute function count_record('webhooks.delivery', 'webhook_id', 'status', 'event_type');
      create trigger webhook_deliveries_removed after delete on webhook_deliveries referencing old table as removed
        for each statement execute function count_record('webhooks.delivery', 'webhook_id', 'status', 'event_type');
      create trigger webhook_deliveries_changed after update on webhook_deliveries
        referencing old table as removed new table as added for each statement execute function count_record('webhooks.delivery', 'webhook_id', 'status', 'event_type');

      create trigger audit_entries_added after insert on audit_entries referencing new table as added
        for each statement execute function count_record('guard.audit_log', 'action', 'resource_type', 'outcome', 'actor_id', 'day=to_char("timestamp" at time zone ''UTC'', ''YYYY-MM-DD'')');
      create trigger audit_entries_removed after delete on audit_entries referencing old table as removed
        for each statement execute function count_record('guard.audit_log', 'action', 'resource_type', 'outcome', 'actor_id', 'day=to_char("timestamp" at time zone ''UTC'', ''YYYY-MM-DD'')');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger documents_added on documents;
      drop trigger documents_removed on documents;
      drop trigger documents_changed on documents;
      drop trigger sheets_added on sheets;
      drop trigger sheets_removed on sheets;
      drop trigger sheets_changed on sheets;
      drop trigger files_added on files;
      drop trigger files_removed on files;
      drop trigger files_changed on files;
      drop trigger users_added on users;
      drop trigger users_removed on users;
      drop trigger users_changed on users;
      drop trigger sessions_added on sessions;
      drop trigger sessions_removed on sessions;
      drop trigger sessions_changed on sessions;
      drop trigger webhook_deliveries_added on webhook_deliveries;
      drop trigger webhook_deliveries_removed on webhook_deliveries;
      drop trigger webhook_deliveries_changed on webhook_deliveries;
      drop trigger audit_entries_added on audit_entries;
      drop trigger audit_entries_removed on audit_entries;
      drop function count_record;

      create function session_dims(revoked_at timestamp with time zone, expires_at timestamp with time zone)
       returns jsonb
       language sql
       stable
      return jsonb_build_object('revoked', (revoked_at IS NOT NULL), 'hour', to_char((expires_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text));
      create function audit_dims(action text, resource_type text, outcome text, actor_id text, at timestamp with time zone)
       returns jsonb
       language sql
       stable
      return jsonb_build_object('action', action, 'resource_type', resource_type, 'outcome', outcome, 'actor_id', actor_id, 'day', to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD'::text));
      create function delivery_dims(webhook_id text, status text, event_type text)
       returns jsonb
       language sql
       immutable
      as $$
              select jsonb_build_object('webhook_id', webhook_id, 'status', status, 'event_type', event_type)
            $$;
      create function count_audit_entries()
       returns trigger
       language plpgsql
      as $$
            begin
              insert into record_counts (workspace_id, resource, dims, n)
              select workspace_id, 'guard.audit_log', audit_dims(action, resource_type, outcome, actor_id, timestamp),
                case tg_op when 'INSERT' then count(*) else -count(*) end
              from entries group by 1, 3;
              return null;
            end $$;
      create function count_deliveries()
       returns trigger
       language plpgsql
      as $$
            begin
              if tg_op = 'INSERT' then
                insert into record_counts (workspace_id, resource, dims, n)
                select workspace_id, 'webhooks.delivery', delivery_dims(webhook_id, status, event_type), count(*)
                from added group by workspace_id, webhook_id, status, event_type;
              elsif tg_op = 'DELETE' then
                insert into record_counts (workspace_id, resource, dims, n)
                select workspace_id, 'webhooks.delivery', delivery_dims(webhook_id, status, event_type), -count(*)
                from removed group by workspace_id, webhook_id, status, event_type;
              else
                insert into record_counts (workspace_id, resource, dims, n)
                select workspace_id, 'webhooks.delivery', delivery_dims(webhook_id, status, event_type), sum(n)
                from (
                  select workspace_id, webhook_id, status, event_type, 1 as n from added
                  union all
                  select workspace_id, webhook_id, status, event_type, -1 from removed
                ) changed
                group by workspace_id, webhook_id, status, event_type having sum(n) <> 0;
              end if;
              return null;
            end $$;
      create function count_document()
       returns trigger
       language plpgsql
      as $$
          begin
            if tg_op <> 'INSERT' then
              insert into record_counts (workspace_id, resource, dims, n)
                values (old.workspace_id, 'office.document', jsonb_build_object('status', old.status, 'owner_id', old.owner_id, 'visibility', old.visibility, 'tags', old.tags, 'deleted', old.deleted_at is not null), -1);
            end if;
            if tg_op <> 'DELETE' then
              insert into record_counts (workspace_id, resource, dims, n)
                values (new.workspace_id, 'office.document', jsonb_build_object('status', new.status, 'owner_id', new.owner_id, 'visibility', new.visibility, 'tags', new.tags, 'deleted', new.deleted_at is not null), 1);
            end if;
            return null;
          end $$;
      create function count_file()
       returns trigger
       language plpgsql
      as $$
          begin
            if tg_op <> 'INSERT' then
              insert into record_counts (workspace_id, resource, dims, n)
                values (old.workspace_id, 'office.file', jsonb_build_object('uploaded_by', old.uploaded_by, 'mime_type', old.mime_type, 'tags', old.tags), -1);
            end if;
            if tg_op <> 'DELETE' then
              insert into record_counts (workspace_id, resource, dims, n)
                values (new.workspace_id, 'office.file', jsonb_build_object('uploaded_by', new.uploaded_by, 'mime_type', new.mime_type, 'tags', new.tags), 1);
            end if;
            return null;
          end $$;
      create function count_session()
       returns trigger
       language plpgsql
      as $$
            begin
              if tg_op <> 'INSERT' then
                insert into record_counts (workspace_id, resource, dims, n)
                  values (old.workspace_id, 'access.session', session_dims(old.revoked_at, old.expires_at), -1);
              end if;
              if tg_op <> 'DELETE' then
                insert into record_counts (workspace_id, resource, dims, n)
                  values (new.workspace_id, 'access.session', session_dims(new.revoked_at, new.expires_at), 1);
              end if;
              return null;
            end $$;
      create function count_sheet()
       returns trigger
       language plpgsql
      as $$
          begin
            if tg_op <> 'INSERT' then
              insert into record_counts (workspace_id, resource, dims, n)
                values (old.workspace_id, 'office.sheet', jsonb_build_object('owner_id', old.owner_id, 'tags', old.tags, 'deleted', old.deleted_at is not null), -1);
            end if;
            if tg_op <> 'DELETE' then
              insert into record_counts (workspace_id, resource, dims, n)
                values (new.workspace_id, 'office.sheet', jsonb_build_object('owner_id', new.owner_id, 'tags', new.tags, 'deleted', new.deleted_at is not null), 1);
            end if;
            return null;
          end $$;
      create function count_user()
       returns trigger
       language plpgsql
      as $$
            begin
              if tg_op <> 'INSERT' then
                insert into record_counts (workspace_id, resource, dims, n)
                  values (old.workspace_id, 'access.user', jsonb_build_object('status', old.status), -1);
              end if;
              if tg_op <> 'DELETE' then
                insert into record_counts (workspace_id, resource, dims, n)
                  values (new.workspace_id, 'access.user', jsonb_build_object('status', new.status), 1);
              end if;
              return null;
            end $$;

      create trigger audit_entries_added after insert on audit_entries referencing new table as entries for each statement execute function count_audit_entries();
      create trigger audit_entries_removed after delete on audit_entries referencing old table as entries for each statement execute function count_audit_entries();
      create trigger documents_count after insert or delete on documents for each row execute function count_document();
      create trigger documents_recount after update on documents for each row when ((((((old.status is distinct from new.status) or (old.owner_id is distinct from new.owner_id)) or (old.visibility is distinct from new.visibility)) or (old.tags is distinct from new.tags)) or ((old.deleted_at is null) is distinct from (new.deleted_at is null)))) execute function count_document();
      create trigger files_count after insert or delete on files for each row execute function count_file();
      create trigger files_recount after update on files for each row when ((((old.uploaded_by is distinct from new.uploaded_by) or (old.mime_type is distinct from new.mime_type)) or (old.tags is distinct from new.tags))) execute function count_file();
      create trigger sessions_count after insert or delete on sessions for each row execute function count_session();
      create trigger sessions_recount after update on sessions for each row when ((((old.revoked_at is null) is distinct from (new.revoked_at is null)) or (old.expires_at is distinct from new.expires_at))) execute function count_session();
      create trigger sheets_count after insert or delete on sheets for each row execute function count_sheet();
      create trigger sheets_recount after update on sheets for each row when ((((old.owner_id is distinct from new.owner_id) or (old.tags is distinct from new.tags)) or ((old.deleted_at is null) is distinct from (new.deleted_at is null)))) execute function count_sheet();
      create trigger users_count after insert or delete on users for each row execute function count_user();
      create trigger users_recount after update on users for each row when ((old.status is distinct from new.status)) execute function count_user();
      create trigger webhook_deliveries_added after insert on webhook_deliveries referencing new table as added for each statement execute function count_deliveries();
      create trigger webhook_deliveries_changed after update on webhook_deliveries referencing old table as removed new table as added for each statement execute function count_deliveries();
      create trigger webhook_deliveries_removed after delete on webhook_deliveries referencing old table as removed for each statement execute function count_deliveries();
    `);
  }
}
