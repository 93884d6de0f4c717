import {
  type Column,
  type Filter,
  ListPage,
  Long,
  orderBy,
  type Shown,
  Status,
  Tags,
  useList,
  useMe,
  When,
} from '../../kit/index.js';

type Item = Shown<'DocumentItem'>;

const COLUMNS: Column<Item>[] = [
  { title: 'Title', cell: ({ title }) => <Long text={title} short /> },
  {
    title: 'Tags',
    cell: ({ tags }) => <Tags of={tags} />,
    width: '14rem',
    from: 'md',
  },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '6.5rem', from: 'sm' },
  { title: 'Changed', cell: (each) => <When at={each.updated_at} />, width: '9.25rem' },
];

export default function Documents() {
  const me = useMe();
  const filters: Filter[] = [
    { name: 'status', label: 'Status', options: ['draft', 'published', 'archived'] },
    { name: 'owner_id', label: 'Owner', any: 'Everybody', options: [{ value: me.id, label: 'You' }] },
    { name: 'tag', label: 'Tag' },
    orderBy('Newest first', { 'updated_at:desc': 'Last changed first', 'title:asc': 'By title' }),
  ];
  const documents = useList('/v1/office/documents', { filters });
  return (
    <ListPage
      title="Documents"
      about="What people have written, as they read it."
      list={documents}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/documents/${id}`}
      empty={{
        icon: 'edit',
        title: 'No documents yet',
        words: 'Documents that programs and people make through the API can be read here.',
      }}
    />
  );
}
