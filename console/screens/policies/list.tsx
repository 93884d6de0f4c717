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
  type Shown,
  Status,
  Tag,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { Sentence } from './sentence.js';

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: ['active', 'inactive'] },
  { name: 'effect', label: 'Effect', options: ['deny', 'allow'] },
  {
    name: 'sort',
    label: 'Order',
    any: 'Newest first',
    options: [
      { value: 'updated_at:desc', label: 'Last changed first' },
      { value: 'name:asc', label: 'By name' },
    ],
  },
];

const COLUMNS: Column<Shown<'Policy'>>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'What it says', cell: (policy) => <Sentence of={policy} />, width: '46%', from: 'md' },
  { title: 'Effect', cell: ({ effect }) => <Effect is={effect} />, width: '6rem', from: 'sm' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7rem' },
  { title: 'Changed', cell: ({ updated_at }) => <When at={updated_at} />, width: '8rem', from: 'lg' },
];

export const Effect = ({ is }: { is: 'allow' | 'deny' }) => (
  <Tag tone={is === 'deny' ? 'bad' : 'info'}>{is === 'deny' ? 'Denies' : 'Allows'}</Tag>
);

export default function Policies() {
  const policies = useList('/v1/guard/policies', { filters: ['status', 'effect', 'sort'] });
  const may = useMay();
  const navigate = useNavigate();
  const button = may('guard:write') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => void navigate({ to: '/policies/new' })}>
      New policy
    </Button>
  );
  return (
    <Page
      title="Policies"
      about="Roles say what people may do. A policy takes some of it away: from whom, of which records. It acts within a second."
      actions={
        <>
          <CopyAs request={policies.request} />
          <Button
            variant="default"
            leftSection={<Icon name="search" size={16} />}
            onClick={() => void navigate({ to: '/policies/explain' })}
          >
            Explain a case
          </Button>
          {button}
        </>
      }
    >
      <Filters of={FILTERS} />
      <DataTable
        label="Policies"
        list={policies}
        columns={COLUMNS}
        to={({ id }) => `/policies/${id}`}
        empty={
          <Empty icon="shield" title="No policies yet" action={button}>
            What the roles of people give them holds without exception. Make a policy for the exceptions, and try it on
            what happened before it acts.
          </Empty>
        }
      />
    </Page>
  );
}
