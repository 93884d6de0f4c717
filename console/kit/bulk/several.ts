import type { Values } from '../schema/fields.js';

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
  /** The noun of several: `documents`. */
  nouns: string;
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
    nouns: 'documents',
    fields: ['owner_id', 'tags'],
    moves: [
      {
        label: 'Publish',
        sets: { status: 'published' },
        when: is('draft', 'archived'),
        done: 'published',
        asks: 'Everybody who has the address of a public document can read it then, without signing in.',
      },
      { label: 'Archive', sets: { status: 'archived' }, when: is('draft', 'published'), done: 'archived' },
      {
        label: 'Back to draft',
        sets: { status: 'draft' },
        when: is('published', 'archived'),
        done: 'moved back to draft',
      },
    ],
  },
  fil: { nouns: 'files', fields: ['tags'] },
  sht: { nouns: 'spreadsheets', fields: ['owner_id', 'tags'] },
  cnt: { nouns: 'contacts', fields: ['owner_id', 'tags'] },
  deal: { nouns: 'deals', fields: ['owner_id', 'expected_close_date', 'tags'] },
  tme: {
    nouns: 'time entries',
    fields: ['date', 'note'],
    moves: [
      { label: 'Billable', sets: { billable: true }, when: ({ billable }) => !billable, done: 'set to billable' },
      {
        label: 'Not billable',
        sets: { billable: false },
        when: ({ billable }) => billable,
        done: 'set to not billable',
      },
    ],
  },
  task: {
    nouns: 'tasks',
    fields: ['status', 'assignee_id', 'priority', 'due_date', 'sprint_id'],
    together: { path: '/v1/project/tasks/bulk-update', ids: 'task_ids', updates: 'updates' },
  },
};
