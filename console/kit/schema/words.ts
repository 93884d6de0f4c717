import { inEnglish } from '../words.js';
import { t, translated } from '../language.js';

/**
 * Labels of fields whose names in the API are not what people call them. A key is the name of the field, or `<list>.<field>`
 * where lists differ; of a field within another one, `<field>.<part>`.
 */
export const LABELS: Record<string, string> = {
  accent_color: t('Colour'),
  application_retention_days: t('Keep rejected candidates for (days)'),
  auto_archive_days: t('Archive completed projects after (days)'),
  confirmation_mail: t('Confirm applications by mail'),
  default_duration_days: t('Days until the target date'),
  display_name: t('Name'),
  due_offset_days: t('Due, in days after the start'),
  due_reminder_days: t('Remind of due tasks (days before)'),
  email: 'E-mail',
  external_id: t('Number in another system'),
  initial_sheets: t('Tabs'),
  is_default: t('Use for new jobs'),
  job_page: t('Job on your careers page'),
  mentions: t('People to tell'),
  notify_candidate: t('Send the candidate a mail'),
  notify_delay_minutes: t('Send it after (minutes)'),
  occurred_at: t('When'),
  organization_name: t('Company'),
  probability: t('Probability (%)'),
  stage_note: t('Note'),
  stop_running: t('Stop the timer that runs'),
  time_locked_before: t('Lock time before'),
  time_rounding: t('Rounding in reports'),
  time_rounding_minutes: t('Round to (minutes)'),
  timer_reminder_hours: t('Remind of a running timer (hours)'),
};

/** Help below an input, by the same keys. Most fields need none. */
export const HELP: Record<string, string> = {
  application_retention_days: t('Then their names, answers and files are removed for good.'),
  blocked_by: t('Tasks of this project that come first.'),
  channels: t('They replace the channels that the job had.'),
  confirmation_mail: t('Each candidate gets one when their application arrives.'),
  due_offset_days: t('Empty: no due date.'),
  external_id: t('Imports find the record by it, so each is there once.'),
  hourly_rate: t('For members who have no rate of their own.'),
  job_page: t('With {id} where the number of the job stands.'),
  move_open_tasks_to: t('Empty: they stay in the project without a sprint.'),
  occurred_at: t('Empty: now.'),
  notify_candidate: t('Without the reason.'),
  notify_delay_minutes: t('If you reopen the application before, no mail is sent.'),
  stop_running: t('Otherwise a timer that runs is in the way.'),
  time_locked_before: t('Nobody can log or change time before this day.'),
  time_rounding: t('Time stays as it was logged.'),
  time_zone: t('Decides what a day, a week and a month are.'),
  'contacts.email': t('Or a name: a contact has at least one of the two.'),
  'contacts.custom_fields': t('Anything else that you keep about people.'),
  'pipelines.currency': t('For new deals, and for the sums of the board.'),
  'projects.billable': t('Time on this project is billed, unless an entry says otherwise.'),
  'projects.owner_id': t('Becomes a member who may change everything in the project.'),
  'projects.template_id': t('Its tasks and members are copied.'),
  'members.hourly_rate': t('From now on. Empty: the rate of the project.'),
  'sheets.initial_sheets': t('Empty: one tab of 1,000 rows and 26 columns.'),
  'templates.members': t('Who is in each project that is created from it.'),
  'workspace.accent_color': t('On buttons of mails, sign-in and careers pages.'),
  'workspace.currency': t('For new pipelines.'),
  'workspace.language': t('Of mail to candidates and people who have not chosen one.'),
  'workspace.logo': t('On sign-in and careers pages. It is made small.'),
  'workspace.name': t('Candidates and people whom you invite read it.'),
};

/** The words for a field. `within` is the part of the path that names the list, or the field that it is a part of. */
export const helpOf = (name: string, within: string): string => HELP[`${within}.${name}`] ?? HELP[name] ?? '';

/** `contact_ids` → `Contacts`, `duration_seconds` → `Duration`. */
export const labelOf = (name: string, within = ''): string =>
  LABELS[`${within}.${name}`] ?? LABELS[name] ?? translated(labelInEnglish(name));

/** The label of a field that people call as the API does, in English. */
export const labelInEnglish = (name: string): string => inEnglish(name.replace(/_ids$/, 's').replace(/_seconds$/, ''));

/** `/v1/sales/deals/{id}` → `deals`. */
export const listOf = (path: string): string => path.split('/').findLast((part) => /^[a-z-]+$/.test(part)) ?? '';
