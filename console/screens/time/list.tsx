import { type Column, type Filter, ListPage, Named, orderBy, type Shown, Tag, useList } from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { durationInWords } from '../../kit/schema/fields.js';
import { Day } from '../boards/day.js';
import { TimePages } from './pages.js';

const COLUMNS: Column<Shown<'TimeEntry'>>[] = [
  { title: 'Day', cell: ({ date }) => <Day date={date} over={false} />, width: '6.5rem', sort: 'date' },
  { title: 'Task', cell: ({ task_id }) => <Named of={task_id} /> },
  { title: 'Project', cell: ({ project_id }) => <Named of={project_id} />, from: 'md', width: '20%' },
  { title: 'By', cell: ({ user_id }) => <Named of={user_id} />, from: 'md', width: '10rem' },
  { title: 'Note', cell: ({ note }) => note, from: 'lg', width: '20%' },
  { title: 'Billable', cell: ({ billable }) => billable && <Tag>Billable</Tag>, from: 'lg', width: '6rem' },
  {
    title: 'Duration',
    cell: ({ duration_seconds }) => durationInWords(duration_seconds),
    width: '7rem',
    align: 'right',
    from: 'sm',
    sort: 'duration_seconds',
  },
];

const nameOf = ({ date, duration_seconds, note }: Shown<'TimeEntry'>) =>
  [`${durationInWords(duration_seconds)} on ${date}`, note].filter(Boolean).join(', ');

const FILTERS: Filter[] = [
  { name: 'user_id', label: 'By', pick: 'usr' },
  { name: 'project_id', label: 'Project', pick: 'prj', placeholder: 'Any' },
  { name: 'task_id', label: 'Task', pick: 'task', placeholder: 'Any' },
  { name: 'date_from', label: 'From', type: 'date' },
  { name: 'date_to', label: 'To', type: 'date' },
  {
    name: 'billable',
    label: 'Billable',
    options: ['true', 'false'].map((value) => ({ value, label: value === 'true' ? 'Yes' : 'No' })),
  },
  orderBy('Newest first', { 'date:asc': 'Oldest first', 'duration_seconds:desc': 'Longest first' }),
];

export default function Time() {
  const list = useList('/v1/project/time-entries', { filters: FILTERS });
  return (
    <ListPage
      title="Time"
      about="Hours that were worked, by task."
      pages={<TimePages here="Entries" />}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/time/${id}`}
      bulk={{ of: 'tme', needs: 'project:write', name: nameOf }}
      make={{
        button: 'New time entry',
        needs: 'project:write',
        dialog: (close) => (
          <Make stay path="/v1/project/time-entries" title="Time entries" without={['user_id']} close={close} />
        ),
      }}
      empty={{ icon: 'clock', title: 'No time yet', words: 'Write down hours here, or start a timer on a task.' }}
    />
  );
}
