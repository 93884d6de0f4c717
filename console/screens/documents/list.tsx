import {
  type Column,
  CopyAs,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Long,
  Page,
  type Shown,
  Status,
  Tag,
  useList,
  useMe,
  When,
} from '../../kit/index.js';

type Item = Shown<'DocumentItem'>;

const COLUMNS: Column<Item>[] = [
  { title: 'Title', cell: ({ title }) => <Long text={title} short /> },
  {
    title: 'Tags',
    cell: ({ tags }) => (
      <span className="tags">
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    ),
    width: '14rem',
    from: 'md',
  },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '6.5rem', from: 'sm' },
  { title: 'Changed', cell: (each) => <When at={each.updated_at} />, width: '8.5rem' },
];

export default function Documents() {
  const me = useMe();
  const filters: Filter[] = [
    { name: 'status', label: 'Status', options: ['draft', 'published', 'archived'] },
    { name: 'owner_id', label: 'Owner', any: 'Everybody', options: [{ value: me.id, label: 'You' }] },
    { name: 'tag', label: 'Tag' },
    {
      name: 'sort',
      label: 'Order',
      any: 'Newest first',
      options: [
        { value: 'updated_at:desc', label: 'Last changed first' },
        { value: 'title:asc', label: 'By title' },
      ],
    },
  ];
  const documents = useList('/v1/office/documents', { filters: filters.map(({ name }) => name) });
  return (
    <Page
      title="Documents"
      about="What people have written, as they read it."
      actions={<CopyAs request={documents.request} />}
    >
      <Filters of={filters} />
      <DataTable
        label="Documents"
        list={documents}
        columns={COLUMNS}
        to={({ id }) => `/documents/${id}`}
        empty={
          <Empty icon="edit" title="No documents yet">
            Documents that programs and people make through the API can be read here.
          </Empty>
        }
      />
    </Page>
  );
}
