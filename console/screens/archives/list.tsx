import { useNavigate } from '@tanstack/react-router';
import {
  type Column,
  Confirm,
  Exact,
  type Filter,
  isRunning,
  ListPage,
  Named,
  type Shown,
  sized,
  Status,
  suite,
  useList,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/operations/archives';

/** Milliseconds between two looks while an archive is being made. Archives have no events. */
const EVERY_MS = 3000;

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: t('Status'),
    options: ['pending', 'processing', 'completed', 'failed', 'cancelled', 'expired'],
  },
];

const COLUMNS: Column<Shown<'ArchiveList'>>[] = [
  { title: t('Created'), cell: ({ created_at }) => <Exact at={created_at} /> },
  {
    title: t('Records'),
    cell: ({ record_count }) => record_count.toLocaleString(),
    width: '8rem',
    align: 'right',
    from: 'sm',
  },
  {
    title: t('Files'),
    cell: ({ file_count }) => file_count.toLocaleString(),
    width: '7rem',
    align: 'right',
    from: 'md',
  },
  {
    title: t('Size'),
    cell: ({ size_bytes }) => size_bytes !== null && sized(size_bytes),
    width: '6rem',
    align: 'right',
    from: 'md',
  },
  { title: t('By'), cell: ({ requested_by }) => <Named of={requested_by} />, from: 'lg' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
];

export default function Archives() {
  const list = useList(PATH, { filters: FILTERS, every: EVERY_MS, whileAny: isRunning });
  return (
    <ListPage
      title={t('Archives')}
      about={t('All of this workspace as one file that proves itself. Each can be downloaded for seven days.')}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/archives/${id}`}
      make={{ button: t('New archive'), dialog: (close) => <MakeArchive close={close} /> }}
      empty={{
        icon: 'database',
        title: t('No archives yet'),
        words: t('Make one to move to another deployment, or to keep everything.'),
      }}
    />
  );
}

function MakeArchive({ close }: { close: () => void }) {
  const navigate = useNavigate();
  return (
    <Confirm
      title={t('Archive the workspace?')}
      button={t('Archive')}
      calm
      work={() => suite.post(PATH)}
      after={({ id }) => navigate({ to: '/archives/$id', params: { id } })}
      close={close}
    >
      {t(
        'All records, files and the audit log go into one file, as they are at one moment. People can go on working. Whoever has the file can read all of it.',
      )}
    </Confirm>
  );
}
