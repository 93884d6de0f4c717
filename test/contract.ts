/** One row of the specification's endpoint tables: the request, the answer. */
export interface Row {
  method: string;
  /** Without the query; `{name}` stands for a part that varies. */
  path: string;
  status: number;
  /** Query parameters that the route takes. */
  query: string[];
  /** Fields that the body may have. */
  body: string[];
  /** Fields of the answer, dotted where they are nested; of each record where the answer is a page. */
  fields: string[];
  page: boolean;
}

interface Facts {
  query?: string;
  body?: string;
}

type Answer = Pick<Row, 'status' | 'fields' | 'page'>;

const words = (text = '') => text.split(/\s+/).filter(Boolean);
const answer = (status: number, page: boolean) => (fields: string) => ({ status, page, fields: words(fields) });

const page = answer(200, true);
const ok = answer(200, false);
const created = answer(201, false);
const accepted = answer(202, false);
const nothing: Answer = { status: 204, fields: [], page: false };
const redirect: Answer = { status: 302, fields: [], page: false };

function row(method: string, path: string, { query, body }: Facts, result: Answer): Row {
  return { method, path, query: words(query), body: words(body), ...result };
}

const get = (path: string, result: Answer, query?: string) => row('GET', path, { query }, result);
const post = (path: string, body: string, result: Answer) => row('POST', path, { body }, result);
const put = (path: string, body: string, result: Answer) => row('PUT', path, { body }, result);
const patch = (path: string, body: string, result: Answer) => row('PATCH', path, { body }, result);
const remove = (path: string, query?: string) => row('DELETE', path, { query }, nothing);

// Records that several rows answer.
const documentItem = 'id title status owner_id created_at updated_at';
const document = `${documentItem} content content_type permissions.visibility revision updated_by tags deleted_at`;
const file = 'id name mime_type size_bytes uploaded_by created_at';
const upload =
  'session_id status name mime_type size_bytes part_size_bytes part_count received_parts received_bytes next_part_number expires_at';
const sheet = 'id title sheet_count created_at';
const settings = 'audit_retention_days alert_retention_days export_retention_days updated_at updated_by';
const policy = 'id name effect principals resources actions status created_at';
const job =
  'id title department location employment_type description pipeline_id status application_form created_at tags';
const careersStage = 'id name order';
const application = 'id job_id status stage_id candidate answers submitted_at score';
const applicationInFull = `${application} candidate.display_name candidate.email candidate.phone scorecard.average scorecard.count scorecard.scale_max stage_history attachments disqualification`;
const salesPipeline = 'id name stage_count deal_count total_value currency';
const contact = 'id display_name email organization_name phone custom_fields owner_id status created_at tags';
const deal =
  'id title pipeline_id stage_id value currency owner_id contact_ids expected_close_date status closed_at close_reason project_id tags created_at';
const user = 'id email display_name roles status created_at';
const group = 'id name description roles member_count created_at';
const session =
  'id user_id status auth_method client_id ip_address user_agent created_at last_active_at expires_at ended_at current';
const scimList = 'schemas totalResults startIndex itemsPerPage Resources';
const scimQuery = 'filter startIndex count attributes excludedAttributes';
const scimUser = 'schemas id externalId userName name displayName active emails groups meta.version meta.location';
const scimGroup = 'schemas id externalId displayName members meta.version meta.location';
const project = 'id name description start_date target_date owner_id status tags created_at';
const task =
  'id project_id title description priority status assignee_id due_date labels sprint_id parent_id completed_at tags created_at';
const entry = 'id task_id project_id user_id duration_seconds date note source started_at ended_at created_at';
const webhook =
  'id url events description status created_at updated_at paused_reason last_success_at last_failure_at consecutive_failures';
const delivery = 'id webhook_id event_id event_type status attempt_count next_attempt_at created_at completed_at';
const replay = 'replay_id webhook_id status selection from to count handed_on created_at ended_at';
const envelope = 'id type workspace_id timestamp actor.type actor.id payload sequence';

const paging = 'limit cursor';

/**
 * The endpoints of the specification, table by table, with the statuses and fields that it or the decisions list.
 * `contract.spec.ts` holds the running application against every row.
 */
export const CONTRACT: Row[] = [
  // Office: documents
  get('/v1/office/documents', page(documentItem), `owner_id status ${paging}`),
  get('/v1/office/documents/{id}', ok(document)),
  post('/v1/office/documents', 'title content content_type permissions', created('id title status created_at')),
  patch('/v1/office/documents/{id}', 'title status content content_type permissions', ok(document)),
  remove('/v1/office/documents/{id}', 'hard'),

  // Office: files. Uploads are no JSON, so there are no body fields.
  get('/v1/office/files', page(file), `uploader_id mime_type ${paging}`),
  post('/v1/office/files', '', created(file)),
  get('/v1/office/files/{id}/download', ok('url expires_at')),
  post('/v1/office/files/upload/chunked', 'name size_bytes mime_type part_size_bytes sha256', created(upload)),
  put(
    '/v1/office/files/upload/chunked/{session_id}/parts/{part_number}',
    '',
    ok('session_id part_number size_bytes sha256 received_bytes next_part_number expires_at'),
  ),
  post('/v1/office/files/upload/chunked/{session_id}/complete', '', created(file)),
  remove('/v1/office/files/{id}'),

  // Office: spreadsheets
  get('/v1/office/sheets', page(sheet), `owner_id ${paging}`),
  post('/v1/office/sheets', 'title initial_sheets', created(sheet)),
  get('/v1/office/sheets/{id}/values', ok('range values'), 'range value_render'),
  put(
    '/v1/office/sheets/{id}/values',
    'range values value_input',
    ok('range updated_range updated_rows updated_columns updated_cells'),
  ),
  remove('/v1/office/sheets/{id}', 'hard'),

  // Guard: audit logs, settings, policies
  get(
    '/v1/guard/audit-logs',
    page(
      'id timestamp actor.type actor.id actor.email action resource.type resource.id outcome ip_address request_id user_agent changes sequence prev_hash hash',
    ),
    `actor_id action resource_type resource_id outcome from to ${paging}`,
  ),
  post('/v1/guard/audit-logs/export', 'format filters', accepted('job_id status')),
  get(
    '/v1/guard/exports/{job_id}',
    ok(
      'job_id status format filters row_count size_bytes sha256 download_url download_url_expires_at error created_at completed_at',
    ),
  ),
  get('/v1/guard/settings', ok(settings)),
  patch('/v1/guard/settings', 'audit_retention_days', ok(settings)),
  get('/v1/guard/policies', page(policy), `status effect ${paging}`),
  get('/v1/guard/policies/{id}', ok(policy)),
  post('/v1/guard/policies', 'name effect principals resources actions', created('id name status created_at')),
  patch('/v1/guard/policies/{id}', 'status name effect principals resources actions', ok(policy)),
  post(
    '/v1/guard/policies/{id}/evaluate',
    'principal resource action',
    ok('result matched_policy reason policy_matches unmatched'),
  ),
  remove('/v1/guard/policies/{id}'),

  // Careers: jobs
  get('/v1/careers/jobs', page('id title department status created_at'), `status department ${paging}`),
  get('/v1/careers/jobs/{id}', ok(job)),
  post(
    '/v1/careers/jobs',
    'title department location employment_type description pipeline_id',
    created('id title status created_at'),
  ),
  post('/v1/careers/jobs/{id}/publish', 'channels', ok(job)),
  post('/v1/careers/jobs/{id}/pause', '', ok(job)),
  post('/v1/careers/jobs/{id}/close', 'close_reason', ok(job)),
  patch('/v1/careers/jobs/{id}', 'application_form', ok(job)),
  remove('/v1/careers/jobs/{id}'),

  // Careers: stages
  get('/v1/careers/pipelines/{pipeline_id}/stages', page(careersStage), paging),
  post('/v1/careers/pipelines/{pipeline_id}/stages', 'name order', created(careersStage)),
  patch('/v1/careers/stages/{id}', 'name order', ok(careersStage)),
  put('/v1/careers/pipelines/{pipeline_id}/stages/order', 'stage_ids', ok('data.0.id data.0.name data.0.order')),
  remove('/v1/careers/stages/{id}', 'migrate_applications_to disqualify_candidates'),

  // Careers: applications
  get('/v1/careers/jobs/{job_id}/applications', page(application), `status stage_id sort ${paging}`),
  get('/v1/careers/applications/{id}', ok(applicationInFull)),
  post(
    '/v1/careers/jobs/{job_id}/applications',
    'candidate answers',
    created('id job_id status stage_id submitted_at'),
  ),
  patch('/v1/careers/applications/{id}', 'stage_id stage_note', ok(applicationInFull)),
  post('/v1/careers/applications/{id}/disqualify', 'reason notify_candidate', ok(applicationInFull)),
  post(
    '/v1/careers/applications/{id}/attachments',
    'file_id label',
    created('id file_id label name attached_by created_at'),
  ),

  // Sales: pipelines
  get('/v1/sales/pipelines', page(salesPipeline), paging),
  get('/v1/sales/pipelines/{id}', ok(`${salesPipeline} stages`)),
  post('/v1/sales/pipelines', 'name stages currency', created(salesPipeline)),
  patch('/v1/sales/pipelines/{id}', 'name stages currency', ok(salesPipeline)),
  post('/v1/sales/pipelines/{id}/stages', 'name order probability', created('id name order probability')),
  get(
    '/v1/sales/pipelines/{id}/forecast',
    ok(
      'pipeline_id period period_start period_end group_by currency groups totals.deal_count totals.total_value totals.weighted_value totals.won_count totals.won_value totals.lost_count totals.lost_value other_currencies undated.deal_count undated.total_value',
    ),
    'period group_by',
  ),
  remove('/v1/sales/pipelines/{id}'),

  // Sales: contacts
  get('/v1/sales/contacts', page('id display_name email organization_name created_at'), `q owner_id ${paging}`),
  get('/v1/sales/contacts/{id}', ok(contact)),
  post(
    '/v1/sales/contacts',
    'display_name email organization_name phone custom_fields',
    created('id display_name email created_at possible_duplicate_ids'),
  ),
  patch('/v1/sales/contacts/{id}', 'display_name email organization_name phone custom_fields owner_id', ok(contact)),
  post(
    '/v1/sales/contacts/merge',
    'primary_id duplicate_id dry_run',
    ok(`${contact} merged.deals merged.activities merged.files`),
  ),
  remove('/v1/sales/contacts/{id}', 'hard'),

  // Sales: deals
  get(
    '/v1/sales/deals',
    page('id title pipeline_id stage_id value currency owner_id status created_at'),
    `pipeline_id stage_id status owner_id sort ${paging}`,
  ),
  get('/v1/sales/deals/{id}', ok(deal)),
  post(
    '/v1/sales/deals',
    'title pipeline_id stage_id value currency owner_id contact_ids expected_close_date project_id',
    created('id title status stage_id created_at'),
  ),
  patch(
    '/v1/sales/deals/{id}',
    'title pipeline_id stage_id value currency owner_id contact_ids expected_close_date project_id status',
    ok(deal),
  ),
  post('/v1/sales/deals/{id}/close', 'outcome close_reason', ok(deal)),
  post(
    '/v1/sales/deals/{id}/activities',
    'type note occurred_at',
    created('id deal_id type note occurred_at created_by created_at'),
  ),

  // Access: users and groups
  get('/v1/access/users', page(user), `status role ${paging}`),
  get('/v1/access/users/{id}', ok(`${user} groups effective_roles last_session`)),
  post('/v1/access/users', 'email display_name roles send_invite', created('id email display_name status created_at')),
  patch('/v1/access/users/{id}', 'display_name roles', ok(user)),
  post('/v1/access/users/{id}/deactivate', '', ok(user)),
  post('/v1/access/users/{id}/password-reset', '', accepted('status')),
  remove('/v1/access/users/{id}'),
  get('/v1/access/groups', page(group), paging),
  post('/v1/access/groups', 'name description roles', created('id name member_count roles created_at')),
  post('/v1/access/groups/{id}/members', 'user_ids', ok('id member_count added')),
  remove('/v1/access/groups/{id}/members/{user_id}'),
  patch('/v1/access/groups/{id}', 'roles', ok(group)),
  remove('/v1/access/groups/{id}'),

  // Project: projects
  get('/v1/project/projects', page('id name status owner_id created_at'), `status owner_id member_id ${paging}`),
  get('/v1/project/projects/{id}', ok(project)),
  post(
    '/v1/project/projects',
    'name description start_date target_date owner_id template_id',
    created('id name status created_at'),
  ),
  patch('/v1/project/projects/{id}', 'status target_date name description start_date owner_id', ok(project)),
  post('/v1/project/projects/{id}/members', 'members', ok('')),
  remove('/v1/project/projects/{id}/members/{user_id}'),
  post('/v1/project/projects/{id}/archive', '', ok(project)),
  get(
    '/v1/project/templates',
    page('id name description default_duration_days members tasks created_by created_at updated_at'),
    paging,
  ),
  remove('/v1/project/projects/{id}'),

  // Project: tasks
  get(
    '/v1/project/projects/{project_id}/tasks',
    page('id title status priority assignee_id due_date sprint_id created_at'),
    `status assignee_id priority sprint_id ${paging}`,
  ),
  get('/v1/project/tasks/{id}', ok(`${task} subtasks time_spent_seconds`)),
  post(
    '/v1/project/projects/{project_id}/tasks',
    'title description priority assignee_id due_date labels sprint_id',
    created('id title status created_at'),
  ),
  patch('/v1/project/tasks/{id}', 'status priority title description assignee_id due_date labels sprint_id', ok(task)),
  post('/v1/project/tasks/{id}/subtasks', 'title assignee_id', created('id parent_id title status')),
  post('/v1/project/tasks/bulk-update', 'task_ids updates', ok('updated data')),
  remove('/v1/project/tasks/{id}'),

  // Project: time entries
  get('/v1/project/time-entries', page(entry), `project_id task_id user_id date_from date_to ${paging}`),
  post('/v1/project/time-entries', 'task_id user_id duration_seconds date note', created(entry)),
  post(
    '/v1/project/time-entries/start',
    'task_id user_id stop_running',
    created('timer_id task_id user_id started_at status'),
  ),
  post('/v1/project/time-entries/stop', 'timer_id note', created(`${entry} timer_id timer_status`)),
  patch('/v1/project/time-entries/{id}', 'duration_seconds note', ok(entry)),
  remove('/v1/project/time-entries/{id}'),
  get(
    '/v1/project/projects/{project_id}/time-report',
    ok(
      'project_id period period_start period_end group_by groups total.duration_seconds total.entry_count generated_at',
    ),
    'period group_by export',
  ),

  // Webhooks
  post('/v1/webhooks', 'url events description secret', created('id url secret status created_at')),
  get('/v1/webhooks', page(webhook), paging),
  patch('/v1/webhooks/{id}', 'status url events description', ok(webhook)),
  remove('/v1/webhooks/{id}'),

  // OAuth
  get('/oauth/authorize', redirect),
  post('/oauth/token', '', ok('access_token refresh_token token_type expires_in scope')),
];

/** Endpoints that the specification leaves open and the decisions settle. */
export const EXTENSIONS: Row[] = [
  // Access
  post('/v1/access/users/{id}/activate', '', ok(user)),
  post('/v1/access/users/{id}/reactivate', '', ok(user)),
  post('/v1/access/users/{id}/invite', '', accepted('status')),
  get('/v1/access/groups/{id}', ok(group)),
  get('/v1/access/groups/{id}/members', page('id email display_name status'), paging),
  get('/v1/access/roles', page('name scopes description'), paging),
  get('/v1/access/sessions', page(session), `user_id status ${paging}`),
  get('/v1/access/users/{id}/sessions', page(session), `status ${paging}`),
  remove('/v1/access/sessions/{id}'),
  post('/v1/access/users/{id}/sessions/revoke', '', ok('revoked')),
  get('/v1/access/scim/v2/ServiceProviderConfig', ok('schemas patch filter etag authenticationSchemes')),
  get('/v1/access/scim/v2/ResourceTypes', ok(scimList)),
  get('/v1/access/scim/v2/Schemas', ok(scimList)),
  get('/v1/access/scim/v2/Users', ok(scimList), scimQuery),
  get('/v1/access/scim/v2/Users/{id}', ok(scimUser)),
  post('/v1/access/scim/v2/Users', 'userName displayName name externalId active', created(scimUser)),
  put('/v1/access/scim/v2/Users/{id}', 'userName displayName name externalId active', ok(scimUser)),
  patch('/v1/access/scim/v2/Users/{id}', 'schemas Operations', ok(scimUser)),
  remove('/v1/access/scim/v2/Users/{id}'),
  get('/v1/access/scim/v2/Groups', ok(scimList), scimQuery),
  get('/v1/access/scim/v2/Groups/{id}', ok(scimGroup)),
  post('/v1/access/scim/v2/Groups', 'displayName externalId members', created(scimGroup)),
  put('/v1/access/scim/v2/Groups/{id}', 'displayName externalId members', ok(scimGroup)),
  row('PATCH', '/v1/access/scim/v2/Groups/{id}', { body: 'schemas Operations' }, nothing),
  remove('/v1/access/scim/v2/Groups/{id}'),
  get('/v1/access/me', ok(`${user} groups effective_roles last_session scopes operator workspace.id workspace.name`)),
  get('/v1/access/me/sessions', page(session), `status ${paging}`),
  remove('/v1/access/me/sessions/{id}'),

  // Webhooks and events
  get('/v1/webhooks/{id}', ok(webhook)),
  post('/v1/webhooks/{id}/rotate-secret', 'grace_period_seconds', ok(`${webhook} secret previous_secret_expires_at`)),
  post('/v1/webhooks/{id}/test', '', accepted('delivery_id')),
  get('/v1/webhooks/{id}/deliveries', page(delivery), `${paging} status event_type from to`),
  get('/v1/webhooks/{id}/deliveries/{delivery_id}', ok(`${delivery} attempts`)),
  post('/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', '', accepted(`${delivery} attempts`)),
  post('/v1/webhooks/{id}/replay', 'from to status', accepted('replay_id count')),
  remove('/v1/webhooks/{id}/replays/{replay_id}'),
  get('/v1/webhooks/{id}/replays', page(replay), `status ${paging}`),
  get('/v1/webhooks/replays', page(replay), `status ${paging}`),
  get('/v1/webhooks/{id}/replays/{replay_id}', ok(replay)),
  get('/v1/events', page(envelope), `${paging} type after_sequence from to`),
  get('/v1/events/{id}', ok(envelope)),

  // Operations
  get('/v1/operations/queues', page('name waiting active delayed failed paused'), paging),
  get('/v1/operations/queues/{name}/failed', page('id name about error attempts failed_at'), `sort ${paging}`),
  post('/v1/operations/queues/{name}/failed/retry', 'ids', accepted('queue retried')),
  get('/v1/operations/tasks', page('name every_seconds last_run_at duration_ms result error next_run_at'), paging),
  post(
    '/v1/operations/tasks/{name}/run',
    '',
    accepted('name every_seconds last_run_at duration_ms result error next_run_at'),
  ),
];
