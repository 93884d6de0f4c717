import type { Locale } from '../convert/conversion.js';
import { dateIn } from '../convert/dates.js';
import { secondsIn } from '../convert/numbers.js';
import { always, from, type ItemSource, made, type Preset, record, type SourceRow } from './preset.js';

/** How a report of tracked time names what the records need. */
interface Report {
  project: string;
  task: string;
  description: string;
  user: readonly string[];
  date: readonly string[];
  /** The column with the duration, and what a plain number in it counts. */
  duration: readonly string[];
  unit: 'hours' | 'hours or seconds';
  billable: string;
  /** Columns that tell entries apart, as reports have no ids. */
  identity: readonly string[];
}

/** Older versions of Kimai write seconds. No entry has more than a day, so larger numbers are no hours. */
function durationIn(text: string, locale: Locale, unit: Report['unit']): number {
  const seconds = secondsIn(text, locale, 'hours');
  return unit === 'hours or seconds' && /^\d{3,}$/.test(text) ? Number(text) : seconds;
}

/** Time needs a task: the one that the entry names, or one of its project for all time without a task. */
function itemsOf(title: string, report: Report): ItemSource[] {
  const projectName = (row: SourceRow) => row.get(report.project) || title;
  const taskName = (row: SourceRow) => row.get(report.task) || `Time from ${title}`;
  const taskId = (row: SourceRow) => `${projectName(row)}/${taskName(row)}`;
  return [
    {
      kind: 'time_entry',
      id: (row) => row.digest(...report.identity),
      fields: {
        task: record([report.task], taskId),
        user: from(...report.user),
        date: made(report.date, (row, locale) => dateIn(row.get(...report.date), locale)),
        duration_seconds: made(report.duration, (row, locale) =>
          durationIn(row.get(...report.duration) || '0', locale, report.unit),
        ),
        note: from(report.description),
        billable: from(report.billable),
      },
    },
    {
      kind: 'project',
      id: (row) => `project/${projectName(row)}`,
      named: true,
      match: 'name',
      fields: { name: made([report.project], projectName), status: always('active') },
    },
    {
      kind: 'task',
      id: taskId,
      named: true,
      match: 'title',
      fields: {
        title: made([report.task], taskName),
        project: record([report.project], (row) => `project/${projectName(row)}`),
      },
    },
  ];
}

const MONEY = 'Rates come from the members of the project.';
const CLOCK = 'Entries have a day and a duration.';

export const toggl: Preset = {
  id: 'toggl',
  title: 'Toggl Track',
  format: 'csv',
  file: 'Reports, Detailed, Download CSV.',
  header: ['User', 'Email', 'Project', 'Description', 'Start date', 'Start time', 'Duration'],
  items: itemsOf('Toggl', {
    project: 'Project',
    task: 'Task',
    description: 'Description',
    user: ['Email', 'User'],
    date: ['Start date'],
    duration: ['Duration'],
    unit: 'hours',
    billable: 'Billable',
    identity: ['Email', 'User', 'Project', 'Task', 'Description', 'Start date', 'Start time', 'Duration'],
  }),
  notTaken: {
    Client: 'Projects have no client.',
    Tags: 'Time entries have no tags.',
    'Start time': CLOCK,
    'End date': CLOCK,
    'End time': CLOCK,
  },
};

export const clockify: Preset = {
  id: 'clockify',
  title: 'Clockify',
  format: 'csv',
  file: 'Reports, Detailed, Export, CSV.',
  header: ['Project', 'Client', 'Description', 'Task', 'Start Date', 'Duration (decimal)'],
  items: itemsOf('Clockify', {
    project: 'Project',
    task: 'Task',
    description: 'Description',
    user: ['Email', 'User'],
    date: ['Start Date'],
    duration: ['Duration (h)', 'Duration (decimal)'],
    unit: 'hours',
    billable: 'Billable',
    identity: [
      'Email',
      'User',
      'Project',
      'Task',
      'Description',
      'Start Date',
      'Start Time',
      'Duration (h)',
      'Duration (decimal)',
    ],
  }),
  notTaken: {
    Client: 'Projects have no client.',
    Group: 'Users have groups already.',
    Tags: 'Time entries have no tags.',
    'Start Time': CLOCK,
    'End Date': CLOCK,
    'End Time': CLOCK,
    'Date of creation': 'Records are as old as the import.',
  },
};

export const kimai: Preset = {
  id: 'kimai',
  title: 'Kimai',
  format: 'csv',
  file: 'Export, CSV.',
  header: ['Date', 'Duration', 'Customer', 'Project', 'Activity', 'Description'],
  items: itemsOf('Kimai', {
    project: 'Project',
    task: 'Activity',
    description: 'Description',
    user: ['E-mail', 'Email', 'User', 'Username', 'Name'],
    date: ['Date'],
    duration: ['Duration'],
    unit: 'hours or seconds',
    billable: 'Billable',
    identity: ['Email', 'User', 'Username', 'Name', 'Project', 'Activity', 'Description', 'Date', 'From', 'Duration'],
  }),
  notTaken: {
    Customer: 'Projects have no customer.',
    Tags: 'Time entries have no tags.',
    From: CLOCK,
    To: CLOCK,
    Rate: MONEY,
    'Hourly rate': MONEY,
    'Fixed rate': MONEY,
    Exported: 'Time entries have no such state.',
  },
};
