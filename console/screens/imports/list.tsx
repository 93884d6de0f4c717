import { type Column, type Filter, ListPage, Named, type Shown, Status, useList, When } from '../../kit/index.js';
import { EVERY_MS, isRunning, problemsInWords, rowsInWords } from './parts.js';
import { t } from '../../kit/language.js';

type Item = Shown<'FileImportItem'>;

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: t('Status'),
    options: ['pending', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone'],
  },
];

const COLUMNS: Column<Item>[] = [
  {
    title: t('Files'),
    cell: ({ sample, files }) => (sample ? t('Sample data') : files.map(({ name }) => name).join(', ')),
  },
  { title: t('Rows'), cell: rowsInWords, width: '9rem', from: 'md' },
  { title: t('Problems'), cell: problemsInWords, width: '7rem', from: 'lg' },
  { title: t('By'), cell: ({ created_by }) => created_by && <Named of={created_by} />, width: '11rem', from: 'lg' },
  { title: t('Status'), cell: (each) => <Status is={each.status} />, width: '7.5rem' },
  { title: t('Created'), cell: ({ created_at }) => <When at={created_at} />, width: '9.25rem', from: 'sm' },
];

export default function Imports() {
  const list = useList('/v1/imports', { filters: FILTERS, every: EVERY_MS, whileAny: isRunning });
  return (
    <ListPage
      title={t('Imports')}
      about={t('Bring along what you have in other systems. An import can be undone for seven days.')}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/imports/${id}`}
      make={{ button: t('New import'), to: '/imports/new' }}
      empty={{
        icon: 'upload',
        title: t('No imports yet'),
        words: t('Export files from Jira, HubSpot, Toggl and others, and bring them here.'),
      }}
    />
  );
}
