import {
  type Column,
  type Filter,
  Go,
  ListPage,
  Named,
  orderBy,
  type Shown,
  Status,
  Tags,
  useList,
  useMe,
} from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';
import { t } from '../../kit/language.js';

const COLUMNS: Column<Shown<'ProjectItem'>>[] = [
  { title: t('Name'), cell: ({ name }) => name, sort: 'name' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  {
    title: t('Until'),
    cell: ({ target_date, status }) => <Day date={target_date} over={status === 'active'} />,
    from: 'sm',
    width: '9rem',
    sort: 'target_date',
  },
  { title: t('Tags'), cell: ({ tags }) => <Tags of={tags} />, from: 'lg', width: '12rem' },
  { title: t('Owner'), cell: ({ owner_id }) => <Named of={owner_id} />, from: 'md', width: '10rem' },
];

export default function Projects() {
  const me = useMe();
  const filters: Filter[] = [
    { name: 'q', label: t('Find'), placeholder: t('Name') },
    { name: 'status', label: t('Status'), options: ['planning', 'active', 'on_hold', 'completed', 'archived'] },
    { name: 'member_id', label: t('Members'), any: t('Anybody'), options: [{ value: me.id, label: t('You') }] },
    { name: 'tag', label: t('Tag') },
    orderBy(t('Newest first'), {
      'name:asc': t('By name'),
      'target_date:asc': t('Due first'),
      'updated_at:desc': t('Last changed first'),
    }),
  ];
  const list = useList('/v1/project/projects', { filters });
  return (
    <ListPage
      title={t('Projects')}
      about={t('Work that has an end: its tasks, sprints and time.')}
      list={list}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/projects/${id}`}
      buttons={<Go to="/records/project.templates">{t('Templates')}</Go>}
      make={{
        button: t('New project'),
        needs: 'project:write',
        dialog: (close) => <Make path="/v1/project/projects" list="Projects" close={close} />,
      }}
      empty={{ icon: 'board', title: t('No projects yet'), words: t('Create one from a template, or an empty one.') }}
    />
  );
}
