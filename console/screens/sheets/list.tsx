import { type Column, type Filter, ListPage, Long, orderBy, type Shown, Tags, useList, When } from '../../kit/index.js';

type Item = Shown<'SheetItem'>;

const FILTERS: Filter[] = [
  { name: 'tag', label: 'Tag' },
  orderBy('Newest first', { 'updated_at:desc': 'Last changed first', 'title:asc': 'By title' }),
];

const COLUMNS: Column<Item>[] = [
  { title: 'Title', cell: ({ title }) => <Long text={title} short /> },
  {
    title: 'Tags',
    cell: ({ tags }) => <Tags of={tags} />,
    width: '14rem',
    from: 'md',
  },
  { title: 'Tabs', cell: ({ sheet_count }) => sheet_count, width: '5rem', align: 'right', from: 'sm' },
  { title: 'Changed', cell: (each) => <When at={each.updated_at} />, width: '9.25rem' },
];

export default function Sheets() {
  const sheets = useList('/v1/office/sheets', { filters: FILTERS });
  return (
    <ListPage
      title="Spreadsheets"
      about="Tables and what their formulas come to."
      list={sheets}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/sheets/${id}`}
      empty={{
        icon: 'list',
        title: 'No spreadsheets yet',
        words: 'Those that programs and people make or import through the API can be read here.',
      }}
    />
  );
}
