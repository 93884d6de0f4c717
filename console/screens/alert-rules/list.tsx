import { type Column, type Filter, ListPage, orderBy, Severity, Status, Tag, useList, When } from '../../kit/index.js';
import { InWords, type Rule, SEVERITIES } from './words.js';

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: ['active', 'inactive'] },
  { name: 'severity', label: 'Severity', options: SEVERITIES },
  { name: 'tag', label: 'Tag' },
  orderBy('Newest first', { 'name:asc': 'By name' }),
];

const COLUMNS: Column<Rule>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'What makes an alert', cell: (rule) => <InWords of={rule} />, from: 'lg' },
  { title: 'Origin', cell: ({ built_in }) => <Tag>{built_in ? 'Built in' : 'Own'}</Tag>, width: '6rem', from: 'md' },
  { title: 'Severity', cell: ({ severity }) => <Severity is={severity} />, width: '6.5rem', from: 'sm' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7rem' },
  { title: 'Last alert', cell: (rule) => <When at={rule.last_triggered_at} />, width: '9.25rem', from: 'md' },
];

export default function AlertRules() {
  const rules = useList('/v1/guard/alert-rules', { filters: FILTERS });
  return (
    <ListPage
      title="Alert rules"
      about="A rule counts entries of the audit log and makes an alert when there are too many. Those that are built in wait for you to enable them."
      list={rules}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/alert-rules/${id}`}
      make={{ button: 'New rule', needs: 'guard:write', to: '/alert-rules/new' }}
      empty={{ icon: 'filter', title: 'No rules', words: 'Make one for what you would want to hear of at once.' }}
    />
  );
}
