import { worded } from '../words.js';

/**
 * Labels of fields whose names in the API are not what people call them. A key is the name of the field, or `<list>.<field>`
 * where lists differ; of a field within another one, `<field>.<part>`.
 */
export const LABELS: Record<string, string> = {
  application_retention_days: 'Keep rejected candidates for (days)',
  auto_archive_days: 'Archive completed projects after (days)',
  confirmation_mail: 'Confirm applications by mail',
  default_duration_days: 'Days until the target date',
  display_name: 'Name',
  due_offset_days: 'Due, in days after the start',
  due_reminder_days: 'Remind of due tasks (days before)',
  email: 'E-mail',
  external_id: 'Number in another system',
  initial_sheets: 'Tabs',
  is_default: 'Use for new jobs',
  job_page: 'Job on your careers page',
  mentions: 'People to tell',
  notify_candidate: 'Send the candidate a mail',
  notify_delay_minutes: 'Send it after (minutes)',
  occurred_at: 'When',
  organization_name: 'Company',
  probability: 'Probability (%)',
  stage_note: 'Note',
  stop_running: 'Stop the timer that runs',
  time_locked_before: 'Lock time before',
  time_rounding: 'Rounding in reports',
  time_rounding_minutes: 'Round to (minutes)',
  timer_reminder_hours: 'Remind of a running timer (hours)',
};

/** Help below an input, by the same keys. Most fields need none. */
export const HELP: Record<string, string> = {
  application_retention_days: 'Then their names, answers and files are removed for good.',
  blocked_by: 'Tasks of this project that come first.',
  channels: 'They replace the channels that the job had.',
  confirmation_mail: 'Each candidate gets one when their application arrives.',
  due_offset_days: 'Empty: no due date.',
  external_id: 'Imports find the record by it, so each is there once.',
  hourly_rate: 'For members who have no rate of their own.',
  job_page: 'With {id} where the number of the job stands.',
  move_open_tasks_to: 'Empty: they stay in the project without a sprint.',
  occurred_at: 'Empty: now.',
  notify_candidate: 'Without the reason.',
  notify_delay_minutes: 'If you reopen the application before, no mail is sent.',
  stop_running: 'Otherwise a timer that runs is in the way.',
  time_locked_before: 'Nobody can log or change time before this day.',
  time_rounding: 'Time stays as it was logged.',
  time_zone: 'Decides what a day, a week and a month are.',
  'contacts.email': 'Or a name: a contact has at least one of the two.',
  'contacts.custom_fields': 'Anything else that you keep about people.',
  'pipelines.currency': 'For new deals, and for the sums of the board.',
  'projects.billable': 'Time on this project is billed, unless an entry says otherwise.',
  'projects.owner_id': 'Becomes a member who may change everything in the project.',
  'projects.template_id': 'Its tasks and members are copied.',
  'members.hourly_rate': 'From now on. Empty: the rate of the project.',
  'sheets.initial_sheets': 'Empty: one tab of 1,000 rows and 26 columns.',
  'templates.members': 'Who is in each project that is created from it.',
  'workspace.currency': 'For new pipelines.',
  'workspace.name': 'Candidates and people whom you invite read it.',
};

/** The words for a field. `within` is the part of the path that names the list, or the field that it is a part of. */
export const helpOf = (name: string, within: string): string => HELP[`${within}.${name}`] ?? HELP[name] ?? '';

/** `contact_ids` → `Contacts`, `duration_seconds` → `Duration`. */
export const labelOf = (name: string, within = ''): string =>
  LABELS[`${within}.${name}`] ?? LABELS[name] ?? worded(name.replace(/_ids$/, 's').replace(/_seconds$/, ''));

/** `/v1/sales/deals/{id}` → `deals`. */
export const listOf = (path: string): string => path.split('/').findLast((part) => /^[a-z-]+$/.test(part)) ?? '';
