import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  type Column,
  CopyAs,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Icon,
  Page,
  Severity,
  Status,
  Tag,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { InWords, type Rule, SEVERITIES } from './words.js';

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: ['active', 'inactive'] },
  { name: 'severity', label: 'Severity', options: SEVERITIES },
  { name: 'tag', label: 'Tag' },
  {
    name: 'sort',
    label: 'Order',
    any: 'Newest first',
    options: [{ value: 'name:asc', label: 'By name' }],
  },
];

const COLUMNS: Column<Rule>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'What makes an alert', cell: (rule) => <InWords of={rule} />, from: 'lg' },
  { title: 'Origin', cell: ({ built_in }) => <Tag>{built_in ? 'Built in' : 'Own'}</Tag>, width: '6rem', from: 'md' },
  { title: 'Severity', cell: ({ severity }) => <Severity is={severity} />, width: '6.5rem', from: 'sm' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7rem' },
  { title: 'Last alert', cell: (rule) => <When at={rule.last_triggered_at} />, width: '8.5rem', from: 'md' },
];

export default function AlertRules() {
  const rules = useList('/v1/guard/alert-rules', { filters: ['status', 'severity', 'tag', 'sort'] });
  const may = useMay();
  const navigate = useNavigate();
  const button = may('guard:write') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => void navigate({ to: '/alert-rules/new' })}>
      New rule
    </Button>
  );
  return (
    <Page
      title="Alert rules"
      about="A rule counts entries of the audit log and makes an alert when there are too many. Those that are built in wait for you to enable them."
      actions={
        <>
          <CopyAs request={rules.request} />
          {button}
        </>
      }
    >
      <Filters of={FILTERS} />
      <DataTable
        label="Alert rules"
        list={rules}
        columns={COLUMNS}
        to={({ id }) => `/alert-rules/${id}`}
        empty={
          <Empty icon="filter" title="No rules" action={button}>
            Make one for what you would want to hear of at once.
          </Empty>
        }
      />
    </Page>
  );
}
