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

const FILTERS: Filter[] = [
  { name: 'q', label: 'Find', placeholder: 'Title, department' },
  { name: 'status', label: 'Status', options: ['draft', 'published', 'paused', 'closed', 'archived'] },
  { name: 'owner_id', label: 'Owner', pick: 'usr' },
  { name: 'tag', label: 'Tag' },
  orderBy('Newest first', { 'title:asc': 'By title', 'updated_at:desc': 'Last changed first' }),
];

const COLUMNS: Column<Shown<'JobItem'>>[] = [
  { title: 'Title', cell: ({ title }) => title, sort: 'title' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  { title: 'Department', cell: ({ department }) => department, from: 'md', width: '20%' },
  { title: 'Location', cell: ({ location }) => location, from: 'lg', width: '16%' },
  { title: 'Owner', cell: ({ owner_id }) => owner_id && <Named of={owner_id} />, from: 'md', width: '10rem' },
  {
    title: 'Changed',
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
      title="Jobs"
      about="Positions to fill: drafts, published and closed ones."
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/jobs/${id}`}
      make={{
        button: 'New job',
        needs: 'careers:write',
        dialog: (close) => <NewJob close={close} />,
      }}
      empty={{ icon: 'file', title: 'No jobs yet', words: 'A job is a draft until it is published.' }}
    />
  );
}
