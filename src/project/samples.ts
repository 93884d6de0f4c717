import type { SampleContext, SampleRow } from '../platform/index.js';

export const projects = ({ id, day }: SampleContext): SampleRow[] => [
  {
    external_id: id('espresso-bar'),
    name: 'Espresso bar for Hartwell Coffee',
    description: 'Design, order and build the bar in the old post office. Opening is fixed.',
    start_date: day(-14),
    target_date: day(42),
    billable: 'yes',
  },
];

export const sprints = ({ id, day }: SampleContext): SampleRow[] => [
  {
    external_id: id('drawings'),
    project: id('espresso-bar'),
    name: 'Drawings and permits',
    goal: 'Everything that the city and the joiner need.',
    start_date: day(-7),
    end_date: day(6),
  },
];

const TASKS: readonly [
  name: string,
  title: string,
  status: string,
  priority: string,
  days: number,
  labels: string,
  sprint: boolean,
  parent: string,
][] = [
  ['measure', 'Measure the rooms', 'done', 'medium', -10, 'site', true, ''],
  ['plan', 'Draw the floor plan', 'in_review', 'high', 1, 'design', true, ''],
  ['permit', 'Apply for the building permit', 'in_progress', 'urgent', 3, 'paperwork', true, ''],
  ['fire', 'Get the fire safety report', 'todo', 'high', 2, 'paperwork', true, 'permit'],
  ['water', 'Ask the plumber for a date', 'in_progress', 'medium', 5, 'site', true, ''],
  ['counter', 'Choose the wood of the counter', 'todo', 'medium', 8, 'design', false, ''],
  ['lights', 'Order the lights', 'todo', 'low', 14, 'order', false, ''],
  ['machine', 'Agree on the place of the machine with Amelia', 'todo', 'medium', 9, 'design', false, ''],
  ['build', 'Build the bar', 'todo', 'high', 30, 'site', false, ''],
  ['handover', 'Hand the keys over', 'todo', 'none', 42, '', false, ''],
];

export const tasks = ({ id, day, user_id }: SampleContext): SampleRow[] =>
  TASKS.map(([name, title, status, priority, days, labels, sprint, parent]) => ({
    external_id: id(name),
    project: id('espresso-bar'),
    title,
    status,
    priority,
    due_date: day(days),
    labels,
    sprint: sprint ? id('drawings') : '',
    parent: parent && id(parent),
    assignee: user_id,
  }));

export const comments = ({ id }: SampleContext): SampleRow[] => [
  {
    external_id: id('about-plan'),
    task: id('plan'),
    body: 'The second version has the counter at the window. Amelia likes it better.',
  },
  {
    external_id: id('about-permit'),
    task: id('permit'),
    body: 'The city answers within ten working days. The fire safety report is still missing.',
  },
];

export const timeEntries = ({ id, day, user_id }: SampleContext): SampleRow[] =>
  (
    [
      ['measure', 4, -10, 'On site'],
      ['plan', 6, -4, 'First version'],
      ['plan', 3, -1, 'Counter at the window'],
      ['permit', 2, -2, 'Forms'],
    ] as const
  ).map(([task, hours, days, note], index) => ({
    external_id: id(`time-${index + 1}`),
    task: id(task),
    user: user_id,
    date: day(days),
    duration_seconds: hours * 3600,
    note,
  }));
