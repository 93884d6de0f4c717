import { Button, FileButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import {
  type Column,
  type Filter,
  Icon,
  ListPage,
  Long,
  Named,
  orderBy,
  Problem,
  type Shown,
  suite,
  Tag,
  Tags,
  toast,
  useAction,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { t } from '../../kit/language.js';

type Item = Shown<'SheetItem'>;

const FILTERS: Filter[] = [
  { name: 'tag', label: t('Tag') },
  { name: 'owner_id', label: t('Owner'), pick: 'usr' },
  { name: 'include_deleted', label: t('Trash'), any: t('Left out'), options: [{ value: 'true', label: t('Shown') }] },
  orderBy(t('Newest first'), { 'updated_at:desc': t('Last changed first'), 'title:asc': t('By title') }),
];

const COLUMNS: Column<Item>[] = [
  {
    title: t('Title'),
    cell: ({ title, deleted_at }) => (
      <>
        <Long text={title} short /> {deleted_at && <Tag tone="warn">{t('In the trash')}</Tag>}
      </>
    ),
    sort: 'title',
  },
  {
    title: t('Tags'),
    cell: ({ tags }) => <Tags of={tags} />,
    width: '14rem',
    from: 'md',
  },
  { title: t('Owner'), cell: ({ owner_id }) => <Named of={owner_id} />, width: '11rem', from: 'md' },
  { title: t('Tabs'), cell: ({ sheet_count }) => sheet_count, width: '5rem', align: 'right', from: 'sm' },
  { title: t('Changed'), cell: (each) => <When at={each.updated_at} />, width: '9.25rem', from: 'sm' },
];

export default function Sheets() {
  const sheets = useList('/v1/office/sheets', { filters: FILTERS });
  return (
    <ListPage
      title={t('Spreadsheets')}
      about={t('Tables and what their formulas come to.')}
      list={sheets}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/sheets/${id}`}
      bulk={{ of: 'sht', needs: 'office:write' }}
      buttons={<Import />}
      make={{
        button: t('New spreadsheet'),
        needs: 'office:write',
        dialog: (close) => <Make path="/v1/office/sheets" list="Spreadsheets" close={close} />,
      }}
      empty={{
        icon: 'list',
        title: t('No spreadsheets yet'),
        words: t('Make one, or import an Excel workbook or a CSV file.'),
      }}
    />
  );
}

/** Makes a spreadsheet of a file, and goes to it. */
function Import() {
  const may = useMay()('office:write');
  const navigate = useNavigate();
  // The file is kept: it is chosen before the next drawing.
  const chosen = useRef<File | null>(null);
  const load = useAction(
    () => {
      const body = new FormData();
      body.set('file', chosen.current!, chosen.current!.name);
      return suite.post('/v1/office/sheets/import', { body: body as never });
    },
    {
      after: ({ id, warnings }) => {
        toast(
          warnings.length
            ? t('The file is imported. {what} formulas or names could not be taken; their last values were.', {
                what: warnings.length === 100 ? t('At least 100') : warnings.length,
              })
            : t('The file is imported.'),
        );
        return navigate({ to: `/sheets/${id}` });
      },
    },
  );
  if (!may) return null;
  return (
    <>
      <FileButton
        accept=".xlsx,.csv"
        onChange={(file) => {
          chosen.current = file;
          if (file) load.run();
        }}
      >
        {(props) => (
          <Button {...props} variant="default" loading={load.running} leftSection={<Icon name="upload" size={16} />}>
            {t('Import')}
          </Button>
        )}
      </FileButton>
      {load.error && <Problem error={load.error} />}
    </>
  );
}
