import {
  type Column,
  type Filter,
  ListPage,
  Long,
  orderBy,
  type Shown,
  Status,
  Tag,
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
  {
    title: 'Status',
    cell: ({ status, deleted_at }) => (deleted_at ? <Tag tone="warn">In the trash</Tag> : <Status is={status} />),
    width: '7.5rem',
  },
  { title: 'Changed', cell: (each) => <When at={each.updated_at} />, width: '9.25rem', from: 'sm' },
];

export default function Documents() {
  const me = useMe();
  const filters: Filter[] = [
    { name: 'q', label: 'Find', placeholder: 'Title or text' },
    { name: 'status', label: 'Status', options: ['draft', 'published', 'archived'] },
    { name: 'owner_id', label: 'Owner', any: 'Everybody', options: [{ value: me.id, label: 'You' }] },
    { name: 'tag', label: 'Tag' },
    { name: 'include_deleted', label: 'Trash', any: 'Left out', options: [{ value: 'true', label: 'Shown' }] },
    orderBy('Newest first', { 'updated_at:desc': 'Last changed first', 'title:asc': 'By title' }),
  ];
  const documents = useList('/v1/office/documents', { filters });
  return (
    <ListPage
      title="Documents"
      about="What people write: notes, plans, minutes."
      list={documents}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/documents/${id}`}
      bulk={{ of: 'doc', needs: 'office:write' }}
      make={{ button: 'New document', needs: 'office:write', to: '/documents/new' }}
      empty={{
        icon: 'edit',
        title: 'No documents yet',
        words: 'Notes, plans and minutes of the workspace stand here.',
      }}
    />
  );
}
