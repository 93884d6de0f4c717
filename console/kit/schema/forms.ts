import type { Shown } from '../api.js';
import type { Values } from './fields.js';
import { t } from '../language.js';

/** Facts that a form can begin with. */
interface Known {
  me: Shown<'Me'>;
  /** Today in the workspace. */
  today: string;
}

/** The form of a record: the fields of its request schema, in the order in which people think of them. */
export interface FormOfPeople {
  /** Fields that are shown at once; those of an inner list stand side by side. */
  first: readonly (string | readonly string[])[];
  /** Fields behind *More*. Fields that are named nowhere come last there. */
  more?: readonly string[];
  /** Parts of fields that nobody is asked for: `stages.order`. */
  without?: readonly string[];
  /** Values that the form begins with. */
  start?: (known: Known) => Values;
}

const mine = ({ me }: Known): Values => ({ owner_id: me.id });

/** Stages of a new pipeline, to begin with. */
export const USUAL_STAGES = [
  { name: t('Lead'), probability: 10 },
  { name: t('Qualified'), probability: 30 },
  { name: t('Proposal'), probability: 60 },
  { name: t('Negotiation'), probability: 80 },
];

/** Notes are typed into the time line, so most of what the form is for is a call. */
const ACTIVITY: FormOfPeople = {
  first: [['type', 'occurred_at'], 'note'],
  more: ['mentions'],
  start: () => ({ type: 'call' }),
};

/** Records that people create daily, by the path of their list. */
const FORMS: Record<string, FormOfPeople> = {
  '/v1/sales/contacts/{id}/activities': ACTIVITY,
  '/v1/sales/deals/{id}/activities': ACTIVITY,
  '/v1/sales/contacts': {
    first: ['display_name', 'organization_name', ['email', 'phone'], 'owner_id'],
    more: ['tags', 'custom_fields', 'external_id'],
    start: mine,
  },
  '/v1/sales/deals': {
    first: ['title', ['value', 'currency'], 'contact_ids', ['stage_id', 'expected_close_date'], 'owner_id'],
    more: ['pipeline_id', 'project_id', 'tags', 'external_id'],
    start: mine,
  },
  '/v1/sales/pipelines': {
    first: ['name', 'currency', 'stages'],
    without: ['stages.order'],
    start: ({ me }) => ({ currency: me.workspace.currency, stages: USUAL_STAGES }),
  },
  '/v1/careers/jobs': {
    first: ['title', ['department', 'location'], 'employment_type', 'description'],
    more: ['owner_id', 'pipeline_id', 'tags', 'confirmation_mail'],
    start: mine,
  },
  '/v1/project/projects': {
    first: ['name', 'description', ['start_date', 'target_date'], 'owner_id', 'template_id'],
    more: ['billable', 'hourly_rate', 'tags'],
    start: mine,
  },
  '/v1/project/projects/{project_id}/tasks': {
    first: ['title', 'description', ['assignee_id', 'due_date'], ['priority', 'sprint_id']],
    more: ['labels', 'blocked_by', 'tags'],
  },
  '/v1/office/sheets': { first: ['title'], more: ['initial_sheets', 'owner_id', 'tags'], start: mine },
  '/v1/project/time-entries': {
    first: ['task_id', ['duration_seconds', 'date'], 'note'],
    more: ['billable'],
    start: ({ today }) => ({ date: today }),
  },
};

/** Forms that change a record have the fields of those that create it. */
const CHANGED: Record<string, string> = {
  '/v1/project/tasks': '/v1/project/projects/{project_id}/tasks',
};

/** The form of a request: `POST /v1/sales/deals` or `PATCH /v1/sales/deals/{id}`. */
export function formOf(path: string): FormOfPeople | undefined {
  const list = path.replace(/\/\{\w+\}$/, '');
  return FORMS[path] ?? FORMS[CHANGED[list] ?? list];
}
