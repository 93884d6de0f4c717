import type { Values } from '../schema/fields.js';
import { plural, t } from '../language.js';

/** A button that gives fields of all chosen records fixed values: `Publish`. */
export interface Move {
  label: string;
  sets: Values;
  /** The records that it changes. Default: all that are not in the trash. */
  when?: (record: Values) => boolean;
  /** As it is said of them: `published`. */
  done: string;
  /** The consequence, which is asked about before. */
  asks?: string;
}

/** Actions on several records of a type. Deleting and restoring them needs no declaration: the contract says whether they can be. */
export interface Several {
  /** One of them, and several: `document`, `documents`, `3 documents`. */
  noun: string;
  nouns: string;
  counted: (count: number) => string;
  /** Fields that a form sets on all of them. `tags` are added and removed, so that records keep their other ones. */
  fields: readonly string[];
  moves?: readonly Move[];
  /** The request that changes all of them. Without one, each is changed by itself, in a batch. */
  together?: { path: string; ids: string; updates: string };
}

const is =
  (...states: string[]) =>
  ({ status }: Values) =>
    states.includes(status);

/** By how the ids of the records begin. */
export const SEVERAL: Record<string, Several> = {
  doc: {
    noun: t('document'),
    nouns: t('documents'),
    counted: (count) => plural(count, '{count} document', '{count} documents'),
    fields: ['owner_id', 'tags'],
    moves: [
      {
        label: t('Publish'),
        sets: { status: 'published' },
        when: is('draft', 'archived'),
        done: t('published'),
        asks: t('Everybody who has the address of a public document can read it then, without signing in.'),
      },
      { label: t('Archive'), sets: { status: 'archived' }, when: is('draft', 'published'), done: t('archived') },
      {
        label: t('Back to draft'),
        sets: { status: 'draft' },
        when: is('published', 'archived'),
        done: t('moved back to draft'),
      },
    ],
  },
  fil: {
    noun: t('file'),
    nouns: t('files'),
    counted: (count) => plural(count, '{count} file', '{count} files'),
    fields: ['tags'],
  },
  sht: {
    noun: t('spreadsheet'),
    nouns: t('spreadsheets'),
    counted: (count) => plural(count, '{count} spreadsheet', '{count} spreadsheets'),
    fields: ['owner_id', 'tags'],
  },
  cnt: {
    noun: t('contact'),
    nouns: t('contacts'),
    counted: (count) => plural(count, '{count} contact', '{count} contacts'),
    fields: ['owner_id', 'tags'],
  },
  deal: {
    noun: t('deal'),
    nouns: t('deals'),
    counted: (count) => plural(count, '{count} deal', '{count} deals'),
    fields: ['owner_id', 'expected_close_date', 'tags'],
  },
  tme: {
    noun: t('time entry'),
    nouns: t('time entries'),
    counted: (count) => plural(count, '{count} time entry', '{count} time entries'),
    fields: ['date', 'note'],
    moves: [
      { label: t('Billable'), sets: { billable: true }, when: ({ billable }) => !billable, done: t('set to billable') },
      {
        label: t('Not billable'),
        sets: { billable: false },
        when: ({ billable }) => billable,
        done: t('set to not billable'),
      },
    ],
  },
  task: {
    noun: t('task'),
    nouns: t('tasks'),
    counted: (count) => plural(count, '{count} task', '{count} tasks'),
    fields: ['status', 'assignee_id', 'priority', 'due_date', 'sprint_id'],
    together: { path: '/v1/project/tasks/bulk-update', ids: 'task_ids', updates: 'updates' },
  },
};
