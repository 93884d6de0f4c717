import { type Shown, suite } from '../../kit/api.js';
import { Priority } from '../../kit/priority.js';
import { worded } from '../../kit/words.js';
import type { Quick } from '../../kit/quick/quick.js';
import { t } from '../../kit/language.js';

export const STATUSES = ['todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
export const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'] as const;

/** The fields of a task that lists, boards and pages show. */
export type QuickTask = Pick<
  Shown<'TaskItem'>,
  'id' | 'title' | 'status' | 'priority' | 'assignee_id' | 'due_date' | 'labels' | 'project_id'
>;

/** The fields of a task that are changed where they are shown, and their keys. */
export const QUICK_TASK: Quick<QuickTask> = {
  fields: [
    {
      key: 'a',
      name: t('Assignee'),
      field: 'assignee_id',
      picks: { kind: 'people', none: t('Nobody'), project: ({ project_id }) => project_id },
    },
    {
      key: 'p',
      name: t('Priority'),
      field: 'priority',
      picks: {
        kind: 'choices',
        choices: PRIORITIES.map((value) => ({ value, label: worded(value), sign: <Priority of={value} /> })),
      },
    },
    {
      key: 's',
      name: t('Status'),
      field: 'status',
      picks: { kind: 'choices', choices: STATUSES.map((value) => ({ value, label: worded(value) })) },
    },
    { key: 'd', name: t('Due date'), field: 'due_date', picks: { kind: 'date' } },
    {
      key: 'l',
      name: t('Labels'),
      field: 'labels',
      picks: { kind: 'words', known: (rows) => [...new Set(rows.flatMap(({ labels }) => labels))].toSorted() },
    },
  ],
  needs: 'project:write',
  name: ({ title }) => title,
  send: ({ id }, body) => suite.patch('/v1/project/tasks/{id}', { params: { path: { id } }, body }),
  path: '/v1/project/tasks/{id}',
  without: ['status'],
};
