import { itemsIn } from '../convert/names.js';
import { always, choice, from, made, type Preset, PRIORITIES, record, TASK_STATUSES, wordIn } from './preset.js';

/** Issues belong to a project or, where they have none, to one with the name of their team. */
const projectOf = (row: { get(...columns: string[]): string }) =>
  row.get('Project ID') || (row.get('Project') ? `project/${row.get('Project')}` : `team/${row.get('Team')}`);

export const linear: Preset = {
  id: 'linear',
  title: 'Linear',
  format: 'csv',
  file: 'Settings, Import and export, Export CSV.',
  header: ['ID', 'Team', 'Title', 'Status', 'Priority', 'Cycle Number'],
  items: [
    {
      kind: 'task',
      id: (row) => row.get('ID'),
      idFrom: ['ID'],
      fields: {
        title: from('Title'),
        description: from('Description'),
        status: choice(['Status'], TASK_STATUSES, 'todo'),
        priority: choice(['Priority'], PRIORITIES, 'none'),
        assignee: from('Assignee'),
        due_date: from('Due Date'),
        completed_at: from('Completed'),
        labels: made(['Labels', 'Status'], (row) => {
          const labels = itemsIn(row.get('Labels'));
          const status = row.get('Status');
          return [
            ...labels,
            ...(status && !wordIn(status, TASK_STATUSES) ? [status] : []),
            ...(row.get('Archived') ? ['archived'] : []),
          ];
        }),
        project: record(['Project ID', 'Project', 'Team'], projectOf),
        sprint: record(['Cycle Number'], (row) =>
          row.get('Cycle Number') ? `${projectOf(row)}/${row.get('Team')}/${row.get('Cycle Number')}` : null,
        ),
        parent: record(['Parent issue'], (row) => row.get('Parent issue') || null),
      },
    },
    {
      kind: 'project',
      id: projectOf,
      named: true,
      fields: { name: from('Project', 'Team'), status: always('active') },
    },
    {
      kind: 'sprint',
      id: (row) => (row.get('Cycle Number') ? `${projectOf(row)}/${row.get('Team')}/${row.get('Cycle Number')}` : null),
      named: true,
      fields: {
        name: made(
          ['Cycle Name', 'Cycle Number'],
          (row) => row.get('Cycle Name') || `Cycle ${row.get('Cycle Number')}`,
        ),
        start_date: from('Cycle Start'),
        end_date: from('Cycle End'),
        project: record([], projectOf),
      },
    },
  ],
  notTaken: {
    Estimate: 'Tasks have no estimate.',
    Creator: 'Tasks have no reporter.',
    Created: 'Records are as old as the import.',
    Updated: 'Records are as old as the import.',
    Started: 'Only the time of completion is kept.',
    Triaged: 'Only the time of completion is kept.',
    Canceled: 'The status says it.',
    Archived: 'Archived issues get the label archived.',
    'Related to': 'Tasks have no links without a direction.',
    'Blocked by': 'Dependencies are not imported.',
    'Duplicate of': 'Duplicates are cancelled tasks.',
    UUID: 'The ID is the id of the issue.',
  },
};
