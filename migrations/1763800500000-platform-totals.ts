import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose records are counted by their tags as well: resource, table, the other counted columns. */
const TAGGED = [
  ['office.document', 'documents', ['status', 'owner_id', 'visibility'], true],
  ['office.sheet', 'sheets', ['owner_id'], true],
  ['office.file', 'files', ['uploaded_by', 'mime_type'], false],
] as const;

const FUNCTIONS: Record<string, string> = { documents: 'count_document', sheets: 'count_sheet', files: 'count_file' };

export class PlatformTotals1763800500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- kind is "new" for what was appended. The sums are kept once for each group of columns with many values, under
      -- "all" or the values of the group: "owner_id=usr_1&tags=plan". C, so that those of a range of days lie together.
      delete from record_counts where kind = 'brief';
      update record_counts set kind = 'new' where kind = 'full';
      alter table record_counts alter kind type text collate "C";
      -- What still runs and knows only the old kinds must not add up by them.
      alter table record_counts add constraint record_counts_kind check (kind not in ('full', 'brief'));

      -- For indexes over the items of a list, so that they tell workspaces apart.
      create function in_workspace(workspace text, items text[]) returns text[] language sql immutable parallel safe
      return array(select workspace || ' ' || item from unnest(items) item);
    `);
    for (const [resource, table, columns, trash] of TAGGED) {
      await runner.query(countedWithTags(resource, table, columns, trash, true));
      await runner.query(`
        drop index ${table}_tags;
        create index ${table}_tags on ${table} using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      `);
    }
    await runner.query(`
      -- Those that others than the owner may see.
      create index documents_shared on documents (workspace_id, visibility, created_at, id) where visibility <> 'private';

      lock table sessions in share row exclusive mode;
      create index sessions_active_order on sessions (workspace_id, last_active_at, id);
      create index sessions_end_order on sessions (workspace_id, expires_at, id);
      create index sessions_open on sessions (workspace_id, expires_at) where revoked_at is null;
      create index sessions_revoked on sessions (workspace_id, created_at, id) where revoked_at is not null;
      create function session_dims(revoked_at timestamptz, expires_at timestamptz) returns jsonb language sql stable
      return jsonb_build_object('revoked', revoked_at is not null,
        'hour', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24'));
      create function count_session() returns trigger language plpgsql as $$
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
      create trigger sessions_count after insert or delete on sessions for each row execute function count_session();
      create trigger sessions_recount after update on sessions for each row
        when ((old.revoked_at is null, old.expires_at) is distinct from (new.revoked_at is null, new.expires_at))
        execute function count_session();
      insert into record_counts (workspace_id, resource, dims, n)
        select workspace_id, 'access.session', session_dims(revoked_at, expires_at), count(*) from sessions group by 1, 3;

      lock table audit_entries in share row exclusive mode;
      create index audit_entries_outcome on audit_entries (workspace_id, outcome, timestamp, id) where outcome <> 'success';
      create function count_audit_entries() returns trigger language plpgsql as $$
      begin
        insert into record_counts (workspace_id, resource, dims, n)
        select workspace_id, 'guard.audit_log', audit_dims(action, resource_type, outcome, actor_id, timestamp),
          case tg_op when 'INSERT' then count(*) else -count(*) end
        from entries group by 1, 3;
        return null;
      end $$;
      create function audit_dims(action text, resource_type text, outcome text, actor_id text, at timestamptz)
      returns jsonb language sql stable
      return jsonb_build_object('action', action, 'resource_type', resource_type, 'outcome', outcome,
        'actor_id', actor_id, 'day', to_char(at at time zone 'UTC', 'YYYY-MM-DD'));
      create trigger audit_entries_added after insert on audit_entries
        referencing new table as entries for each statement execute function count_audit_entries();
      create trigger audit_entries_removed after delete on audit_entries
        referencing old table as entries for each statement execute function count_audit_entries();
      insert into record_counts (workspace_id, resource, dims, n)
        select workspace_id, 'guard.audit_log', audit_dims(action, resource_type, outcome, actor_id, timestamp), count(*)
        from audit_entries group by 1, 3;

      create index events_type on events (workspace_id, type, sequence);

      create index users_roles on users using gin (in_workspace(workspace_id, roles)) where roles <> '{}';
      create index api_keys_updated on api_keys (workspace_id, updated_at, id);
      create index api_keys_name on api_keys (workspace_id, name, id);
      create index groups_updated on groups (workspace_id, updated_at, id);
      create index groups_name_order on groups (workspace_id, name, id);
      create index groups_size on groups (workspace_id, member_count, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index groups_size, groups_name_order, groups_updated, api_keys_name, api_keys_updated, users_roles, events_type,
        audit_entries_outcome, sessions_revoked, sessions_open, sessions_end_order, sessions_active_order,
        documents_shared;
      drop trigger audit_entries_removed on audit_entries;
      drop trigger audit_entries_added on audit_entries;
      drop function count_audit_entries;
      drop function audit_dims;
      drop trigger sessions_recount on sessions;
      drop trigger sessions_count on sessions;
      drop function count_session;
      drop function session_dims;
      delete from record_counts where resource in ('access.session', 'guard.audit_log');
    `);
    for (const [resource, table, columns, trash] of TAGGED) {
      await runner.query(`
        drop index ${table}_tags;
        create index ${table}_tags on ${table} using gin (tags) where tags <> '{}';
      `);
      await runner.query(countedWithTags(resource, table, columns, trash, false));
    }
    await runner.query(`
      drop function in_workspace;
      alter table record_counts drop constraint record_counts_kind;
      alter table record_counts alter kind type text;
      -- As the fold of then leaves them: those by all columns become what is still to be added up.
      delete from record_counts where kind not in ('new', 'all') or resource in ('office.document', 'office.sheet', 'office.file') and kind <> 'new';
      update record_counts set kind = 'new' where kind = 'all';
    `);
  }
}

/** Replaces how a table's records are counted, and counts them anew. */
function countedWithTags(resource: string, table: string, columns: readonly string[], trash: boolean, tags: boolean) {
  const all = tags ? [...columns, 'tags'] : columns;
  const values = (row: string) => [
    ...all.map((name) => `${row}${name}`),
    ...(trash ? [`${row}deleted_at is null`] : []),
  ];
  const dims = (row: string) =>
    `jsonb_build_object(${[...all.map((name) => `'${name}', ${row}${name}`), ...(trash ? [`'deleted', ${row}deleted_at is not null`] : [])].join(', ')})`;
  return `
    lock table ${table} in share row exclusive mode;
    create or replace function ${FUNCTIONS[table]}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into record_counts (workspace_id, resource, dims, n)
          values (old.workspace_id, '${resource}', ${dims('old.')}, -1);
      end if;
      if tg_op <> 'DELETE' then
        insert into record_counts (workspace_id, resource, dims, n)
          values (new.workspace_id, '${resource}', ${dims('new.')}, 1);
      end if;
      return null;
    end $$;
    drop trigger ${table}_recount on ${table};
    create trigger ${table}_recount after update on ${table} for each row
      when ((${values('old.').join(', ')}) is distinct from (${values('new.').join(', ')}))
      execute function ${FUNCTIONS[table]}();
    delete from record_counts where resource = '${resource}';
    insert into record_counts (workspace_id, resource, dims, n)
      select workspace_id, '${resource}', ${dims('')}, count(*) from ${table} group by 1, 3;
  `;
}
