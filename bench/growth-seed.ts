import type { INestApplication } from '@nestjs/common';
import pg from 'pg';
import { Settings } from '../src/platform/config/settings.js';
import { APPLICATION_HISTORY, DEAL_HISTORY, TIME_SPENT } from './seed-facts.js';

export interface Sizes {
  users: number;
  /** Documents, sessions, events and deliveries each; of the others a tenth. */
  records: number;
  /** Of the audit trail. */
  entries: number;
}

/**
 * Fills a workspace: each user owns documents and has sessions, over a year of entries and a month of events. A workspace has at
 * most 10 000 active sessions, so of many most have ended.
 */
export async function fill(app: INestApplication, workspace: string, owner: string, sizes: Sizes): Promise<void> {
  // Without the time limits of requests.
  const client = new pg.Client(app.get(Settings).DATABASE_URL);
  await client.connect();
  try {
    await fillTables(client, workspace, owner, sizes);
  } finally {
    await client.end();
  }
}

export async function fillTables(client: pg.Client, workspace: string, owner: string, sizes: Sizes): Promise<void> {
  const { users, records, entries } = sizes;
  const run = (sql: string, ...values: unknown[]) => {
    const given = [...values].map(String);
    return client.query(sql.replace(/:ws\b/g, `'${workspace}'`).replace(/:owner\b/g, `'${owner}'`), given);
  };
  const id = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  const user = (n: string) => id('usr', `1 + (${n}) % ${users}`);
  for (const table of ['audit_entries', 'events', 'webhook_deliveries'])
    await run(`select ensure_partitions('${table}', now() - interval '13 months', now())`);
  await run(
    `insert into users (workspace_id, id, email, display_name, status, roles, created_at, updated_at, revision)
     select :ws, ${id('usr')}, 'user' || n || '@example.com', 'User ' || n, (array['active', 'active', 'pending', 'suspended'])[1 + n % 4],
       case when n % 3 = 0 then array['office:viewer'] else '{}' end, now() - n * interval '1 minute', now() - n % 7000 * interval '1 minute', 1
     from generate_series(1, $1::int) n`,
    users,
  );
  await run(
    `insert into factors (workspace_id, id, user_id, type, name, created_at, updated_at, revision)
     select :ws, ${id('fct')}, ${id('usr')}, 'totp', 'Phone', t.at, t.at, 1
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '1 minute' as at) t`,
    users,
  );
  await run(
    `insert into groups (workspace_id, id, name, description, roles, member_count, created_at, updated_at, revision)
     select :ws, ${id('grp')}, 'Group ' || n, '', case n when 1 then array['office:member'] when 2 then array['guard:admin'] else '{}' end,
       case n when 1 then $1::int / 2 when 2 then 5 else 0 end, now() - n * interval '1 hour', now() - n * interval '1 hour', 1
     from generate_series(1, $1::int / 100) n`,
    users,
  );
  await run(
    `insert into group_members (workspace_id, group_id, user_id, created_at)
     select :ws, ${id('grp', '1')}, ${id('usr', 'n * 2')}, now() from generate_series(1, $1::int / 2) n
     union all select :ws, ${id('grp', '2')}, ${id('usr', 'n')}, now() from generate_series(1, 5) n`,
    users,
  );
  await run(
    `insert into sessions (workspace_id, id, user_id, auth_method, last_active_at, expires_at, revoked_at, created_at, updated_at, revision)
     select :ws, ${id('ses', '$1::int - n')}, ${user('n')}, 'password', t.at + n % 97 * interval '1 minute', t.at + interval '14 days',
       case when n % 50 = 0 or n % ($1::int / 50000 + 1) > 0 then t.at + interval '1 hour' end, t.at, t.at, 1
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '90 days' / $1::int as at) t`,
    records,
  );
  await run(
    `insert into documents (workspace_id, id, title, content, content_type, status, owner_id, permissions, tags, created_at, updated_at, revision, deleted_at, purge_at)
     select :ws, ${id('doc', '$1::int - n')}, 'Document ' || n::bigint * 7919 % $1::int, '<p>We met.</p>', 'html',
       (array['draft', 'published', 'published', 'archived'])[1 + n % 4], ${user('n')},
       jsonb_build_object('visibility', case when n % 1000 = 0 then 'workspace' when n % 1001 = 0 then 'public' else 'private' end),
       case when n % 5 = 0 then array['plan', 'q' || n % 4] when n % 9999 = 0 then array['rare'] else '{}' end, t.at, t.at, 1, d.at, d.at + interval '30 days'
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '300 days' / $1::int as at) t,
       lateral (select case when n % 52 = 0 then t.at end as at) d`,
    records,
  );
  const tenth = Math.max(10_000, records / 10);
  await run(
    `insert into files (workspace_id, id, name, mime_type, size_bytes, tags, uploaded_by, blob_key, created_at, updated_at, revision)
     select :ws, ${id('fil', '$1::int - n')}, 'File ' || n, (array['text/plain', 'application/pdf'])[1 + n % 2], n, case when n % 3 = 0 then array['plan'] else '{}' end,
       ${user('n')}, 'k' || n, now() - n * interval '1 minute', now() - n * interval '1 minute', 1 from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into sheets (workspace_id, id, title, owner_id, tags, sheets, cell_count, formula_count, writes, created_at, updated_at, revision)
     select :ws, ${id('sht', '$1::int - n')}, 'Sheet ' || n, ${user('n')}, case when n % 3 = 0 then array['plan'] else '{}' end, '[]', 0, 0, 0,
       now() - n * interval '1 minute', now() - n * interval '1 minute', 1 from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into jobs (workspace_id, id, title, department, description, pipeline_id, status, channels, application_form, confirmation_mail, owner_id, tags,
       published_at, created_at, updated_at, revision)
     select :ws, ${id('job', '$1::int - n')}, 'Job ' || n, (array['Design', 'Sales', null])[1 + n % 3], '', p.id, (array['published', 'draft', 'closed'])[1 + n % 3],
       '{careers_site}', '{"fields": []}', true, ${user('n')}, case when n % 3 = 0 then array['plan'] else '{}' end, now() - n * interval '1 minute',
       now() - n * interval '1 minute', now() - n * interval '1 minute', 1
     from generate_series(1, $1::int) n, careers_pipelines p where p.workspace_id = :ws and p.is_default`,
    tenth,
  );
  await run(
    `insert into applications (workspace_id, id, job_id, owner_id, status, stage_id, candidate, email_digest, answers, tags, score, scorecard_count, created_at, updated_at, revision)
     select :ws, ${id('app', '$1::int - n')}, ${id('job', '1')}, :owner, (array['active', 'active', 'disqualified', 'withdrawn'])[1 + n % 4], p.stage_ids[1 + n % 5],
       jsonb_build_object('display_name', 'Candidate ' || n, 'email', 'c' || n || '@example.com', 'phone', null), 'd' || n, '[]',
       case when n % 3 = 0 then array['plan'] when n % 9999 = 0 then array['rare'] else '{}' end, case when n % 2 = 0 then 1 + n % 300 / 100.0 end, n % 2,
       now() - n * interval '1 minute', now() - n % 7000 * interval '1 minute', 1
     from generate_series(1, $1::int) n, careers_pipelines p where p.workspace_id = :ws and p.is_default`,
    tenth,
  );
  await run(APPLICATION_HISTORY);
  await run(
    `insert into api_keys (workspace_id, id, name, scopes, hash, key_prefix, last_four, created_by, created_at, updated_at, revision, expires_at, revoked_at)
     select :ws, ${id('key')}, 'Key ' || n, '{office:read}', 'h' || n, 'wsk', 'abcd', :owner, now() - n * interval '1 minute', now() - n * interval '1 minute', 1,
       case when n % 3 = 0 then now() - interval '1 day' end, case when n % 5 = 0 then now() end from generate_series(1, 10000) n`,
  );
  await run(
    `insert into oauth_clients (workspace_id, id, name, type, redirect_uris, scopes, created_at, updated_at, revision, revoked_at)
     select :ws, ${id('cli')}, 'Client ' || n, 'public', '{http://127.0.0.1/}', '{office:read}', now() - n * interval '1 minute',
       now() - n * interval '1 minute', 1, case when n % 100 = 0 then now() end from generate_series(1, 10000) n`,
  );
  await run(
    `insert into webhooks (workspace_id, id, url, events, apps, description, secret, status, created_by, created_at, updated_at, revision,
       consecutive_failures, slow, sees_private) values (:ws, ${id('wh', '1')}, 'http://127.0.0.1:9/', '{office.*}', '{office}', '', '', 'paused', :owner, now(), now(), 1, 0, false, '{}')`,
  );
  await run(
    `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status, attempt_count, created_at)
     select :ws, ${id('dlv', '$1::int - n')}, ${id('wh', '1')}, ${id('evt')}, (array['office.document.created', 'office.document.updated'])[1 + n % 2], t.at,
       case when n % 500 = 0 then 'failed' else 'succeeded' end, 1, t.at
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '29 days' / $1::int as at) t`,
    records,
  );
  await run(
    `insert into events (workspace_id, id, type, timestamp, actor_type, payload, sequence, position)
     select :ws, ${id('evt')}, case when n = 10 then 'office.document.deleted' else (array['office.document.created', 'office.document.updated'])[1 + n % 2] end,
       now() - interval '29 days' + n * interval '29 days' / $1::int, 'system', '{}', n + 1000, n + 1000
     from generate_series(1, $1::int) n`,
    records,
  );
  await run(
    `insert into event_sequences (workspace_id, last) values (:ws, $1::bigint + 1000)
     on conflict (workspace_id) do update set last = excluded.last`,
    records,
  );
  await run(
    `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, resource_id, outcome, ip_address, client_id, client_name)
     select :ws, ${id('evt')}, t.at, 'user', ${user('n % 500')}, a.action,
       substring(a.action from '^\\w+\\.\\w+'), ${id('doc', 'case when n % 2 = 0 then 1 else n % 9000 end')}, (array['success', 'denied', 'failure'])[greatest(1, n % 300 - 296)], '203.0.113.' || n % 200,
       case when n % 3 = 0 then ${id('cli', '1 + n % 7')} end, case when n % 3 = 0 then 'App ' || 1 + n % 7 end
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '360 days' / $1::int as at) t,
       lateral (select case when n % 30000 = 7 then 'access.user.deleted' else (array['office.document.created', 'office.document.updated', 'office.document.deleted',
         'access.session.created', 'office.file.uploaded', 'access.user.updated'])[1 + n * 7 % 6] end as action) a`,
    entries,
  );
  await run(
    `insert into guard_exports (workspace_id, id, status, format, gzip, filters, row_count, requested_by, attempts, created_at, updated_at, revision)
     select :ws, ${id('exp', '$1::int - n')}, (array['expired', 'expired', 'failed', 'cancelled'])[1 + n % 4], (array['csv', 'json', 'jsonl'])[1 + n % 3],
       false, '{}', n, ${user('n')}, 1, now() - n * interval '1 minute', now() - n * interval '1 minute', 1 from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into audit_checkpoints (workspace_id, id, number, head_sequence, head_hash, count, previous_hash, created_at, signature)
     select :ws, ${id('chk')}, n, n, 'h' || n, n, 'h', now() - ($1::int - n) * interval '1 hour', 's' || n from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into projects (workspace_id, id, name, description, status, start_date, target_date, owner_id, tags, created_at, updated_at, revision)
     select :ws, ${id('prj')}, 'Project ' || n, '', (array['planning', 'active', 'active', 'completed'])[1 + n % 4], d.day, d.day + 90, ${user('n')},
       case when n % 5 = 0 then array['plan'] when n % 9999 = 0 then array['rare'] else '{}' end, now() - n * interval '1 minute', now() - n * interval '1 minute', 1
     from generate_series(1, $1::int) n, lateral (select case when n % 3 <> 0 then current_date - n % 400 end as day) d`,
    tenth,
  );
  await run(
    `insert into project_members (workspace_id, project_id, user_id, role, created_at)
     select :ws, ${id('prj')}, ${user('n')}, 'admin', now() from generate_series(1, $1::int) n
     union select :ws, ${id('prj', 'n * 100')}, ${id('usr', '1')}, 'member', now() from generate_series(1, 90) n`,
    tenth,
  );
  await run(
    `insert into tasks (workspace_id, id, project_id, parent_id, title, description, status, priority, assignee_id, due_date, labels, tags, sprint_id, rank,
       blocked_by, time_spent_seconds, created_at, updated_at, revision, deleted_at, purge_at)
     select :ws, ${id('task', '$1::int - n')}, ${id('prj', '1')}, case when n % 10 = 0 then ${id('task', '$1::int - n + 1')} end,
       'Task ' || n::bigint * 7919 % $1::int, '', (array['todo', 'in_progress', 'done', 'done', 'done', 'in_review', 'cancelled'])[1 + n % 7],
       (array['none', 'low', 'medium', 'none', 'high', 'none', 'urgent'])[1 + n % 7], case when n % 4 <> 0 then ${user('n % 500')} end,
       case when n % 3 <> 0 then current_date + n % 700 - 350 end, case when n % 6 = 0 then array['bug', 'l' || n % 9] when n % 9999 = 0 then array['rare'] else '{}' end,
       case when n % 5 = 0 then array['plan'] when n % 9999 = 0 then array['rare'] else '{}' end, case when n % 3 = 0 then ${id('spr', '1 + n % 40')} end,
       'j' || lpad(n::text, 10, '0'), '{}', 0, t.at, t.at, 1, d.at, d.at + interval '30 days'
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '300 days' / $1::int as at) t,
       lateral (select case when n % 52 = 0 then t.at end as at) d`,
    records,
  );
  await run(
    `insert into sales_pipelines (workspace_id, id, name, currency, stage_ids, created_at, updated_at, revision)
     select :ws, ${id('pip')}, 'Pipeline ' || n, 'USD', array(select ${id('stg', 'n * 5 + m')} from generate_series(1, 5) m), now(), now(), 1
     from generate_series(1, 3) n`,
  );
  await run(
    `insert into sales_stages (workspace_id, id, pipeline_id, name, probability, created_at, updated_at, revision)
     select :ws, ${id('stg', 'n * 5 + m')}, ${id('pip')}, 'Stage ' || m, m * 15, now(), now(), 1
     from generate_series(1, 3) n, generate_series(1, 5) m`,
  );
  await run(
    `insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, owner_id, contact_ids, project_id,
       expected_close_date, closed_at, external_id, tags, created_at, updated_at, revision)
     select :ws, ${id('deal', '$1::int - n')}, 'Deal ' || n::bigint * 7919 % $1::int, ${id('pip', '1 + n % 3')}, ${id('stg', '(1 + n % 3) * 5 + 1 + n / 3 % 5')},
       n % 10000 * 1.25, case when n % 50 = 0 then 'EUR' else 'USD' end, s.status, case when n % 40 <> 0 then ${user('n')} end,
       case when n % 4 = 0 then array[${id('cnt', 'n % 5000')}] else '{}' end, case when n % 10 = 0 then ${id('prj', '1 + n % 900')} end,
       case when n % 5 <> 0 then current_date + n % 700 - 350 end, case when s.status in ('won', 'lost') then t.at end,
       case when n % 3 = 0 then 'crm-' || n end,
       case when n % 5 = 0 then array['plan', 'q' || n % 4] when n % 9999 = 0 then array['rare'] else '{}' end, t.at, t.at, 1
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '300 days' / $1::int as at) t,
       lateral (select (array['open', 'open', 'won', 'lost', 'archived'])[1 + n % 5] as status) s`,
    records,
  );
  await run(DEAL_HISTORY);
  await run(
    `insert into sales_activities (workspace_id, id, deal_id, type, note, occurred_at, created_by, created_at, updated_at, revision)
     select :ws, ${id('act')}, ${id('deal', 'n % 100')}, (array['call', 'email', 'meeting', 'note', 'task'])[1 + n % 5], 'They call back.',
       now() - n * interval '1 minute', :owner, now(), now(), 1 from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into sales_contacts (workspace_id, id, display_name, email, organization_name, custom_fields, owner_id, tags, status, created_at, updated_at, revision, deleted_at, purge_at)
     select :ws, ${id('cnt', '$1::int - n')}, 'User ' || n::bigint * 7919 % $1::int, 'user' || n || '@company' || n % 100 || '.example', 'Company ' || n % 100, '{}', ${user('n')},
       case when n % 5 = 0 then array['plan', 'q' || n % 4] when n % 9999 = 0 then array['rare'] else '{}' end, case when n % 500 = 0 then 'archived' else 'active' end,
       t.at, t.at, 1, d.at, d.at + interval '30 days'
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '300 days' / $1::int as at) t,
       lateral (select case when n % 100 = 0 then t.at end as at) d`,
    records,
  );
  await run(
    `insert into sales_contact_activities (workspace_id, id, contact_id, type, note, mentions, occurred_at, created_by, created_at, updated_at, revision)
     select :ws, ${id('cact')}, ${id('cnt', '1 + n % 90')}, 'note', 'They call back.', '{}',
       now() - n * interval '1 minute', :owner, now(), now(), 1 from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into task_comments (workspace_id, id, task_id, project_id, body, mentions, author_id, created_at, updated_at, revision)
     select :ws, ${id('cmt')}, ${id('task', '1')}, ${id('prj', '1')}, 'Done.', '{}', ${user('n')}, now() - n * interval '1 minute', now() - n * interval '1 minute', 1
     from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into time_entries (workspace_id, id, task_id, project_id, user_id, duration_seconds, date, note, source, long_running, billable, hourly_rate,
       created_at, updated_at, revision)
     select :ws, ${id('tme', '$1::int - n')}, ${id('task', '1 + n % 5000')}, ${id('prj', '1 + n % 20')}, ${user('n % 500')}, 1 + n::bigint * 7919 % 36000,
       t.at::date, '', 'manual', false, n % 3 = 0, 90, t.at, t.at, 1
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '300 days' / $1::int as at) t`,
    records,
  );
  await run(TIME_SPENT);
  // A timer becomes an entry of the same number, so none of these has the number of an entry.
  await run(
    `insert into timers (workspace_id, id, task_id, project_id, user_id, started_at, reminded_at, created_at, updated_at, revision)
     select :ws, ${id('tmr', '1000000000 + $1::int - n')}, ${id('task', '1 + n % 5000')}, ${id('prj', '1 + n % 20')}, ${id('usr')}, t.at, now(), t.at, t.at, 1
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '1 second' as at) t`,
    users,
  );
  await run(
    `insert into recurrences (workspace_id, id, task_id, project_id, rule, trigger, begins_on, occurs_on, status, created_at, updated_at, revision)
     select :ws, ${id('rec', '$1::int - n')}, ${id('task')}, ${id('prj', '1 + n % 20')}, 'FREQ=DAILY', 'done', current_date - n % 300, current_date - n % 200,
       (array['active', 'ended'])[1 + n % 2], t.at, t.at, 1
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '1 minute' as at) t`,
    tenth,
  );
  await run(
    `insert into sales_imports (workspace_id, id, status, name, dry_run, mapping, ignored_columns, row_count, processed_count, created_count, updated_count,
       error_count, errors, created_by, holder, blob_key, created_at, updated_at, revision)
     select :ws, ${id('imp', '$1::int - n')}, (array['completed', 'completed', 'cancelled'])[1 + n % 3], 'contacts.csv', false, '{}', '{}', n, n, n, 0, 0, '[]', ${user('n')},
       '{}', 'k' || n, now() - n * interval '1 minute', now() - n * interval '1 minute', 1 from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into imports (workspace_id, id, status, dry_run, sample, files, sources, match_by, time_zone, mapping, people, preview, counts, not_taken, row_count,
       processed_count, waiting_count, problem_count, undone_count, kept_count, created_by, apps, credential, options, file_index, file_rows, undo_started,
       attempts, created_at, updated_at, revision)
     select :ws, ${id('imf', '$1::int - n')}, (array['completed', 'completed', 'cancelled'])[1 + n % 3], false, false, '[]', '{"blobs":[]}', '{}', 'UTC', '[]', '[]', '[]', '[]',
       '[]', n, n, 0, 0, 0, 0, ${user('n')}, '{project}', '{}', '{}', 0, 0, false, 0, now() - n * interval '1 minute', now() - n * interval '1 minute', 1
     from generate_series(1, $1::int) n`,
    tenth,
  );
  await run(
    `insert into import_problems (workspace_id, id, import_id, level, file, line, field, kind, code, message, created_at, updated_at, revision)
     select :ws, ${id('ipb')}, ${id('imf', '1')}, (array['error', 'error', 'warning', 'skipped'])[1 + n % 4], 'tasks.csv', n, 'title', 'task', 'required',
       'title is required.', now() - n * interval '1 minute', now() - n * interval '1 minute', 1 from generate_series(1, 10000) n`,
  );
  await run(
    `insert into sprints (workspace_id, id, project_id, name, goal, start_date, end_date, status, created_at, updated_at, revision)
     select :ws, ${id('spr')}, ${id('prj', '1')}, 'Sprint ' || n, '', d.day, d.day + 13, case when n = 1 then 'active' when n < 500 then 'planned' else 'completed' end,
       now() - n * interval '1 minute', now() - n * interval '1 minute', 1
     from generate_series(1, 10000) n, lateral (select case when n % 3 <> 0 then current_date - n % 400 end as day) d`,
  );
  await run(
    `insert into calendar_feeds (workspace_id, id, project_id, user_id, token_hash, created_at, updated_at, revision)
     select :ws, ${id('cal')}, ${id('prj', '1 + n % 20')}, ${user('n')}, 'h' || n, now() - n * interval '1 minute', now() - n * interval '1 minute', 1
     from generate_series(1, 10000) n`,
  );
  await run(
    `insert into alerts (workspace_id, id, rule_id, title, severity, status, resolution, dedup_key, event_count, first_event_at, last_event_at,
       sample_audit_ids, dedup_until, created_at, updated_at, revision)
     select :ws, ${id('alr')}, ${id('rul', 'n % 20')}, 'Alert ' || n, (array['low', 'medium', 'high'])[1 + n % 3],
       (array['open', 'acknowledged', 'resolved'])[1 + n % 3], case when n % 3 = 2 then 'benign' end, 'actor_id:' || n, 1, t.at, t.at, '{}', t.at, t.at, t.at, 1
     from generate_series(1, $1::int) n, lateral (select now() - n * interval '300 days' / $1::int as at) t`,
    tenth,
  );
}
