import { dateIn, timestampIn } from '../convert/dates.js';
import { personIn } from '../convert/names.js';
import { secondsIn } from '../convert/numbers.js';
import {
  always,
  choice,
  digestOf,
  from,
  made,
  type Preset,
  PRIORITIES,
  record,
  type SourceRow,
  TASK_STATUSES,
  wordIn,
} from './preset.js';

const isSubtask = (row: SourceRow) => /sub-?task|unteraufgabe/i.test(row.get('Issue Type'));

/** The issue above a sub-task. Exports name it by its key or, in older ones, by its number. */
const parentOf = (row: SourceRow) => (isSubtask(row) ? row.get('Parent key', 'Parent', 'Parent id') || null : null);

/** `12/Mar/24 10:00 AM;712020:ab-cd;Looks good`: time, author, text. */
const COMMENT = /^([^;]*);([^;]*);([\s\S]*)$/;
/** `Fixed it;12/Mar/24 10:00 AM;ada;3600`: text, time, author, seconds. */
const WORK = /^([\s\S]*);([^;]*);([^;]*);(\d+)$/;

/** Comments and time name people by their account; columns with names and accounts beside each other tell who that is. */
function personOf(row: SourceRow, account: string) {
  for (const role of ['Assignee', 'Reporter', 'Creator', 'Project lead'])
    if (account && row.get(`${role} Id`, `${role} id`) === account) return personIn(row.get(role)) ?? undefined;
  return personIn(account) ?? undefined;
}

function labelsOf(row: SourceRow): string[] {
  const type = row.get('Issue Type');
  const epic = isSubtask(row)
    ? ''
    : row.get('Parent summary', 'Custom field (Epic Name)', 'Parent key', 'Custom field (Epic Link)');
  const status = row.get('Status');
  return [
    ...row.all('Labels'),
    ...row.all('Components'),
    ...row.all('Component/s'),
    ...row.all('Fix versions'),
    ...(type && !/^(task|aufgabe)$/i.test(type) && !isSubtask(row) ? [type] : []),
    ...(epic && !/^epic$/i.test(type) ? [`Epic: ${epic}`] : []),
    ...(status && !wordIn(status, TASK_STATUSES) ? [status] : []),
  ];
}

export const jira: Preset = {
  id: 'jira',
  title: 'Jira',
  format: 'csv',
  file: 'Issues, Export, CSV (all fields).',
  header: ['Issue key', 'Summary', 'Issue Type'],
  items: [
    {
      kind: 'task',
      id: (row) => row.get('Issue key'),
      idFrom: ['Issue key'],
      // Exports name the parent by its number.
      aliases: (row) => [row.get('Issue id')],
      fields: {
        title: from('Summary'),
        description: from('Description'),
        status: choice(['Status'], TASK_STATUSES, 'todo'),
        priority: choice(['Priority'], PRIORITIES, 'none'),
        assignee: from('Assignee'),
        due_date: from('Due date', 'Due Date'),
        completed_at: from('Resolved'),
        labels: made(
          [
            'Labels',
            'Components',
            'Component/s',
            'Fix versions',
            'Issue Type',
            'Parent summary',
            'Custom field (Epic Link)',
            'Custom field (Epic Name)',
          ],
          labelsOf,
        ),
        project: record(['Project key'], (row) => row.get('Project key') || row.get('Issue key').replace(/-\d+$/, '')),
        sprint: record(['Sprint'], (row) => {
          const sprint = row.all('Sprint').at(-1);
          return sprint ? `${row.get('Project key')}/${sprint}` : null;
        }),
        parent: record(['Parent', 'Parent key', 'Parent id'], parentOf),
      },
    },
    {
      kind: 'project',
      id: (row) => row.get('Project key') || row.get('Issue key').replace(/-\d+$/, '') || null,
      named: true,
      fields: {
        name: from('Project name', 'Project key'),
        description: from('Project description'),
        status: always('active'),
        owner: from('Project lead'),
      },
    },
    {
      kind: 'sprint',
      id: (row, each) => `${row.get('Project key')}/${each}`,
      named: true,
      each: 'Sprint',
      fields: {
        name: made(['Sprint'], (_row, _locale, each) => each),
        project: record(['Project key'], (row) => row.get('Project key') || null),
      },
    },
    {
      kind: 'comment',
      id: (row, each) => `${row.get('Issue key')}/comment/${digestOf(each)}`,
      each: 'Comment',
      fields: {
        task: record(['Issue key'], (row) => row.get('Issue key')),
        body: made(['Comment'], (_row, _locale, each) => COMMENT.exec(each)?.[3] ?? each),
        author: made(['Comment'], (row, _locale, each) => personOf(row, COMMENT.exec(each)?.[2] ?? '')),
        author_name: made(['Comment'], (row, _locale, each) => personOf(row, COMMENT.exec(each)?.[2] ?? '')?.person),
        written_at: made(['Comment'], (_row, locale, each) => {
          const time = COMMENT.exec(each)?.[1];
          return time ? timestampIn(time, locale) : undefined;
        }),
      },
    },
    {
      kind: 'time_entry',
      id: (row, each) => `${row.get('Issue key')}/work/${digestOf(each)}`,
      each: 'Log Work',
      fields: {
        task: record(['Issue key'], (row) => row.get('Issue key')),
        note: made(['Log Work'], (_row, _locale, each) => WORK.exec(each)?.[1]),
        date: made(['Log Work'], (_row, locale, each) => {
          const time = WORK.exec(each)?.[2];
          return time ? dateIn(time, locale) : undefined;
        }),
        user: made(['Log Work'], (row, _locale, each) => personOf(row, WORK.exec(each)?.[3] ?? '')),
        duration_seconds: made(['Log Work'], (_row, locale, each) => secondsIn(WORK.exec(each)?.[4] ?? '0', locale)),
      },
    },
  ],
  notTaken: {
    Attachment: 'Attachments are not fetched. Their addresses stand in the column.',
    'Issue id': 'The key of the issue is its id.',
    'Assignee Id': 'People are found by address or name.',
    'Reporter Id': 'People are found by address or name.',
    'Creator Id': 'People are found by address or name.',
    'Project lead id': 'People are found by address or name.',
    'Watchers Id': 'Tasks have no watchers.',
    'Project type': 'Projects have no type.',
    'Project url': 'Projects have no address.',
    Reporter: 'Tasks have no reporter.',
    Creator: 'Tasks have no reporter.',
    Watchers: 'Tasks have no watchers.',
    Created: 'Records are as old as the import.',
    Updated: 'Records are as old as the import.',
    'Last Viewed': 'Visits are not kept.',
    Votes: 'Tasks have no votes.',
    Resolution: 'The status says how a task ended.',
    'Status Category': 'The status says it.',
    'Time Spent': 'Time entries come from the column Log Work.',
  },
};
