import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The engine of all imports reads those of contacts. It keeps the records of a dry run in a table, so a dry run of contacts that
 * has not ended starts over. An import from before holders gets one of the user or API key that started it; where the grant of an app
 * is not known, the name of the app stands for it, and the import fails.
 */
export class OneImportEngine1764306000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table import_planned add column record_id text not null default 'planned';
      update sales_imports set processed_count = 0, created_count = 0, updated_count = 0, error_count = 0, errors = '[]'
      where dry_run and status in ('pending', 'running', 'failed');
      update sales_imports i set holder = jsonb_build_object(
        'kind', case actor ->> 'type' when 'api_key' then 'api_key' else 'user' end,
        'id', actor ->> 'id',
        'user_id', created_by,
        'grant_id', coalesce((
          select s.id from sessions s
          where s.workspace_id = i.workspace_id and s.user_id = i.created_by and s.client_id = i.actor #>> '{via,id}'
          order by s.created_at desc limit 1
        ), i.actor #>> '{via,id}'),
        'scopes', '["sales:read", "sales:write"]'::jsonb
      ) where holder is null;
      alter table sales_imports alter holder set not null, drop column actor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table import_planned drop column record_id;
      alter table sales_imports add column actor jsonb;
      update sales_imports set actor = jsonb_build_object(
        'type', holder ->> 'kind', 'id', case holder ->> 'kind' when 'api_key' then holder ->> 'id' else created_by end, 'email', null
      );
      alter table sales_imports alter actor set not null, alter holder drop not null;
    `);
  }
}
