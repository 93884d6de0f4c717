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
  Tag,
  useList,
  When,
} from '../../kit/index.js';

type Item = Shown<'SheetItem'>;

const FILTERS: Filter[] = [
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
  { title: 'Tabs', cell: ({ sheet_count }) => sheet_count, width: '5rem', align: 'right', from: 'sm' },
  { title: 'Changed', cell: (each) => <When at={each.updated_at} />, width: '8.5rem' },
];

export default function Sheets() {
  const sheets = useList('/v1/office/sheets', { filters: ['tag', 'sort'] });
  return (
    <Page
      title="Spreadsheets"
      about="Tables and what their formulas come to."
      actions={<CopyAs request={sheets.request} />}
    >
      <Filters of={FILTERS} />
      <DataTable
        label="Spreadsheets"
        list={sheets}
        columns={COLUMNS}
        to={({ id }) => `/sheets/${id}`}
        empty={
          <Empty icon="list" title="No spreadsheets yet">
            Those that programs and people make or import through the API can be read here.
          </Empty>
        }
      />
    </Page>
  );
}
