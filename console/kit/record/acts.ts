import type { Values } from '../schema/fields.js';
import type { Request } from '../schema/form.js';
import { t } from '../language.js';

/** How an action of the API is offered. */
export interface Offer {
  /** The route of the action. */
  path: string;
  /** The verb, as a button says it. */
  label: string;
  /** The records for which it is offered. Default: all that are not deleted. */
  when?: (record: Values) => boolean;
  /** It stands beside the title; others are in the menu. */
  first?: boolean;
  /** It takes something away. */
  danger?: boolean;
  /** Parts of the body that the button stands for. */
  fixed?: Values;
  /** The fields that the form asks for; none: it is done at once. */
  only?: readonly string[];
  /** The consequence, which is asked about before. */
  asks?: string;
  /** Said when it is done. */
  done: string;
  /** The request that takes it back. */
  undo?: (record: Values) => Request & { body?: Values };
}

const is =
  (...states: string[]) =>
  ({ status }: Values) =>
    states.includes(status);

const patch =
  (path: string, body: (record: Values) => Values): Offer['undo'] =>
  (record) => ({ method: 'patch', path, names: { id: record.id }, body: body(record) });

const back = ({ status }: Values) => ({ status });

const DEAL = '/v1/sales/deals/{id}';
const JOB = '/v1/careers/jobs/{id}';
const APPLICATION = '/v1/careers/applications/{id}';
const PROJECT = '/v1/project/projects/{id}';
const SPRINT = '/v1/project/sprints/{id}';

const close = (outcome: 'won' | 'lost'): Offer => ({
  path: `${DEAL}/close`,
  label: outcome === 'won' ? t('Won') : t('Lost'),
  when: is('open'),
  first: true,
  fixed: { outcome },
  only: ['close_reason'],
  done: t('The deal is {outcome}.', { outcome }),
  undo: patch(DEAL, () => ({ status: 'open' })),
});

/** How a deal is closed. */
export const CLOSE = { won: close('won'), lost: close('lost') };

const reopen: Offer['undo'] = ({ id }) => ({ method: 'post', path: `${APPLICATION}/reopen`, names: { id } });

/** The actions whose names, states and consequences people know better than the contract. */
const OFFERS: readonly Offer[] = [
  CLOSE.won,
  CLOSE.lost,
  {
    path: `${JOB}/publish`,
    label: t('Publish'),
    when: is('draft', 'paused', 'closed'),
    first: true,
    only: ['channels'],
    done: t('The job is published.'),
  },
  {
    path: `${JOB}/pause`,
    label: t('Pause'),
    when: is('published'),
    done: t('The job is paused.'),
    undo: ({ id, channels }) => ({ method: 'post', path: `${JOB}/publish`, names: { id }, body: { channels } }),
  },
  {
    path: `${JOB}/close`,
    label: t('Close'),
    when: is('published', 'paused'),
    first: true,
    only: ['close_reason'],
    done: t('The job is closed.'),
    undo: patch(JOB, back),
  },
  {
    path: `${JOB}/archive`,
    label: t('Archive'),
    when: is('draft', 'closed'),
    done: t('The job is archived.'),
    undo: patch(JOB, back),
  },
  {
    path: `${APPLICATION}/disqualify`,
    label: t('Reject'),
    when: is('active'),
    first: true,
    danger: true,
    only: ['reason', 'notify_candidate', 'notify_delay_minutes'],
    done: t('The candidate is rejected.'),
    undo: reopen,
  },
  {
    path: `${APPLICATION}/withdraw`,
    label: t('Candidate withdrew'),
    when: is('active'),
    done: t('The application is withdrawn.'),
    undo: reopen,
  },
  {
    path: `${APPLICATION}/reopen`,
    label: t('Reopen'),
    when: (record) => is('disqualified', 'withdrawn')(record) && !record.anonymized_at,
    first: true,
    done: t('The application is active again.'),
  },
  {
    path: `${APPLICATION}/anonymize`,
    label: t('Anonymize'),
    when: ({ anonymized_at }) => !anonymized_at,
    danger: true,
    asks: t(
      'Name, address, answers, files, notes and scorecards are removed for good. The application stays in the figures.',
    ),
    done: t('The application is anonymized.'),
  },
  {
    path: `${PROJECT}/archive`,
    label: t('Archive'),
    when: ({ status }) => status !== 'archived',
    done: t('The project is archived.'),
    undo: patch(PROJECT, back),
  },
  {
    path: `${PROJECT}/save-as-template`,
    label: t('Save as template'),
    only: ['name', 'description'],
    done: t('Template created.'),
  },
  { path: `${PROJECT}/members`, label: t('Add members'), only: ['members'], done: t('They are members.') },
  { path: `${SPRINT}/start`, label: t('Start'), when: is('planned'), first: true, done: t('The sprint runs.') },
  {
    path: `${SPRINT}/complete`,
    label: t('Complete'),
    when: is('active'),
    first: true,
    only: ['move_open_tasks_to'],
    asks: t('Tasks that are not done leave the sprint.'),
    done: t('The sprint is complete.'),
  },
  {
    path: '/v1/sales/contacts/{id}/unmerge',
    label: t('Undo the merge'),
    when: ({ merged_into_id }) => Boolean(merged_into_id),
    first: true,
    done: t('The contact stands by itself again.'),
  },
  {
    path: '/v1/project/tasks/{id}/subtasks',
    label: t('Add a subtask'),
    when: ({ parent_id }) => !parent_id,
    only: ['title', 'description', 'priority', 'assignee_id', 'due_date', 'labels', 'tags', 'blocked_by'],
    done: t('Subtask created.'),
  },
  {
    path: '/v1/project/time-entries/{id}/continue',
    label: t('Go on'),
    only: [],
    done: t('The timer runs.'),
  },
];

/** Actions that other parts of the console offer in a better way. */
export const ELSEWHERE = new Set(['/v1/project/tasks/{id}/move', '/v1/sales/pipelines/{id}/stages']);

export const offersOf = (path: string): Offer[] => OFFERS.filter((offer) => offer.path.startsWith(`${path}/`));

/** The consequence of deleting a record that has no trash, by how its id begins. */
export const GONE: Record<string, string> = {
  prj: t('Its tasks, sprints and time entries go with it.'),
  job: t('Its applications go with it.'),
  spr: t('Its tasks stay in the project.'),
  pip: t('Its stages go with it.'),
  cpl: t('Its stages go with it.'),
  tpl: t('Projects that were made from it stay.'),
  imp: t('Contacts that it has made already stay.'),
};
