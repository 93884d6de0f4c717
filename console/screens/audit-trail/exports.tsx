import {
  type Column,
  type Filter,
  isRunning,
  ListPage,
  Named,
  type Shown,
  Status,
  useList,
  When,
  worded,
} from '../../kit/index.js';
import { MakeExport } from './make-export.js';
import { t } from '../../kit/language.js';

type Export = Shown<'ExportList'>;

/** Milliseconds after which it looks again while one is running: events tell that it begins, not how far it is. */
const EVERY_MS = 5000;

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: t('Status'),
    options: ['pending', 'processing', 'completed', 'failed', 'cancelled', 'expired'],
  },
  {
    name: 'format',
    label: t('Format'),
    options: [
      { value: 'csv', label: 'CSV' },
      { value: 'json', label: 'JSON' },
      { value: 'jsonl', label: t('JSON lines') },
    ],
  },
];

/** Which entries an export has, in one line. */
export const whatOf = ({ filters }: Pick<Export, 'filters'>): string =>
  Object.entries(filters)
    .map(([name, value]) => `${worded(name)}: ${value}`)
    .join(' · ') || t('The whole trail');

const COLUMNS: Column<Export>[] = [
  { title: t('Entries'), cell: (each) => whatOf(each).slice(0, 200) },
  {
    title: t('Format'),
    cell: ({ format, gzip }) => `${format.toUpperCase()}${gzip ? ', gzip' : ''}`,
    width: '7.5rem',
    from: 'sm',
  },
  { title: t('Count'), cell: ({ row_count }) => row_count.toLocaleString(), width: '7rem', align: 'right', from: 'md' },
  { title: t('By'), cell: ({ requested_by }) => <Named of={requested_by} />, from: 'lg' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  { title: t('Created'), cell: (each) => <When at={each.created_at} />, width: '9.25rem', from: 'sm' },
];

export default function Exports() {
  const list = useList('/v1/guard/exports', { filters: FILTERS, every: EVERY_MS, whileAny: isRunning });
  return (
    <ListPage
      title={t('Exports')}
      about={t('The audit trail as files. Each can be downloaded for seven days.')}
      within={{ title: t('Audit trail'), to: '/audit-trail' }}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ job_id }) => `/audit-trail/exports/${job_id}`}
      make={{ button: t('New export'), dialog: (close) => <MakeExport of={{}} close={close} /> }}
      empty={{
        icon: 'download',
        title: t('No exports yet'),
        words: t('Make one for auditors, or to keep what your retention removes.'),
      }}
    />
  );
}
