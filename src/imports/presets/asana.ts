import { itemsIn } from '../convert/names.js';
import { always, from, made, type Preset, record, type SourceRow, TASK_STATUSES, wordIn } from './preset.js';

/** A task may be in several projects; it comes into the first one. Subtasks are in that of their parent. */
const projectOf = (row: SourceRow) => itemsIn(row.get('Projects'))[0] || (row.get('Parent task') ? null : 'Asana');

export const asana: Preset = {
  id: 'asana',
  title: 'Asana',
  format: 'csv',
  file: 'Project, Export/Print, CSV.',
  header: ['Task ID', 'Name', 'Section/Column'],
  items: [
    {
      kind: 'task',
      id: (row) => row.get('Task ID'),
      idFrom: ['Task ID'],
      // Asana names parents by their title.
      aliases: (row) => (row.get('Parent task') ? [] : [`title/${row.get('Name')}`]),
      fields: {
        title: from('Name'),
        description: from('Notes'),
        status: made(['Completed At', 'Section/Column'], (row) =>
          row.get('Completed At') ? 'done' : (wordIn(row.get('Section/Column'), TASK_STATUSES) ?? 'todo'),
        ),
        assignee: from('Assignee Email', 'Assignee'),
        due_date: from('Due Date'),
        completed_at: from('Completed At'),
        labels: made(['Tags', 'Section/Column'], (row) => {
          const section = row.get('Section/Column');
          return [...itemsIn(row.get('Tags')), ...(section && !wordIn(section, TASK_STATUSES) ? [section] : [])];
        }),
        project: record(['Projects'], projectOf),
        parent: record(['Parent task'], (row) => (row.get('Parent task') ? `title/${row.get('Parent task')}` : null)),
      },
    },
    {
      kind: 'project',
      id: projectOf,
      named: true,
      fields: { name: made(['Projects'], (row) => projectOf(row) ?? undefined), status: always('active') },
    },
  ],
  notTaken: {
    'Created At': 'Records are as old as the import.',
    'Last Modified': 'Records are as old as the import.',
    'Start Date': 'Tasks have no start date.',
    'Blocked By (Dependencies)': 'Dependencies are not imported.',
    'Blocking (Dependencies)': 'Dependencies are not imported.',
  },
};
