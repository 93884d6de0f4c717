import { type Column, type Filter, ListPage, Named, orderBy, type Shown, Tag, useList } from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { durationInWords } from '../../kit/schema/fields.js';
import { Day } from '../boards/day.js';
import { TimePages } from './pages.js';
import { t } from '../../kit/language.js';

const COLUMNS: Column<Shown<'TimeEntry'>>[] = [
  { title: t('Day'), cell: ({ date }) => <Day date={date} over={false} />, width: '6.5rem', sort: 'date' },
  { title: t('Task'), cell: ({ task_id }) => <Named of={task_id} /> },
  { title: t('Project'), cell: ({ project_id }) => <Named of={project_id} />, from: 'md', width: '20%' },
  { title: t('By'), cell: ({ user_id }) => <Named of={user_id} />, from: 'md', width: '10rem' },
  { title: t('Note'), cell: ({ note }) => note, from: 'lg', width: '20%' },
  { title: t('Billable'), cell: ({ billable }) => billable && <Tag>{t('Billable')}</Tag>, from: 'lg', width: '6rem' },
  {
    title: t('Duration'),
    cell: ({ duration_seconds }) => durationInWords(duration_seconds),
    width: '7rem',
    align: 'right',
    from: 'sm',
    sort: 'duration_seconds',
  },
];

const nameOf = ({ date, duration_seconds, note }: Shown<'TimeEntry'>) =>
  [t('{duration} on {date}', { duration: durationInWords(duration_seconds), date }), note].filter(Boolean).join(', ');

const FILTERS: Filter[] = [
  { name: 'user_id', label: t('By'), pick: 'usr' },
  { name: 'project_id', label: t('Project'), pick: 'prj', placeholder: t('Any') },
  { name: 'task_id', label: t('Task'), pick: 'task', placeholder: t('Any') },
  { name: 'date_from', label: t('From'), type: 'date' },
  { name: 'date_to', label: t('To'), type: 'date' },
  {
    name: 'billable',
    label: t('Billable'),
    options: ['true', 'false'].map((value) => ({ value, label: value === 'true' ? t('Yes') : t('No') })),
  },
  orderBy(t('Newest first'), { 'date:asc': t('Oldest first'), 'duration_seconds:desc': t('Longest first') }),
];

export default function Time() {
  const list = useList('/v1/project/time-entries', { filters: FILTERS });
  return (
    <ListPage
      title={t('Time')}
      about={t('Hours that were worked, by task.')}
      pages={<TimePages here={t('Entries')} />}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/time/${id}`}
      bulk={{ of: 'tme', needs: 'project:write', name: nameOf }}
      make={{
        button: t('New time entry'),
        needs: 'project:write',
        dialog: (close) => (
          <Make stay path="/v1/project/time-entries" list="Time entries" without={['user_id']} close={close} />
        ),
      }}
      empty={{ icon: 'clock', title: t('No time yet'), words: t('Write down hours here, or start a timer on a task.') }}
    />
  );
}
