import {
  type Column,
  type Filter,
  ListPage,
  Named,
  orderBy,
  type Shown,
  Status,
  useList,
  When,
} from '../../kit/index.js';
import NewJob from './new.js';
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [
  { name: 'q', label: t('Find'), placeholder: t('Title, department') },
  { name: 'status', label: t('Status'), options: ['draft', 'published', 'paused', 'closed', 'archived'] },
  { name: 'owner_id', label: t('Owner'), pick: 'usr' },
  { name: 'tag', label: t('Tag') },
  orderBy(t('Newest first'), { 'title:asc': t('By title'), 'updated_at:desc': t('Last changed first') }),
];

const COLUMNS: Column<Shown<'JobItem'>>[] = [
  { title: t('Title'), cell: ({ title }) => title, sort: 'title' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  { title: t('Department'), cell: ({ department }) => department, from: 'md', width: '20%' },
  { title: t('Location'), cell: ({ location }) => location, from: 'lg', width: '16%' },
  { title: t('Owner'), cell: ({ owner_id }) => owner_id && <Named of={owner_id} />, from: 'md', width: '10rem' },
  {
    title: t('Changed'),
    cell: ({ updated_at }) => <When at={updated_at} />,
    from: 'sm',
    width: '9rem',
    sort: 'updated_at',
  },
];

export default function Jobs() {
  const list = useList('/v1/careers/jobs', { filters: FILTERS });
  return (
    <ListPage
      title={t('Jobs')}
      about={t('Positions to fill: drafts, published and closed ones.')}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/jobs/${id}`}
      make={{
        button: t('New job'),
        needs: 'careers:write',
        dialog: (close) => <NewJob close={close} />,
      }}
      empty={{ icon: 'file', title: t('No jobs yet'), words: t('A job is a draft until it is published.') }}
    />
  );
}
