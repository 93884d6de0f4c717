import { type Column, type Filter, ListPage, orderBy, Severity, Status, Tag, useList, When } from '../../kit/index.js';
import { InWords, type Rule, SEVERITIES } from './words.js';
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [
  { name: 'status', label: t('Status'), options: ['active', 'inactive'] },
  { name: 'severity', label: t('Severity'), options: SEVERITIES },
  { name: 'tag', label: t('Tag') },
  orderBy(t('Newest first'), { 'name:asc': t('By name') }),
];

const COLUMNS: Column<Rule>[] = [
  { title: t('Name'), cell: ({ name }) => name },
  { title: t('What makes an alert'), cell: (rule) => <InWords of={rule} />, from: 'lg' },
  {
    title: t('Origin'),
    cell: ({ built_in }) => <Tag>{built_in ? t('Built in') : t('Own')}</Tag>,
    width: '6rem',
    from: 'md',
  },
  { title: t('Severity'), cell: ({ severity }) => <Severity is={severity} />, width: '6.5rem', from: 'sm' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7rem' },
  { title: t('Last alert'), cell: (rule) => <When at={rule.last_triggered_at} />, width: '9.25rem', from: 'md' },
];

export default function AlertRules() {
  const rules = useList('/v1/guard/alert-rules', { filters: FILTERS });
  return (
    <ListPage
      title={t('Alert rules')}
      about={t(
        'A rule counts entries of the audit log and makes an alert when there are too many. Those that are built in wait for you to enable them.',
      )}
      list={rules}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/alert-rules/${id}`}
      make={{ button: t('New rule'), needs: 'guard:write', to: '/alert-rules/new' }}
      empty={{ icon: 'filter', title: t('No rules'), words: t('Make one for what you would want to hear of at once.') }}
    />
  );
}
