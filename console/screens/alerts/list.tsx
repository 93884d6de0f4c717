import {
  type Column,
  type Filter,
  Go,
  ListPage,
  orderBy,
  RowAction,
  Severity,
  type Shown,
  Status,
  suite,
  useList,
  useMay,
  useRead,
  When,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

type Alert = Shown<'Alert'>;

const COLUMNS: Column<Alert>[] = [
  { title: t('Alert'), cell: ({ title }) => title },
  { title: t('Severity'), cell: ({ severity }) => <Severity is={severity} />, width: '6.5rem' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '9rem', from: 'sm' },
  {
    title: t('Entries'),
    cell: ({ event_count }) => event_count.toLocaleString(),
    width: '6rem',
    from: 'md',
    align: 'right',
  },
  { title: t('Last entry'), cell: ({ last_event_at }) => <When at={last_event_at} />, width: '9rem', from: 'sm' },
];

export default function Alerts() {
  const rules = useRead('/v1/guard/alert-rules', { query: { limit: 100, sort: 'name:asc' } });
  const may = useMay()('guard:write');
  const filters: Filter[] = [
    { name: 'status', label: t('Status'), options: ['open', 'acknowledged', 'resolved'] },
    { name: 'severity', label: t('Severity'), options: ['critical', 'high', 'medium', 'low', 'info'] },
    {
      name: 'rule_id',
      label: t('Rule'),
      options: (rules.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    orderBy(t('Newest first'), { 'updated_at:desc': t('Last changed first'), 'created_at:asc': t('Oldest first') }),
  ];
  const alerts = useList('/v1/guard/alerts', { filters });
  return (
    <ListPage
      title={t('Alerts')}
      about={rich(
        'What {link} found in the audit log. Acknowledge what somebody sees to, resolve what is dealt with.',
        {
          link: <Go to="/alert-rules">{t('alert rules')}</Go>,
        },
      )}
      list={alerts}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/alerts/${id}`}
      actions={may ? (alert) => alert.status === 'open' && <Acknowledge of={alert} /> : undefined}
      empty={{ icon: 'bell', title: t('No alerts'), words: t('Nothing that an enabled rule looks for has happened.') }}
    />
  );
}

const Acknowledge = ({ of: { id, title } }: { of: Alert }) => (
  <RowAction
    title={t('Acknowledge')}
    label={t('Acknowledge {title}', { title })}
    icon="check"
    work={() => suite.patch('/v1/guard/alerts/{id}', { params: { path: { id } }, body: { status: 'acknowledged' } })}
    done={t('Acknowledged: {title}', { title })}
  />
);
